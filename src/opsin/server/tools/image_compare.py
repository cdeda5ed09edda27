"""The tool `image_compare`: a few pictures side by side at one size, and what differs."""

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
    said,
    sentence,
    size,
    word,
)
from opsin.server.in_words import IN_WORDS, Since, description_line, wants_words
from opsin.server.schema import text, texts
from opsin.server.tools.base import Call, Hints, Tool
from opsin.text import clean

if TYPE_CHECKING:
    from opsin.images.compared import Compared, Comparison

Work = Callable[..., Awaitable["Comparison"]]

MOST_IDS = 4
HOSTS_WITHIN_S = 16.0
"""Seconds that the hosts may take: several pictures are decoded and drawn after that."""

DESCRIPTION = """\
Shows 2 to 4 cells side by side at one size, as large as they fit, and says what differs: size, format, \
bytes, licence, host, sharpness, whether they show the same picture. Use it to choose between near picks of \
a sheet. region shows the same part of each from close by. Next: image_download saves the pick."""

PARAMETERS = (
    texts("ids", '2 to 4 cells, such as ["s3:2", "s3:7"].', most=MOST_IDS, longest=60, parted_at=", ;\t\n"),
    text("region", "The same part of each as x,y,w,h, such as 0.5,0,0.5,0.5.", default="", longest=100),
)


def image_compare(work: Work | None = None) -> Tool:
    """The tool.

    Args:
        work: Fetches and draws; `opsin.comparing` when None.
    """

    async def run(call: Call, values: Mapping[str, Any]) -> Answer:
        compare = work or _compare_images()
        since = Since()
        services = await call.services()
        comparison = await compare(services, values["ids"], values["region"], progress=call.progress)
        in_words = wants_words(call.settings, "auto")
        if in_words:
            from opsin.describing import describe_comparison

            comparison = await describe_comparison(
                services, comparison, within_s=since.left, progress=call.progress
            )
        return answer(comparison, in_words=in_words)

    return Tool(
        name="image_compare",
        title="Compare pictures",
        description=DESCRIPTION,
        parameters=PARAMETERS,
        hints=Hints(read_only=True, idempotent=True),
        run=run,
    )


def answer(comparison: "Comparison", *, in_words: bool = False) -> Answer:
    """What the model gets of a comparison: a line for each picture, what differs, then the picture or its words."""
    return Answer(
        lines=tuple(_lines(comparison, IN_WORDS if in_words else UNSEEN)),
        outside=tuple(
            filter(
                None,
                (
                    *(
                        description_line(one.number, one.description, one.failed)
                        for one in comparison.pictures
                        if in_words
                    ),
                    *map(_outside_line, comparison.pictures),
                ),
            )
        ),
        picture=b"" if in_words else comparison.picture,
        in_words=in_words,
        data={
            "cells": [one.to_json() for one in comparison.pictures],
            "differences": list(comparison.differences),
        },
    )


def _lines(comparison: "Comparison", seen: str) -> Iterator[str]:
    from opsin.images.compared import IN_ALL

    part = f"the region {comparison.region} of each" if comparison.region else "each whole"
    yield f"Compared {len(comparison.seen)} pictures, {part}, all fitted to boxes of one size."
    yield "One line per picture: number | id | pixels, format | bytes | host | licence | shown at | marks."
    yield from map(_line, comparison.pictures)
    for told in comparison.differences:
        yield f"{'Same' if told.endswith(IN_ALL) else 'Differs'}: {sentence(told.removesuffix(IN_ALL))}."
    yield from (f"Note: {sentence(note)}" for note in comparison.notes)
    yield seen
    pick = comparison.seen[0]
    save = "icon_download" if pick.icon else "image_download"
    yield f"Next: {save} (ids={pick.id}) saves the pick; region shows the same part of each from close by."


def _line(one: "Compared") -> str:
    if one.failed:
        return row(str(one.number), word(one.id), f"failed: {sentence(one.failed)}")
    hit = one.hit
    shown = f"{size(*one.shown)} ({'enlarged to ' if one.scale > 1 else ''}{one.scale:.0%})"
    return row(
        str(one.number),
        one.id,
        f"{size(one.width, one.height)} {one.format}" if hit else word(one.icon),
        amount(one.size_bytes) if hit else "icon, drawn anew",
        word(host_of(hit)) if hit else "",
        licence_words(hit.licence, hit.claim) if hit else "licence as search_icons says",
        f"shown at {shown}",
        sentence(one.why),
    )


def _outside_line(one: "Compared") -> str:
    hit = one.hit
    told = (
        row(clean(hit.title), clean(hit.page, 300), licence_stated(hit.licence))
        if hit
        else said("the other side", one.outside)
    )
    return row(str(one.number), told) if told else ""


def _compare_images() -> Work:
    from opsin.comparing import compare_images

    return partial(compare_images, seconds=HOSTS_WITHIN_S)
