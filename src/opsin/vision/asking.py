"""A model asked about prepared images: first about the whole, then about the tiles in which its text is legible."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from opsin.background import Tell
from opsin.vision.degenerate import salvage
from opsin.vision.engines.base import ModelEngine, Question, Reply, Sent
from opsin.vision.prompt import build_prompt
from opsin.vision.refused import Code, VisionRefused
from opsin.vision.reply_parsing import Parsed, parse_reply
from opsin.vision.request import Detail, Look
from opsin.vision.schema import REPORT_SCHEMA
from opsin.vision.secrets import mask

MOST_TOKENS = {Detail.FAST: 2_048, Detail.STANDARD: 4_096}
_ANOTHER_SEED = 1


@dataclass(frozen=True, slots=True)
class Part:
    """What a model wrote about some pictures of one image, or about two whole images together."""

    image: int
    reply: Reply
    parsed: Parsed


@dataclass(frozen=True, slots=True)
class Asked:
    """All that a model wrote.

    Attributes:
        whole: Of the whole image, or of both.
        tiles: Of the tiles, in reading order.
        sent: Every picture that was sent.
        left_out: Tiles that were not asked about.
        notes: What the reader should know of how it was asked, a sentence each.
    """

    whole: Part
    tiles: tuple[Part, ...]
    sent: tuple[Sent, ...]
    left_out: int = 0
    notes: tuple[str, ...] = ()


async def ask_model(
    engine: ModelEngine,
    look: Look,
    images: Sequence[Sequence[Sent]],
    *,
    whole: Mapping[int, tuple[int, int]],
    seconds: float,
    max_chars: int,
    tell: Tell,
) -> Asked:
    """Ask about the whole, then about each tile while there is time for one more.

    Args:
        engine: Whom to ask.
        look: What the caller wants to know.
        images: Of each image the pictures that were prepared, the overview first.
        whole: Width and height of each upright image, by its number.
        seconds: The time for everything.
        max_chars: The longest answer.
        tell: Told what the engine is at.

    Raises:
        VisionRefused: the model has no answer about the whole.
    """
    clock = asyncio.get_running_loop().time
    end = clock() + seconds
    overview = [pictures[0] for pictures in images if pictures]
    ask = partial(_usable, engine, look, whole, end=end, max_chars=max_chars, tell=tell)
    first = await ask(overview, 1)
    took = seconds - (end - clock())
    tiles = [] if look.detail is Detail.FAST else [tile for pictures in images for tile in pictures[1:]]
    parts: list[Part] = []
    why = ""
    for number, tile in enumerate(tiles, 1):
        if end - clock() < took:
            why = f"There was time for {len(parts)} of {len(tiles)} tiles."
            break
        await tell(f"looking at tile {number} of {len(tiles)}")
        try:
            parts.append(await ask([tile], tile.image))
        except VisionRefused as refused:
            why = f"The model did not read tile {number} of {len(tiles)}: {refused.message}"
            break
    if look.detail is Detail.FAST and any(len(pictures) > 1 for pictures in images):
        why = "detail=fast asks the model about the reduced picture only."
    sent = (*overview, *tiles[: len(parts)])
    return Asked(first, tuple(parts), sent, len(tiles) - len(parts), (why,) if why else ())


async def _usable(
    engine: ModelEngine,
    look: Look,
    whole: Mapping[int, tuple[int, int]],
    pictures: Sequence[Sent],
    image: int,
    *,
    end: float,
    max_chars: int,
    tell: Tell,
) -> Part:
    """Ask, and once more with another seed where the answer is none.

    Raises:
        VisionRefused: the engine has no answer, or the second one is none either.
    """
    clock = asyncio.get_running_loop().time
    question = Question(
        prompt=build_prompt(look, pictures, whole=whole),
        pictures=tuple(pictures),
        schema=REPORT_SCHEMA,
        most_tokens=MOST_TOKENS[look.detail],
        seconds=max(0.1, end - clock()),
    )
    part = await _ask(engine, question, image, max_chars, tell)
    if not part.parsed.degenerate:
        return part
    left = end - clock()
    why = f"The model's answer was none: {part.parsed.degenerate}"
    if left > 1:
        await tell("asking once more, the first answer was none")
        again = replace(question, seconds=left, seed=question.seed + _ANOTHER_SEED)
        part = await _ask(engine, again, image, max_chars, tell)
        if not part.parsed.degenerate:
            return part
        why = f"Both answers of the model were none: {part.parsed.degenerate}"
    raise VisionRefused(
        Code.INVALID_RESPONSE,
        why,
        hint="Ask a narrower question, look at a region, or use another model (OPSIN_VISION_MODEL).",
        outside=mask(salvage(part.reply.content))[0][:300],
    )


async def _ask(engine: ModelEngine, question: Question, image: int, max_chars: int, tell: Tell) -> Part:
    reply = await engine.ask(question, tell)
    return Part(image, reply, parse_reply(reply.content, truncated=reply.truncated, max_chars=max_chars))
