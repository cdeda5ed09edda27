"""A look at several small pictures at once: each described in a line, by a model of this machine or by opsin itself.

A model is asked about each where one answers in time; else opsin says what can be measured and read. What was said of a
picture is kept, so that the same look again goes on where this one ended, and one that is repeated is there at once.
Words of a model, and text that was read, are outside text.
"""

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from opsin.background import Background, Tell
from opsin.errors import OpsinError
from opsin.in_time import end
from opsin.ocr.lines import Read
from opsin.ocr.reading import available, read_text
from opsin.pixels.isolated.originals import pixels_of
from opsin.pixels.plain import PlainPixels
from opsin.pixels.region import WHOLE
from opsin.services import Services
from opsin.threads import PIXELS, STORE
from opsin.vision.choosing import model_engine
from opsin.vision.engines.base import ModelEngine
from opsin.vision.glance.model import glance_question, read_glance
from opsin.vision.glance.telling import OPSIN, Description, notes_of
from opsin.vision.glance.words import TEXT_CHARACTERS, glance_words
from opsin.vision.masking import masked_read
from opsin.vision.refused import Code, VisionRefused

log = logging.getLogger(__name__)

AT_ONCE = 2
"""Cells that a model is asked about at a time."""

HEAD_START_S = 2.0
"""A model that is awake answers sooner than text is read, and the reading is spared."""

_READ_S = 10.0
_GRACE_S = 0.4
_CELL_PIXELS, _PICTURE_PIXELS = 160_000, 1_300_000
_PICTURE_TEXT_CHARACTERS = 600
_OF_ONE_PICTURE = frozenset({Code.INVALID_RESPONSE, Code.EMPTY_REPORT, Code.TIMEOUT})
"""What speaks against one answer; after anything else the model is not asked about the other cells."""

OnProgress = Callable[[int, int, str], Awaitable[None]]
Load = Callable[[], Awaitable[bytes]]
ReadText = Callable[[PlainPixels], Awaitable[Read]]


async def describe_pictures(
    services: Services,
    loads: Sequence[Load | None],
    within_s: float | None,
    progress: OnProgress | None,
    *,
    alone: bool = False,
    read: ReadText | None = None,
    head_start_s: float = HEAD_START_S,
) -> tuple[list[Description], tuple[str, ...]]:
    """Describe pictures, all at the same time.

    Args:
        services: The settings, the store, the way to model servers, and the work that goes on after an answer.
        loads: Each gives the bytes of a picture; None for one that there is nothing to see of.
        within_s: Seconds that it may take; None waits for all of it.
        progress: Told how many are described.
        alone: It is one picture, looked at from close by.
        read: Reads the text of pixels; `opsin.ocr` when None.
        head_start_s: Seconds that a model has before opsin begins with words of its own.

    Returns:
        The description of each, and what else is to be known, a sentence each.
    """
    until = None if within_s is None else time.monotonic() + within_s
    looking = _Looking(services, until, alone, read, head_start_s)
    wanted = sum(load is not None for load in loads)
    done = 0

    async def one(load: Load | None) -> Description:
        nonlocal done
        if load is None:
            return Description()
        try:
            described = await looking.at(load)
        except Exception as why:
            # One picture's unforeseen trouble must not lose the others.
            log.warning("a picture could not be described: %s", type(why).__name__)
            log.debug("the details", exc_info=True)
            described = Description(pending=True)
        done += 1
        if progress is not None:
            await progress(done, wanted, f"{done} of {wanted} described")
        return described

    tasks = [asyncio.ensure_future(one(load)) for load in loads]
    try:
        await asyncio.wait(tasks, timeout=None if within_s is None else within_s + _GRACE_S)
    finally:
        await end(tasks)
    late = Description(pending=True)
    described = [late if task.cancelled() else task.result() for task in tasks]
    return described, tuple(
        notes_of(described, [load is not None for load in loads], looking.refused, looking.failed)
    )


class _Looking:
    """One look at some pictures."""

    def __init__(
        self, services: Services, until: float | None, alone: bool, read: ReadText | None, head_start_s: float
    ) -> None:
        self.services = services
        self.until = until
        self.alone = alone
        self.head_start_s = head_start_s
        self.read = read or partial(read_text, within_s=_READ_S)
        self.engine: ModelEngine | None = None
        self.refused: VisionRefused | None = None
        self.failed: list[VisionRefused] = []
        try:
            self.engine = model_engine(services)
        except VisionRefused as refused:
            self.refused = refused

    @property
    def left(self) -> float | None:
        return None if self.until is None else max(0.0, self.until - time.monotonic())

    async def at(self, load: Load) -> Description:
        """Describe one picture: a model's words if they are here in time, else opsin's own."""
        try:
            data = await load()
        except OpsinError:
            return Description(pending=True)
        digest = hashlib.sha256(data).hexdigest()
        by_model, by_opsin = self._model_key(digest), self._own_key(digest)
        if by_model and (kept := await self._kept(by_model)) is not None:
            return kept
        words = await self._kept(by_opsin)
        if words is not None and self.engine is None:
            return words
        try:
            pixels = await pixels_of(
                data, region=WHOLE, page=1, most_pixels=_PICTURE_PIXELS if self.alone else _CELL_PIXELS
            )
        except OpsinError:
            return Description(pending=True)
        asked = asyncio.ensure_future(self._told_by_model(by_model, pixels))
        own = asyncio.ensure_future(self._told_by_opsin(by_opsin, pixels, words, asked))
        try:
            told = await asked
            if told.text:
                return told
            words = await own
        finally:
            asked.cancel()
            own.cancel()
            await asyncio.gather(asked, own, return_exceptions=True)
        return Description(pending=True) if words is None else replace(words, pending=told.pending)

    async def _told_by_model(self, key: str, pixels: PlainPixels) -> Description:
        if self.engine is None:
            return Description()
        try:
            told = await self._collect(key, partial(self._ask, self.engine, pixels, key))
        except VisionRefused as refused:
            if refused.error_code in _OF_ONE_PICTURE:
                self.failed.append(refused)
            else:
                self.refused = refused
            return Description()
        return Description(pending=True) if told is None else told

    async def _told_by_opsin(
        self, key: str, pixels: PlainPixels, known: Description | None, asked: "asyncio.Future[Description]"
    ) -> Description | None:
        """Opsin's own words; a model that is awake gets a head start, which spares the work."""
        if known is not None:
            return known
        await asyncio.wait({asked}, timeout=self.head_start_s)
        if asked.done() and asked.result().text:
            return None
        return await self._collect(key, partial(self._own_words, pixels, key))

    async def _collect(
        self, key: str, work: Callable[[Tell], Coroutine[Any, Any, Description]]
    ) -> Description | None:
        return await self.services.background.collect(key, work, within_s=self.left)

    async def _ask(self, engine: ModelEngine, pixels: PlainPixels, key: str, _tell: Tell) -> Description:
        settings = self.services.settings
        async with _lines.setdefault(self.services.background, asyncio.Semaphore(AT_ONCE)):
            if self.refused is not None:
                raise self.refused
            seconds = settings.vision_timeout_ms / 1000
            question = await PIXELS.run(glance_question, pixels, settings, seconds=seconds)
            try:
                reply = await engine.ask(question, _silent)
            except VisionRefused as refused:
                if refused.error_code not in _OF_ONE_PICTURE:
                    # The others of this look are in line behind this one.
                    self.refused = refused
                raise
        text = read_glance(reply, mask_secrets=settings.vision_mask_secrets)
        warning = next((note for note in reply.notes if note.startswith("WARNING")), "")
        return await self._keep(key, Description(text, reply.model, warning=warning))

    async def _own_words(self, pixels: PlainPixels, key: str, _tell: Tell) -> Description:
        read = await self.read(pixels)
        if self.services.settings.vision_mask_secrets:
            read, _ = masked_read(read)
        most = _PICTURE_TEXT_CHARACTERS if self.alone else TEXT_CHARACTERS
        text = await PIXELS.run(glance_words, pixels, read, text_characters=most)
        described = Description(text, OPSIN)
        return await self._keep(key, described) if read.whole or not read.engine else described

    def _model_key(self, digest: str) -> str:
        if self.engine is None:
            return ""
        settings = self.services.settings
        who = (
            self.engine.name,
            settings.vision_model,
            settings.vision_ollama_host,
            settings.vision_openai_url,
            settings.vision_mask_secrets,
        )
        return f"described:{hashlib.sha256(repr(who).encode()).hexdigest()[:16]}:{digest}"

    def _own_key(self, digest: str) -> str:
        settings = self.services.settings
        return f"described:{OPSIN}:{self.alone:d}{settings.vision_mask_secrets:d}{not available():d}:{digest}"

    async def _kept(self, key: str) -> Description | None:
        with suppress(OpsinError):
            kept = await STORE.run(self.services.store.get_state, key)
            if kept is not None and all(isinstance(kept.get(name), str) for name in ("text", "by")):
                return Description(kept["text"], kept["by"])
        return None

    async def _keep(self, key: str, described: Description) -> Description:
        # What is kept only saves work.
        with suppress(OpsinError):
            await STORE.run(self.services.store.keep, (), {key: {"text": described.text, "by": described.by}})
        return described


_lines: "WeakKeyDictionary[Background, asyncio.Semaphore]" = WeakKeyDictionary()
"""The line before the model of each event loop: it looks at a few pictures at a time, whoever asks."""


async def _silent(_step: str) -> None:
    """Tell nobody."""
