"""The tool `image_inspect`: one picture of a sheet by itself, or a part of it from close by."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from opsin.images.cells import host_of
from opsin.server.answers import (
    UNSEEN,
    Answer,
    amount,
    licence_stated,
    licence_words,
    row,
    sentence,
    size,
    word,
)
from opsin.server.in_words import DESCRIBE, IN_WORDS, Since, one_description, wants_words
from opsin.server.schema import text
from opsin.server.tools.base import Call, Hints, Tool
from opsin.store.ids import parse_id
from opsin.text import clean

if TYPE_CHECKING:
    from opsin.images.inspection import Inspection
    from opsin.services import Services

Work = Callable[["Services", str, str], Awaitable["Inspection"]]

HOSTS_WITHIN_S = 18.0
"""Seconds that the hosts may take: decoding and sending take theirs of the cap on every call."""

DESCRIPTION = """\
Returns one cell alone and larger, at up to 1092 pixels, with true size, format, licence and metadata. Use \
it when a cell is too small to judge: faces, text, watermarks. region shows a part in detail. image_download \
of the same id saves this very file. Where the host refuses the original, something smaller is shown and \
called so."""

PARAMETERS = (
    text("id", "A cell of image_search, such as s3:4.", longest=60),
    text(
        "region",
        "A part as x,y,w,h in fractions, such as 0.5,0,0.5,0.5.",
        default="",
        longest=100,
    ),
    DESCRIBE,
)


def image_inspect(work: Work | None = None) -> Tool:
    """The tool.

    Args:
        work: Fetches and shows; `opsin.images.inspection` when None.
    """

    async def run(call: Call, values: Mapping[str, Any]) -> Answer:
        inspect = work or _inspect_image()
        await call.progress(0, 1, "fetching the picture")
        since = Since()
        services = await call.services()
        inspection = await inspect(services, values["id"], values["region"])
        in_words = wants_words(call.settings, values["describe"])
        if in_words:
            from opsin.describing import describe_inspection

            inspection = await describe_inspection(
                services, inspection, within_s=since.left, progress=call.progress
            )
        return answer(inspection, in_words=in_words)

    return Tool(
        name="image_inspect",
        title="Look at one picture",
        description=DESCRIPTION,
        parameters=PARAMETERS,
        hints=Hints(read_only=True, idempotent=True),
        run=run,
    )


def answer(inspection: "Inspection", *, in_words: bool = False) -> Answer:
    """What the model gets of an inspection: the facts, then the picture, or what it shows in words."""
    described = (one_description(inspection.description),) if in_words else ()
    return Answer(
        lines=tuple(filter(None, _lines(inspection, IN_WORDS if in_words else UNSEEN))),
        outside=(*described, *_outside_lines(inspection)),
        picture=b"" if in_words else inspection.picture,
        in_words=in_words,
        data={"cells": [_data(inspection)]},
    )


def _lines(inspection: "Inspection", seen: str) -> Iterator[str]:
    facts, hit = inspection.facts, inspection.hit
    yield row(
        inspection.id,
        f"{size(facts.width, facts.height)} {facts.format.value.upper()}",
        amount(facts.size_bytes),
        word(host_of(hit)),
        licence_words(hit.licence, hit.claim),
        "animation, its first frame is shown" if facts.animated else "",
        "has transparent parts" if facts.has_alpha else "",
        "video still" if hit.video else "",
    )
    part = f"the region {inspection.region}" if inspection.region else "the whole picture"
    yield f"Shown: {part} at {size(inspection.width, inspection.height)} pixels."
    if inspection.degraded:
        stated = f" (stated as {size(hit.width, hit.height)})" if hit.width and hit.height else ""
        yield f"Not the original{stated}, but a {inspection.rendition} stands in for it."
    if inspection.why:
        yield f"Note: {sentence(inspection.why)}"
    yield f"Found by {hit.provider} for “{clean(inspection.query, 100)}”. SHA-256 of the file: {inspection.sha256}."
    yield from (f"Note: {sentence(note)}" for note in inspection.notes)
    yield seen
    yield f"Next: image_download (ids={inspection.id}) saves this very file; region shows a part larger."


def _outside_lines(inspection: "Inspection") -> Iterator[str]:
    hit = inspection.hit
    for name, told in (
        ("title", clean(hit.title)),
        ("page", clean(hit.page, 300)),
        ("file", clean(hit.path, 300)),
        ("creator", clean(hit.creator)),
        ("licence at", clean(hit.licence.url, 200)),
        ("limits beside copyright", clean("; ".join(hit.licence.restrictions), 300)),
        ("credit", clean(hit.attribution, 300)),
    ):
        if told:
            yield f"{name}: {told}"
    if stated := licence_stated(hit.licence):
        yield stated
    yield from (clean(f"metadata: {note}", 200) for note in inspection.facts.notes)


def _data(inspection: "Inspection") -> dict[str, Any]:
    facts, hit = inspection.facts, inspection.hit
    return {
        "number": parse_id(inspection.id).cell,
        "id": inspection.id,
        "width": facts.width,
        "height": facts.height,
        "format": facts.format.value,
        "bytes": facts.size_bytes,
        "sha256": inspection.sha256,
        "region": inspection.region,
        "degraded": inspection.degraded,
        "rendition": inspection.rendition,
        "why": inspection.why,
        "host": host_of(hit),
        "licence": hit.licence.label,
        "licence_stated": hit.licence.stated,
        "spdx": hit.licence.spdx,
        "licence_url": hit.licence.url,
        "title": hit.title,
        "page": hit.page,
        "creator": hit.creator,
        "attribution": hit.attribution,
        "description": inspection.description,
        "described_by": inspection.described_by,
    }


def _inspect_image() -> Work:
    from opsin.images.inspection import inspect_image

    return partial(inspect_image, seconds=HOSTS_WITHIN_S)
