"""What the worker answers, as JSON and bytes, and how much of it is believed.

A picture that took over the worker could answer anything. So every field is checked against what was asked, against
the limits, and against the file's own first bytes, before the server goes on with it.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypeGuard

from opsin.pixels.facts import Facts
from opsin.pixels.isolated.framing import BadMessage
from opsin.pixels.limits import ORIGINAL_SIDE
from opsin.pixels.plain import GROUND_NAMES, PlainPixels, scale_of, scaled_to_fit
from opsin.pixels.region import Region
from opsin.pixels.shown import Shown
from opsin.pixels.sniff import sniff_file
from opsin.text import clean

PROFILE_CHARACTERS = 200
MOST_NOTES = 16
MOST_PAGES = 1_000_000
NOTE_CHARACTERS = 200
"""A note's key and its text together."""

_MODE = re.compile(r"[A-Za-z0-9;]{1,8}")
_ORIENTATIONS = range(1, 9)
_FRAME_HEADER = re.compile(rb"\xff[\xc0-\xc2]", re.DOTALL)


def facts_to_json(facts: Facts) -> dict[str, Any]:
    """The facts as the worker sends them."""
    return asdict(facts)


def read_facts(told: object, data: bytes) -> Facts:
    """Read the facts about a file.

    Args:
        told: What the worker says.
        data: The file that it was given.

    Raises:
        BadMessage: a field is missing or has a value that it cannot have.
    """
    if not isinstance(told, Mapping):
        raise BadMessage("no facts")
    kind = sniff_file(data)
    if kind is None or told.get("format") != kind or told.get("size_bytes") != len(data):
        raise BadMessage("facts of another file")
    return Facts(
        format=kind,
        width=_number(told, "width", ORIGINAL_SIDE),
        height=_number(told, "height", ORIGINAL_SIDE),
        size_bytes=len(data),
        mode=_mode(told.get("mode")),
        animated=_flag(told, "animated"),
        has_alpha=_flag(told, "has_alpha"),
        orientation=_number(told, "orientation", max(_ORIENTATIONS)),
        profile=clean(_text(told.get("profile"), PROFILE_CHARACTERS), PROFILE_CHARACTERS),
        notes=_notes(told.get("notes")),
    )


def read_shown(told: Mapping[str, Any], jpeg: bytes, data: bytes, *, max_edge: int) -> Shown:
    """Read a picture that is to be shown.

    Raises:
        BadMessage: it is not a JPEG of the size that is told, or that was asked for, or its facts are bad.
    """
    width, height = _number(told, "width", max_edge), _number(told, "height", max_edge)
    if jpeg_size(jpeg) != (width, height):
        raise BadMessage("not the JPEG that is told of")
    return Shown(jpeg, width, height, read_facts(told.get("facts"), data))


def read_pixels(
    told: Mapping[str, Any], pixels: bytes, data: bytes, *, box: tuple[int, int]
) -> tuple[str, tuple[int, int], Facts]:
    """Read the mode and the size of raw pixels, and the facts of the file that they come from.

    Raises:
        BadMessage: the pixels are not as many as the size says, or more than was asked for, or the facts are bad.
    """
    mode = told.get("mode")
    channels = {"RGB": 3, "RGBA": 4}.get(mode) if isinstance(mode, str) else None
    width, height = _number(told, "width", box[0]), _number(told, "height", box[1])
    if channels is None or not isinstance(mode, str) or len(pixels) != width * height * channels:
        raise BadMessage("not the pixels that are told of")
    return mode, (width, height), read_facts(told.get("facts"), data)


def read_plain(
    told: Mapping[str, Any], rgb: bytes, data: bytes, *, region: Region, page: int, most_pixels: int
) -> PlainPixels:
    """Read the plain pixels of a region of a page.

    Raises:
        BadMessage: they are not those that were asked for, or the facts are bad.
    """
    facts = read_facts(told.get("facts"), data)
    box = region.box(facts.width, facts.height)
    size = scaled_to_fit((box[2] - box[0], box[3] - box[1]), most_pixels)
    if (told.get("width"), told.get("height")) != size or len(rgb) != size[0] * size[1] * 3:
        raise BadMessage("not the pixels that were asked for")
    ground, pages = told.get("ground"), _number(told, "pages", MOST_PAGES)
    shown = _number(told, "page", pages)
    if (ground not in GROUND_NAMES) if facts.has_alpha else (ground != ""):
        raise BadMessage("no such ground")
    # Of an animation that begins blank a later frame is shown, where none is asked for.
    if page not in {shown, 1}:
        raise BadMessage("another page")
    return PlainPixels(*size, rgb, facts, scale_of(size, box), box, str(ground), shown, pages)


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a JPEG from its frame header (ITU-T T.81, B.2.2); None where it is none or has no end."""
    if not data.startswith(b"\xff\xd8\xff") or not data.endswith(b"\xff\xd9"):
        return None
    at = 2
    while at + 9 <= len(data):
        if _FRAME_HEADER.match(data, at):
            height, width = (int.from_bytes(data[at + start : at + start + 2], "big") for start in (5, 7))
            return width, height
        if data[at] != 0xFF:  # noqa: PLR2004 - every segment begins so
            return None
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(told: Mapping[str, Any], name: str, most: int) -> int:
    value = told.get(name)
    if not _is_number(value) or not 1 <= value <= most:
        raise BadMessage(f"{name} cannot be so")
    return value


def _flag(told: Mapping[str, Any], name: str) -> bool:
    value = told.get(name)
    if not isinstance(value, bool):
        raise BadMessage(f"{name} is no flag")
    return value


def _text(value: object, most: int) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise BadMessage("no text, or too long a one")
    return value


def _mode(value: object) -> str:
    mode = _text(value, 8)
    if not _MODE.fullmatch(mode):
        raise BadMessage("no mode of pixels")
    return mode


def _notes(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_NOTES:
        raise BadMessage("no notes, or too many")
    return tuple(clean(_text(note, NOTE_CHARACTERS), NOTE_CHARACTERS) for note in value)
