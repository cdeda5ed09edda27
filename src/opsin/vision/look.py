"""A look at one or two images: opened, read, shown to a model where there is one, and told in one report."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from opsin.background import Tell
from opsin.errors import PictureError
from opsin.ocr.lines import Read
from opsin.pixels.isolated.originals import pixels_of
from opsin.pixels.plain import PlainPixels
from opsin.services import Services
from opsin.settings import Settings
from opsin.threads import PIXELS
from opsin.vision.asking import Asked, ask_model
from opsin.vision.choosing import model_engine
from opsin.vision.composing import Looked, compose
from opsin.vision.engines.base import ModelEngine
from opsin.vision.parts import page_of
from opsin.vision.preparing import prepare
from opsin.vision.refused import Code, VisionRefused
from opsin.vision.report import Report
from opsin.vision.request import Look
from opsin.vision.source import OpenId, Source, open_source

OnStep = Callable[[str], Awaitable[None]]

ReadText = Callable[[PlainPixels], Awaitable[Read]]

MOST_PIXELS = 40_000_000
"""Pixels of an image that are looked at; a larger one is reduced to them. A page of 1170 x 8000 has nine million."""

READ_WITHIN_S = 110.0
"""Seconds that reading the text of one image may take."""

CUT_SHORT = "It may not be written to its end yet: call again in a moment, or save it again."

COMPOSE_S = 2.0
"""Seconds that are kept for measuring and for writing the report."""


async def look(
    services: Services,
    look: Look,
    *,
    open_id: OpenId | None = None,
    wait_s: float | None = None,
    on_step: OnStep | None = None,
    by_parts: bool = False,
    read: ReadText | None = None,
) -> Report:
    """Look at what a request names.

    Where a model does not answer, the embedded engine does, and says why; that a picture would leave this machine is
    refused and never answered otherwise.

    Args:
        services: The settings, the way to model servers, and the work that goes on after an answer.
        look: What is asked.
        open_id: Opens an id such as s3:4.
        wait_s: Seconds after which a report is given without the model's answer; the same call again collects that.
            None waits for the whole.
        on_step: Told what is being done.
        by_parts: Give only the part of a long text that the request asks for.
        read: Reads the text of pixels; `opsin.ocr` when None.

    Raises:
        VisionRefused: the image cannot be looked at, or the engine that the settings name does not answer.
        UnknownId, ExpiredId: an id names no cell, or no longer does.
        InvalidInput: there is no such part.
        PictureError: it is no picture that can be decoded.
    """
    clock = asyncio.get_running_loop().time
    end = None if wait_s is None else clock() + wait_s - COMPOSE_S
    tell = on_step or _silent
    await tell("opening the image")
    images = [await _open(services, given, look, open_id) for given in _named(look)]
    engine = model_engine(services)
    key = _key(services.settings, look, images)
    left = None if end is None else max(0.0, end - clock())
    reading = services.background.collect(
        f"{key} text",
        partial(_read, images, read or _read_text()),
        within_s=left,
        tell=tell if engine is None else None,
    )
    asking = _ask(services, engine, look, images, f"{key} model", left, tell)
    reads, answered = await _both(reading, asking)
    looked = Looked(
        shown=tuple(image.source.shown for image in images),
        notes=tuple(dict.fromkeys(note for image in images for note in image.notes)),
        pixels=tuple(image.pixels for image in images),
        reads=tuple(reads or ())
        or (Read((), whole=False, note="The text is still being read."),) * len(images),
        asked=answered if isinstance(answered, Asked) else None,
        engine=engine.name if engine is not None else "",
        refused=answered if isinstance(answered, VisionRefused) else None,
        pending=reads is None or answered is None,
    )
    report = await PIXELS.run(compose, look, looked, services.settings)
    return _part_of(report, look) if by_parts else report


@dataclass(frozen=True, slots=True)
class _Image:
    source: Source
    pixels: PlainPixels
    sha256: str

    @property
    def notes(self) -> tuple[str, ...]:
        return (self.source.note,) if self.source.note else ()


def _named(look: Look) -> tuple[str, ...]:
    return (look.path, look.secondary_path) if look.secondary_path else (look.path,)


async def _open(services: Services, given: str, look: Look, open_id: OpenId | None) -> _Image:
    source = await open_source(services, given, open_id)
    try:
        pixels = await pixels_of(source.data, region=look.region, page=look.page, most_pixels=MOST_PIXELS)
    except PictureError as why:
        hint = CUT_SHORT if why.message.endswith("is cut short.") else why.hint
        raise VisionRefused(Code.UNSUPPORTED_TYPE, why.message, hint=hint, outside=why.outside) from why
    return _Image(source, pixels, hashlib.sha256(source.data).hexdigest())


def _key(settings: Settings, look: Look, images: Sequence[_Image]) -> str:
    """The same for the same question about the same pixels to the same engine, whatever part of the text is asked for."""
    named = replace(look, path="", secondary_path="", part=1)
    engine = (
        settings.vision_engine,
        settings.vision_model,
        settings.vision_ollama_host,
        settings.vision_openai_url,
        settings.vision_max_edge,
    )
    told = repr((named, engine, [image.sha256 for image in images]))
    return hashlib.sha256(told.encode()).hexdigest()


async def _read(images: Sequence[_Image], read: ReadText, tell: Tell) -> tuple[Read, ...]:
    reads = []
    for image in images:
        await tell("reading its text")
        reads.append(await read(image.pixels))
    return tuple(reads)


def _read_text() -> ReadText:
    from opsin.ocr.reading import read_text

    return partial(read_text, within_s=READ_WITHIN_S)


async def _ask(
    services: Services,
    engine: ModelEngine | None,
    look: Look,
    images: Sequence[_Image],
    key: str,
    within_s: float | None,
    tell: Tell,
) -> Asked | VisionRefused | None:
    """What the model says, or why it says nothing; None where it has not answered yet.

    Raises:
        VisionRefused: as `look` says.
    """
    settings = services.settings
    if engine is None:
        return VisionRefused(Code.VISION_ERROR, "")

    async def work(told: Tell) -> Asked:
        prepared = [
            await PIXELS.run(
                prepare, image.pixels, mode=look.mode, max_edge=settings.vision_max_edge, image=number
            )
            for number, image in enumerate(images, 1)
        ]
        asked = await ask_model(
            engine,
            look,
            [one.sent for one in prepared],
            whole={number: _size(image.pixels) for number, image in enumerate(images, 1)},
            seconds=settings.vision_timeout_ms / 1000,
            max_chars=settings.vision_max_output_chars,
            tell=told,
        )
        return replace(asked, notes=(*asked.notes, *(note for one in prepared for note in one.notes)))

    try:
        return await services.background.collect(key, work, within_s=within_s, tell=tell)
    except VisionRefused as refused:
        if refused.error_code is Code.PRIVACY_REFUSED or settings.vision_engine != "auto":
            raise
        return refused


async def _both(
    reading: Coroutine[Any, Any, tuple[Read, ...] | None],
    asking: Coroutine[Any, Any, Asked | VisionRefused | None],
) -> tuple[tuple[Read, ...] | None, Asked | VisionRefused | None]:
    """Wait for both at once; where no report is to be made, the reading ends too."""
    task = asyncio.ensure_future(reading)
    try:
        answered = await asking
        return await task, answered
    finally:
        if not task.done():
            task.cancel()


def _size(pixels: PlainPixels) -> tuple[int, int]:
    return pixels.facts.width, pixels.facts.height


def _part_of(report: Report, look: Look) -> Report:
    lines, part, parts = page_of(report.text, look.part)
    return replace(
        report, text=tuple(lines), part=part, parts=parts, truncated=report.truncated or part < parts
    )


async def _silent(_step: str) -> None:
    """Tell nobody."""
