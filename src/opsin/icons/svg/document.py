"""A whole SVG file out of a checked drawing: its size, its colour, and ids that no other file has."""

import re
from collections.abc import Mapping
from hashlib import blake2s

from opsin.errors import InvalidInput
from opsin.icons.svg.colours import CURRENT, checked_colour
from opsin.icons.svg.references import used
from opsin.icons.svg.tree import SVG, Element, SafeBody, number, quoted
from opsin.icons.svg.values import retargeted
from opsin.icons.svg.vocabulary import ATTRIBUTES, Kind

LARGEST = 4096
"""Pixels of the longer side of a file."""

_CURRENT = re.compile(rf"\b{CURRENT}\b", re.IGNORECASE)
_COLOURED = frozenset({Kind.PAINT, Kind.COLOUR, Kind.ANIMATION_VALUES})


def document(body: SafeBody, *, size: int | None = None, color: str | None = None, ids: str = "") -> str:
    """Write a drawing as an SVG file.

    Args:
        body: The drawing.
        size: Pixels of its height; the width follows from the view box. None for those of the view box itself.
        color: A colour of CSS in place of `currentColor`; None leaves that to the page.
        ids: What makes its ids its own, such as the icon's id. Two files with other texts share no id.

    Raises:
        InvalidInput: the size or the colour cannot be used.
    """
    drawing = coloured(with_own_ids(body, ids), color)
    attributes = "".join(f" {name}={quoted(value)}" for name, value in frame(body, size).items())
    return f'<svg xmlns="{SVG}"{attributes}>{drawing.markup}</svg>'


def frame(body: SafeBody, size: int | None = None) -> dict[str, str]:
    """The attributes of the `svg` element: width, height and view box.

    Raises:
        InvalidInput: the size cannot be used.
    """
    width, height = dimensions(body.width, body.height, size)
    box = (body.left, body.top, body.width, body.height)
    return {"width": number(width), "height": number(height), "viewBox": " ".join(map(number, box))}


def dimensions(box_width: float, box_height: float, size: int | None) -> tuple[float, float]:
    """Width and height of a file whose height is asked for, or is that of its view box.

    Raises:
        InvalidInput: the size is none, or too large.
    """
    if size is None:
        scale = min(1.0, LARGEST / max(box_width, box_height))
        return box_width * scale, box_height * scale
    width = max(1.0, size * box_width / box_height)
    if size < 1 or max(size, width) > LARGEST:
        raise InvalidInput(
            f"An icon of {size} pixels has no size, or more than {LARGEST} pixels a side.",
            hint=f"Give a height from 1 to {max(1, int(LARGEST * min(1.0, box_height / box_width)))} pixels.",
        )
    return width, float(size)


def with_own_ids(body: SafeBody, ids: str) -> SafeBody:
    """Give a drawing ids that begin with a digest of a text, and of the drawing itself; the same each time."""
    wanted = list(
        dict.fromkeys(
            name
            for element in body.walk()
            for name in (*filter(None, (element.attributes.get("id"),)), *used(element))
        )
    )
    if not wanted:
        return body
    digest = blake2s(f"{ids}\0{body.markup}".encode(), digest_size=5).hexdigest()
    names = {name: f"i{digest}{_letters(place)}" for place, name in enumerate(wanted)}

    def renamed(element: Element) -> Mapping[str, str]:
        return {name: retargeted(name, value, names) for name, value in element.attributes.items()}

    return body.mapped(renamed)


def coloured(body: SafeBody, color: str | None) -> SafeBody:
    """Put a colour in place of `currentColor`, wherever that stands; None leaves it.

    Raises:
        InvalidInput: it is no colour.
    """
    if color is None:
        return body
    wanted = checked_colour(color)

    def painted(element: Element) -> Mapping[str, str]:
        return {
            name: _CURRENT.sub(wanted, value) if ATTRIBUTES[name] in _COLOURED else value
            for name, value in element.attributes.items()
        }

    return body.mapped(painted)


def _letters(place: int) -> str:
    text = ""
    while True:
        place, letter = divmod(place, 26)
        text = chr(ord("a") + letter) + text
        if place == 0:
            return text
