"""Captions: one line of text, made to fit its width, in a font that has every letter of it."""

import re
import unicodedata
from dataclasses import dataclass

from PIL import Image

from opsin.sheet.typefaces import Typeface, packaged_typeface, typeface_for
from opsin.text import clean

ELLIPSIS = "…"
SEPARATOR = " · "
_MAX_CHARACTERS = 200
_SIZE = re.compile(r"\d+×\d+")

# Emoji, private and unassigned characters: dropped one by one where no packaged glyph shows them, for a caption says the
# same without them. A letter that is missing would change what it says.
_DISPENSABLE = frozenset({"So", "Sk", "Cn", "Co", "Cs", "Cf", "Cc"})


@dataclass(frozen=True, slots=True)
class Line:
    """A text that fits its width, and the type to draw it in."""

    text: str
    typeface: Typeface
    size: int


def fit_line(text: str, *, width: int, size: int) -> Line | None:
    """Make a text fit a width in pixels, in type of a size in pixels.

    Too long a text ends in an ellipsis. None where nothing is left, or where no font has all of its letters:
    a caption that is not there is better than boxes.
    """
    wanted, typeface = _prepared(text)
    if typeface is None:
        return None
    fitted = _beginning(wanted, typeface, size, width)
    return Line(fitted, typeface, size) if fitted else None


def fit_caption(text: str, *, width: int, size: int) -> Line | None:
    """Make a caption of parts (`size · licence · host`) fit, as `fit_line` does, but never cut into a licence.

    "CC BY-NC" cut short reads as "CC BY": so parts that do not fit go as a whole, the last ones first. Of a
    host the end is kept, which says whose it is; a size may be cut at its end. The licence is the part after the
    size, or the first where there is no size: it is whole or not there.
    """
    wanted, typeface = _prepared(text)
    if typeface is None:
        return None
    parts = wanted.split(SEPARATOR)
    has_size = _SIZE.fullmatch(parts[0]) is not None
    licence = 1 if has_size else 0
    while len(parts) > 1 and not typeface.fits(SEPARATOR.join(parts), size, width):
        last = parts.pop()
        start = SEPARATOR.join(parts) + SEPARATOR
        is_host = len(parts) > licence
        end = _end_of_host(last, typeface, size, width - typeface.length(start, size)) if is_host else ""
        if end:
            return Line(start + end, typeface, size)
    if has_size:
        fitted = _beginning(parts[0], typeface, size, width) if len(parts) == 1 else SEPARATOR.join(parts)
        return Line(fitted, typeface, size) if fitted else None
    whole = SEPARATOR.join(parts)
    return Line(whole, typeface, size) if typeface.fits(whole, size, width) else None


def draw_line(
    image: Image.Image,
    line: Line,
    at: tuple[int, int],
    colour: tuple[int, int, int],
    *,
    centred: bool = False,
) -> None:
    """Draw a line of text, hung by the middle of its left side or, centred, by the middle of all of it."""
    mask = line.typeface.mask(line.text, line.size)
    x = at[0] - mask.width // 2 if centred else at[0]
    image.paste(colour, (x, at[1] - mask.height // 2), mask)


def _prepared(text: str) -> tuple[str, Typeface | None]:
    """The text as it may be drawn, and the font for it; no font where there is nothing to draw or none has it all."""
    packaged = packaged_typeface()
    cleaned = clean(text, _MAX_CHARACTERS)
    if not cleaned.isascii():
        cleaned = " ".join(
            "".join(
                character
                for character in cleaned
                if unicodedata.category(character) not in _DISPENSABLE or packaged.has(character)
            ).split()
        )
    return cleaned, typeface_for(cleaned) if cleaned else None


def _beginning(text: str, typeface: Typeface, size: int, width: float) -> str:
    """The longest beginning of the text that fits together with an ellipsis, or the text itself."""
    if typeface.fits(text, size, width):
        return text
    shown, beyond = 0, len(text)
    while beyond - shown > 1:
        middle = (shown + beyond) // 2
        if typeface.fits(text[:middle].rstrip() + ELLIPSIS, size, width):
            shown = middle
        else:
            beyond = middle
    return text[:shown].rstrip(" ·—-,") + ELLIPSIS if shown else ""


def _end_of_host(host: str, typeface: Typeface, size: int, width: float) -> str:
    """The most labels from a host name's end that fit behind an ellipsis, at least two: half a label is another name."""
    labels = host.split(".")
    if " " in host:
        return ""
    ends = (ELLIPSIS + ".".join(labels[first:]) for first in range(1, len(labels) - 1))
    return next((end for end in ends if typeface.fits(end, size, width)), "")
