"""The last guard before an answer goes out: clients cut, drop or refuse what is too large, so it is made to fit.

Measured with real clients: text over about 10,000 characters or 200 lines is cut in the middle or moved to a
file, a picture over 1568 px is scaled down, and a result of more than 1,048,576 characters is refused whole.
The guard shortens and re-encodes; it never fails.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from itertools import islice
from typing import Any

from opsin.server.answers import Answer, AnswerFile
from opsin.settings import Settings
from opsin.text import FENCE_END, FENCE_START, aligned, clean, fence
from opsin.threads import ORIGINALS

log = logging.getLogger(__name__)

LOST_PICTURE = "The picture could not be made to fit this answer and is left out; tell the user."

ENCODE_WITHIN_S = 5.0
"""Seconds for encoding a picture anew."""

_LINE_CHARACTERS = 1_000
_ENVELOPE_CHARACTERS = 4_000
_SHOWN_FORMATS = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp"}


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most that an answer may have."""

    characters: int = 10_000
    lines: int = 200
    picture_bytes: int = 500_000
    picture_edge: int = 1_568
    result_characters: int = 900_000


Encode = Callable[[bytes, int, int], bytes]
"""A picture, the most bytes and the longest side in pixels, to a JPEG within both."""


def bounds_for(settings: Settings) -> Bounds:
    """The bounds in force: a larger canvas or picture that a setting asks for is let through."""
    plain = Bounds()
    return replace(
        plain,
        picture_bytes=settings.picture_max_bytes,
        picture_edge=max(plain.picture_edge, settings.canvas),
    )


async def guard(
    answer: Answer, bounds: Bounds, encode: Encode | None = None, *, within_s: float = ENCODE_WITHIN_S
) -> Answer:
    """Make an answer fit its bounds. It waits only where a picture has to be encoded anew, in a thread.

    Args:
        answer: What a tool answered.
        bounds: The most of each.
        encode: How a picture is made smaller; `opsin.pixels` does it when None.
        within_s: Seconds for that; a picture that takes longer is left out.
    """
    answer = _guard_text(answer, bounds)
    room = bounds.result_characters - _ENVELOPE_CHARACTERS - len(_json(answer.text))
    data = _guard_data(answer.data, room // 3 if answer.picture else room // 2, answer.keep_blanks)
    # Data may go out twice: as structuredContent and, beside a picture, in `_meta`.
    room -= 2 * len(_json(data))
    answer = _guard_files(replace(answer, data=data), room, bounds)
    return await _guard_picture(answer, min(bounds.picture_bytes, room * 3 // 4), bounds, encode, within_s)


def _guard_text(answer: Answer, bounds: Bounds) -> Answer:
    """Leave out lines from the end: those from outside first, then our own; the fence stays whole."""
    lines = _split(answer.lines, bounds.lines)
    # More lines than are let out need not be cleaned.
    fenced = fence(answer.outside[: bounds.lines], _LINE_CHARACTERS, keep_blanks=answer.keep_blanks)
    total = sum(line.count("\n") + 1 for line in answer.lines) + len(answer.outside)

    most, room = bounds.lines - 1, bounds.characters - len(_told(total)) - 1
    kept = _fitting(lines, most, room)
    marks = [*fenced[:1], *fenced[-1:]]
    outside = _fitting(fenced[1:-1], most - len(kept) - len(marks), room - _length([*kept, *marks]))
    if len(kept) < len(lines):
        outside = []
    if left_out := total - len(kept) - len(outside):
        kept.append(_told(left_out))
    return replace(answer, lines=tuple(kept), outside=answer.outside[: len(outside)])


def _told(left_out: int) -> str:
    return f"({left_out} further lines were left out to keep this answer short.)"


def _split(lines: Sequence[str], most: int) -> list[str]:
    """Single lines, clean and of bounded length; one more than is let out tells that there are more."""
    parts = (part for line in lines for part in line.split("\n"))
    return [clean(part, _LINE_CHARACTERS) for part in islice(parts, most + 1)]


def _fitting(lines: Sequence[str], most: int, characters: int) -> list[str]:
    """The first lines that fit in, their line ends counted."""
    kept = []
    for line in lines[: max(most, 0)]:
        characters -= len(line) + 1
        if characters < 0:
            break
        kept.append(line)
    return kept


def _length(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _guard_data(data: Mapping[str, Any] | None, room: int, keep_blanks: bool) -> Mapping[str, Any] | None:
    """Clean every string, and shorten them all while the data is too large; data that stays so is left out."""
    if data is None:
        return None
    visible = aligned if keep_blanks else clean
    # A report has one long text, its answer; other data has many.
    for longest in (16_000, 4_000, 1_000, 200, 50)[0 if keep_blanks else 1 :]:
        cut = _each_text(data, partial(_shortened, longest=longest))
        if 2 * len(_json(cut)) > room:
            continue
        cleaned: Mapping[str, Any] = _each_text(cut, partial(_clean_lines, longest=longest, visible=visible))
        if 2 * len(_json(cleaned)) <= room:
            return cleaned
    log.warning("data too large for an answer is left out")
    return None


def _shortened(text: str, longest: int) -> str:
    """The beginning of a text; of a fence whole lines, between its marks: one without its end would take in what follows."""
    if not text.startswith(FENCE_START):
        return text[:longest]
    marks = [FENCE_START, FENCE_END]
    inner = text.split("\n")[1:-1]
    kept = _fitting(inner, len(inner), longest - _length(marks))
    return "\n".join([FENCE_START, *kept, FENCE_END]) if kept else ""


def _clean_lines(text: str, longest: int, visible: Callable[[str, int], str]) -> str:
    """Without lone surrogates, which no client can be sent, and the rest that `clean` takes away; lines stay."""
    return "\n".join(visible(line, longest) for line in text.split("\n"))


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {str(key): _each_text(inner, change) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_each_text(inner, change) for inner in value]
    return value


def _guard_files(answer: Answer, room: int, bounds: Bounds) -> Answer:
    """Leave out files from the end that make the answer too long."""
    kept: list[AnswerFile] = []
    for file in answer.files:
        text = file.data.decode("utf-8", "replace") if file.as_text else ""
        room -= (len(_json(text)) if file.as_text else len(file.data) * 4 // 3) + len(file.uri) + 300
        if room < 0:
            break
        kept.append(file)
    if len(kept) == len(answer.files):
        return answer
    lost = f"{len(answer.files) - len(kept)} of the files did not fit this answer and are left out."
    return _guard_text(replace(answer, lines=(lost, *answer.lines), files=tuple(kept)), bounds)


async def _guard_picture(
    answer: Answer, most_bytes: int, bounds: Bounds, encode: Encode | None, within_s: float
) -> Answer:
    if not answer.picture:
        return answer
    mime, edge = _measure(answer.picture)
    if mime and edge <= bounds.picture_edge and len(answer.picture) <= most_bytes:
        return replace(answer, mime=mime)
    try:
        async with asyncio.timeout(within_s):
            smaller = await ORIGINALS.run(encode or _encode, answer.picture, most_bytes, bounds.picture_edge)
    except Exception as why:  # noqa: BLE001
        # Whatever it was, the text must still go out.
        log.warning(
            "a picture of %d bytes left out of an answer: %s", len(answer.picture), type(why).__name__
        )
        return _guard_text(replace(answer, lines=(LOST_PICTURE, *answer.lines), picture=b""), bounds)
    return replace(answer, picture=smaller, mime="image/jpeg")


def _measure(picture: bytes) -> tuple[str, int]:
    """The media type, empty if clients do not show it, and the longest side, from the picture's head."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(picture), formats=list(_SHOWN_FORMATS)) as image:
            return _SHOWN_FORMATS.get(image.format or "", ""), max(image.size)
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        return "", 0


def _encode(picture: bytes, most_bytes: int, edge: int) -> bytes:
    from opsin.pixels.decode import decode_original
    from opsin.pixels.encode import encode_jpeg
    from opsin.pixels.ground import on_ground

    return encode_jpeg(on_ground(decode_original(picture, max_edge=edge).image), max_bytes=most_bytes)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
