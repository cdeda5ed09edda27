"""More like one result: what to search for is taken of it, and what is found is ordered by likeness to its picture."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from opsin.errors import InvalidInput, OpsinError
from opsin.images.filling import Candidate, Filled
from opsin.images.hit import Hit, same_file
from opsin.images.originals import hit_of
from opsin.images.outcome import Attempt, NothingServed
from opsin.images.providers.local import Local
from opsin.images.providers.registry import AUTO, configured
from opsin.images.query import Query
from opsin.local.addresses import names_file
from opsin.pixels.resemblance import Signature, resemblance, signature
from opsin.services import Services
from opsin.store.ids import CellId, parse_id
from opsin.store.records import Entry
from opsin.threads import PIXELS, STORE

PICTURE_S = 4.0
"""Seconds for its small picture, where that is not kept any more."""

MOST_WORDS = 8

_BOX = 360, 360
_NAMESPACE = re.compile(r"^(?:file|image|datei|fichier|archivo):", re.IGNORECASE)
_ENDING = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|tiff?|svg|bmp|heic)\b", re.IGNORECASE)
_CAMERA = re.compile(r"(?:dsc[nf]?|img|mg|pict?|photo|dji|screenshot)", re.IGNORECASE)
_SPACER = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Liked:
    """The result that others are to be like.

    Attributes:
        id: Its id.
        hit: The picture as its provider tells of it.
        seen: The signature of its picture; None where that could not be had.
        notes: What was done for it, a sentence each, in our own words.
    """

    id: CellId
    hit: Hit
    seen: Signature | None
    notes: tuple[str, ...]


async def liked_of(services: Services, query: Query) -> tuple[Query, Liked | None]:
    """Fill in what a query leaves to the result that it names: words and provider. Its picture is loaded.

    Args:
        services: The settings, the way out and the store.
        query: The query; without `like` it is given back as it is.

    Raises:
        UnknownId, ExpiredId: the id names no cell, or no longer does.
        InvalidInput: it names no picture, nothing can be searched for by its title, or its title is private and would be
            sent to the web.
    """
    if not query.like:
        return query, None
    cell = parse_id(query.like)
    entry = await STORE.run(services.store.entry, cell)
    hit = hit_of(entry)
    notes = []
    can_ask = hit.provider in {kind.name for kind in configured(services.settings)}
    _keep_at_home(query, cell, hit, can_ask=can_ask)
    if not query.text:
        words = words_of(hit.title) or _words_of_search(entry)
        if not words:
            raise InvalidInput(
                f"{cell} has no title that could be searched for.", hint=f"Give a query beside like={cell}."
            )
        query = replace(query, text=words, shown_as=f"like {cell}")
        notes.append(f"searched for the words of the title of {cell}, because no query was given")
    if query.provider == AUTO:
        if can_ask:
            query = replace(query, provider=hit.provider)
            notes.append(f"only {hit.provider} was asked, which {cell} is of")
        else:
            notes.append(
                f"{hit.provider}, which {cell} is of, is not configured any more; the usual ones were asked"
            )
    return replace(query, like=str(cell)), Liked(cell, hit, await _seen(services, hit), tuple(notes))


def is_private(hit: Hit) -> bool:
    """Whether a hit is a picture of this machine: its name, and the words that found it, are for no provider of the web."""
    return hit.provider == Local.name or bool(hit.path) or names_file(hit.original)


def _keep_at_home(query: Query, cell: CellId, hit: Hit, *, can_ask: bool) -> None:
    """Refuse what would send words of the user's own picture to the web. Words of the caller's own may go anywhere."""
    if query.text or not is_private(hit) or query.provider == Local.name:
        return
    if query.provider == AUTO and hit.provider == Local.name and can_ask:
        return
    whose = f"{cell} is a picture of this machine, so its name and the words that found it are sent to nobody"
    if query.provider == AUTO:
        raise InvalidInput(
            f"{whose}, and provider=local, which it is of, is not configured any more.",
            hint=f"Give words of your own as query beside like={cell}, or set OPSIN_LOCAL_DIRS.",
        )
    raise InvalidInput(
        f"{whose}; provider={query.provider} would be sent them.",
        hint=f"Give words of your own as query beside like={cell}, or use provider=local.",
    )


def others(liked: Liked, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates without the picture itself."""
    return [one for one in candidates if not same_file(one.hit, liked.hit)]


def only_itself(query: Query, liked: Liked, attempts: tuple[Attempt, ...]) -> NothingServed:
    """The error of a search whose only hit is the picture itself."""
    more = f" Page {query.page} has nothing else." if query.page > 1 else ""
    elsewhere = "" if is_private(liked.hit) else ", or name another provider"
    return NothingServed(
        f"Nothing like {liked.id} was found: the only picture for {query.called!r} is {liked.id} itself, "
        f"which was left out.{more}",
        attempts=attempts,
        hint=f"Give other or fewer words as query beside like={liked.id}{elsewhere}.",
    )


async def most_alike(liked: Liked, filled: Filled, count: int) -> tuple[Filled, str]:
    """Order loaded pictures by likeness, and keep so many.

    Returns:
        The cells, the most alike first and what failed last, and what else was loaded among the unused; and a sentence
        that says how they were ordered.
    """
    if liked.seen is None:
        told = f"the picture of {liked.id} could not be had, so the results stand as they were found"
        cells, rest = filled.cells[:count], filled.cells[count:]
    else:
        order = await PIXELS.run(_scores, liked.seen, filled.cells)
        ranked = sorted(zip(order, filled.cells, strict=True), key=lambda pair: (-pair[0], pair[1].rank))
        cells, rest = tuple(one for _, one in ranked[:count]), tuple(one for _, one in ranked[count:])
        scores = ", ".join(f"{score:.0%}" for score, one in ranked[:count] if not one.failed)
        told = f"ordered by likeness to {liked.id} in shapes and colours, cell by cell: {scores}"
    unused = sorted((one for one in rest if not one.failed), key=lambda one: one.rank)
    hits = (*(hit for one in unused for hit in (one.hit, *one.alike)), *filled.unused)
    return replace(filled, cells=tuple(cells), unused=hits), told


def words_of(title: str) -> str:
    """The words of a title that can be searched for: no file name, no numbers, no names that cameras give."""
    plain = _ENDING.sub(" ", _NAMESPACE.sub("", title.strip()))
    words = [word for word in _SPACER.split(plain) if word.isalpha() and not _CAMERA.fullmatch(word)]
    distinct = list({word.casefold(): word for word in reversed(words)}.values())[::-1]
    return " ".join([word for word in distinct if len(word) > 1 or not word.isascii()][:MOST_WORDS])


def _words_of_search(entry: Entry) -> str:
    words = entry.query.get("words") or entry.query.get("text")
    return words if isinstance(words, str) else ""


async def _seen(services: Services, hit: Hit) -> Signature | None:
    from opsin.images.thumbnails import load_thumbnail
    from opsin.pixels.ground import on_ground

    try:
        thumbnail = await load_thumbnail(services, hit, _BOX, seconds=PICTURE_S)
    except OpsinError:
        return None
    return await PIXELS.run(lambda: signature(on_ground(thumbnail.image)))


def _scores(seen: Signature, cells: Sequence[Candidate]) -> list[float]:
    from opsin.pixels.ground import on_ground

    return [
        resemblance(seen, signature(on_ground(one.thumbnail.image))) if one.thumbnail is not None else -1.0
        for one in cells
    ]
