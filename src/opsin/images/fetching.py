"""Fetching the picture of a hit, whatever its host makes of strangers."""

import asyncio
import time

from opsin.errors import BadStatus, OpsinError, PictureError, TimedOut, TooLarge
from opsin.images.fetched import Fetched
from opsin.images.hit import Hit
from opsin.images.hotlink import Next, Rendition, Rung, after, ladder, remaining
from opsin.images.keys import thumbnail_key
from opsin.images.local_files import is_local, local_original, stands_in
from opsin.local.reading import LocalRefused
from opsin.paths.reading.refused import Reason
from opsin.pixels.isolated.originals import check_original, prepare
from opsin.pixels.sniff import refuse_no_picture
from opsin.services import Services
from opsin.threads import STORE
from opsin.web.robots import RobotsForbid
from opsin.web.robots_tag import asks_no_ai
from opsin.web.urls import host_name
from opsin.web.user_agent import PRODUCT

_CHOOSE_ANOTHER = "Choose another cell, or try again later."


async def fetch_picture(
    services: Services, hit: Hit, *, max_bytes: int, seconds: float, may_raise_limit: bool
) -> Fetched:
    """Fetch the original, or the best that stands in for it.

    What its caller can change is an error, what nobody can is a fall-back: an original beyond `max_bytes` is
    refused where a larger limit may be asked for, and else a smaller rendition stands in. Bytes that the search
    kept are used where the host gives nothing any more.

    Args:
        services: The way out and the store.
        hit: The picture.
        max_bytes: The largest file.
        seconds: How long all tries may take; then only what is kept can stand in.
        may_raise_limit: The caller can ask again with a larger `max_bytes`.

    Raises:
        TooLarge: the original has more bytes than allowed, and the limit may be raised.
        WebError, PictureError: nothing of the picture could be had; the sentence is that of the first try.
    """
    if is_local(hit):
        return await _from_this_machine(services, hit, max_bytes=max_bytes, may_raise_limit=may_raise_limit)
    clock = asyncio.get_running_loop().time
    deadline = clock() + seconds
    rungs = ladder(hit)
    failures: dict[Rung, Next] = {}
    first: OpsinError | None = None
    for source in (Rendition.ORIGINAL, Rendition.SMALLER, Rendition.THUMBNAIL):
        if source is Rendition.THUMBNAIL and (kept := await _from_search(services, hit.thumbnail, source)):
            return kept.noting(first.message if first else "")
        while clock() < deadline and (rung := _next(rungs, failures, source)) is not None:
            try:
                fetched = await _ask(services, rung, max_bytes, deadline - clock())
            except OpsinError as error:
                if isinstance(error, TooLarge) and source is Rendition.ORIGINAL and may_raise_limit:
                    raise _too_large(max_bytes) from error
                failures[rung] = after(error)
                first = first or error
            else:
                return fetched.noting(first.message if first and fetched.degraded else "")
        if source is Rendition.ORIGINAL and (kept := await _from_search(services, hit.original, source)):
            return kept
    raise _nothing(first)


async def _from_this_machine(
    services: Services, hit: Hit, *, max_bytes: int, may_raise_limit: bool
) -> Fetched:
    """The file itself; the small copy that the search kept, where the file is gone."""
    try:
        return await local_original(services, hit, max_bytes=max_bytes, may_raise_limit=may_raise_limit)
    except LocalRefused as why:
        kept = None
        if why.reason is Reason.FILE_NOT_FOUND:
            kept = await _from_search(services, hit.thumbnail, Rendition.THUMBNAIL)
        if kept is None:
            raise
        return stands_in(kept, why)


def _next(rungs: tuple[Rung, ...], failures: dict[Rung, Next], source: Rendition) -> Rung | None:
    return next((rung for rung in remaining(rungs, failures) if rung.rendition is source), None)


async def _ask(services: Services, rung: Rung, max_bytes: int, seconds: float) -> Fetched:
    from opsin.web.client import Limits

    host = host_name(rung.address)

    def check_head(head: bytes) -> None:
        refuse_no_picture(head, host)

    headers = {"accept": "image/avif,image/webp,image/*,*/*;q=0.8"}
    if rung.referer:
        headers["referer"] = rung.referer
    limits = Limits(max_bytes, whole=seconds)
    prepare()
    services.busy.check(rung.address)
    reply = await services.web.get(
        rung.address,
        limits=limits,
        headers=headers,
        check_head=check_head,
        check_hop=services.robots.check if services.robots is not None else None,
    )
    services.busy.note(reply)
    if not reply.ok:
        raise BadStatus(
            f"{host} refused the {rung.rendition} with HTTP status {reply.status}.", status=reply.status
        )
    check_head(reply.body[:64])
    asked_of_robots = reply.headers.get("x-robots-tag", "").split("\n")
    no_ai = _asks_no_ai(asked_of_robots, reply.url)
    if no_ai and services.robots is not None:
        raise RobotsForbid(no_ai, hint=_CHOOSE_ANOTHER)
    return Fetched(
        data=reply.body,
        facts=await check_original(reply.body),
        url=rung.address,
        final_url=reply.url,
        redirects=reply.redirects,
        status=reply.status,
        content_type=reply.headers.get("content-type", "")[:200],
        robots=", ".join(asked_of_robots)[:200],
        fetched_at=time.time(),
        rendition=rung.rendition,
        why=no_ai,
    )


def _asks_no_ai(fields: list[str], address: str) -> str:
    """Say that the host asks for the picture not to be used for AI; empty where it does not."""
    rules = asks_no_ai(fields, PRODUCT)
    return f"{host_name(address)} asks that it not be used for AI (X-Robots-Tag: {rules})." if rules else ""


async def _from_search(services: Services, address: str, rendition: Rendition) -> Fetched | None:
    """Return what the search kept of an address, if it is whole."""
    kept = await STORE.run(services.store.get_bytes, thumbnail_key(address))
    if kept is None:
        return None
    try:
        facts = await check_original(kept.data)
    except PictureError:
        return None
    return Fetched(kept.data, facts, address, address, fetched_at=kept.created, rendition=rendition)


def _too_large(max_bytes: int) -> TooLarge:
    return TooLarge(
        f"The original has more than {max_bytes:,} bytes (max_bytes).",
        hint="Call again with a larger max_bytes, or choose another cell.",
    )


def _nothing(first: OpsinError | None) -> OpsinError:
    """Make the error for a picture of which nothing could be had, of the kind that the first try failed with."""
    if first is None:
        return TimedOut("There was no time left to fetch the picture.", hint=_CHOOSE_ANOTHER)
    sentence = f"{first.message} Nothing that could stand in for it could be had either."
    if isinstance(first, BadStatus):
        return BadStatus(sentence, status=first.status, hint=_CHOOSE_ANOTHER, outside=first.outside)
    if isinstance(first, PictureError):
        return PictureError(sentence, hint=_CHOOSE_ANOTHER, outside=first.outside)
    return type(first)(sentence, hint=_CHOOSE_ANOTHER, outside=first.outside)
