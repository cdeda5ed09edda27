"""What the boxes of a layout are: buttons, fields, tick boxes, panels. A role is given only where the form says it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

from opsin.text import clean
from opsin.vision.facts.colour_names import Rgb, colour_name, hex_of, hue_family, oklab, oklch
from opsin.vision.facts.drawn_box import DrawnBox
from opsin.vision.facts.written import MOST_CHARACTERS, Box, Piece, after_tick, area, inside

MOST_BOXES = 60
# Sizes are in pixels where type has 14.
_BUTTON_HEIGHTS = (18, 66)
_FIELD_HEIGHTS = (18, 66)
_BUTTON_WIDTH = 420
_BUTTON_CHARACTERS = 40
_FIELD_WIDTH = 90
_TICK = (11, 26)
_NEUTRAL = 0.02
"""Chroma up to which a filling has no hue."""
_SYMBOL = 12
_LABEL_GAP = 14
_LABEL_OVERLAP = 2
_LABEL_CHARACTERS = 48
_SEPARATE = 0.9

_DECISION = re.compile(
    r"(ok|okay|yes|no|cancel|close|save|don[\u2019']t save|delete|discard|retry|abort|ignore|continue|confirm|apply|allow"
    r"|deny|accept|decline|remove|quit|later|not now|skip|abbrechen|ja|nein|annuler|oui|non|iptal|tamam|evet|hay\u0131r"
    r"|aceptar|cancelar|取消|确定|确认|キャンセル|はい|いいえ)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class LayoutBox:
    """A box of a layout.

    Attributes:
        role: "button", "input", "tick box", "notice", "dialog", "panel", "bar" or "box".
        text: What is written in it; outside text.
        label: What is written beside or above it and belongs to it; outside text.
        state: "ticked" or "not ticked" of a tick box; else empty.
    """

    role: str
    drawn: DrawnBox
    text: str
    label: str = ""
    state: str = ""

    def to_json(self) -> dict[str, Any]:
        """Give the box as JSON values; what is not there is left out."""
        told: dict[str, Any] = {"role": self.role, "box": list(self.drawn.box)}
        named = (("text", self.text), ("label", self.label), ("state", self.state))
        told |= {key: value for key, value in named if value}
        if self.role == "input" and self.drawn.content is None:
            told["empty"] = True
        if self.role == "input" and self.drawn.content is not None and self.drawn.pieces:
            beyond = self.drawn.content[1] - max(piece.box[2] for piece in self.drawn.pieces)
            if beyond >= _SYMBOL:
                told["symbol_at_right"] = True
        for key, rgb in (("fill", self.drawn.fill), ("border", self.drawn.border)):
            if rgb is not None:
                told[key] = {"hex": hex_of(rgb), "name": colour_name(rgb)}
                if hue_family(rgb):
                    told[key]["hue"] = hue_family(rgb)
        return told


def layout_boxes(
    boxes: list[DrawnBox], written: list[Piece], size: tuple[int, int], unit: float
) -> list[LayoutBox]:
    """Tell the roles of boxes, from the top down; at most 60, of which those with a role come first.

    Args:
        boxes: As they are drawn.
        written: All text of the picture.
        size: Of the picture, in pixels.
        unit: How much larger its type is than 14 pixels.
    """
    grid = _cells(boxes)
    judged = [_told(one, written, size, unit) for place, one in enumerate(boxes) if place not in grid]
    told = _with_dialogs([one for one in judged if one is not None])
    if len(told) > MOST_BOXES:
        told.sort(key=lambda one: (one.role == "box", -area(one.drawn.box)))
        told = told[:MOST_BOXES]
    return sorted(told, key=lambda one: (one.drawn.box[1] // 8, one.drawn.box[0]))


def _cells(boxes: list[DrawnBox]) -> set[int]:
    """Cells of tables: boxes of the same height that share sides with others of the same row."""
    found = set()
    for place, one in enumerate(boxes):
        touching = sum(
            abs(one.box[1] - other.box[1]) <= 1
            and abs(one.box[3] - other.box[3]) <= 1
            and min(abs(one.box[2] - other.box[0]), abs(one.box[0] - other.box[2])) <= 1
            for number, other in enumerate(boxes)
            if number != place
        )
        if touching:
            found.add(place)
    return found


def _told(one: DrawnBox, written: Sequence[Piece], size: tuple[int, int], unit: float) -> LayoutBox | None:
    if _is_tick(one, unit):
        label = _right_of(one.box, written, unit)
        return LayoutBox("tick box", one, "", label, _ticked(one)) if label else None
    own = [piece.text for piece in one.pieces] or [
        piece.text for piece in written if inside(piece.box, one.box)
    ][:1]
    text = clean(" / ".join(own), MOST_CHARACTERS)
    label = _above(one.box, written, unit)
    role = _role(one, label, size, unit)
    if role == "box" and _says_nothing(one, size, unit, known=bool(written)):
        return None
    return LayoutBox(role, one, text, label if role == "input" else "")


def _role(one: DrawnBox, label: str, size: tuple[int, int], unit: float) -> str:
    tinted = one.filled and one.fill is not None and _is_tinted(one.fill, one.ground)
    large = one.width >= 120 * unit and one.height >= 60 * unit
    rules = (
        ("bar", _is_bar(one, size)),
        ("button", _is_button(one, unit)),
        ("input", bool(label) and not tinted and _is_field(one, unit)),
        (
            "notice",
            tinted
            and bool(one.pieces)
            and not one.inner
            and one.width > 2 * one.height
            and _begins_left(one, 2 * unit),
        ),
        (
            "panel",
            large
            and area(one.box) < _SEPARATE * size[0] * size[1]
            and (one.inner > 0 or len(one.pieces) > 1),
        ),
    )
    return next((role for role, holds in rules if holds), "box")


def _is_tinted(fill: Rgb, ground: Rgb | None) -> bool:
    """Whether a filling has a hue that its ground has not: all greys of a dark theme may be a little blue."""
    if oklch(fill)[1] <= _NEUTRAL:
        return False
    if ground is None:
        return True
    one, other = oklab(fill), oklab(ground)
    return hypot(one[1] - other[1], one[2] - other[2]) > _NEUTRAL


def _says_nothing(one: DrawnBox, size: tuple[int, int], unit: float, *, known: bool) -> bool:
    """Whether a box without a role is not worth a word: empty and small, not of one colour, or nearly the whole."""
    if one.fill is None or (one.width >= 0.98 * size[0] and one.height >= 0.5 * size[1]):
        return True
    if one.pieces or one.inner:
        return False
    # Without text recognition the strokes of large letters cannot be told from small boxes.
    least = (30, 16) if known else (40, 20)
    return one.width < least[0] * unit or one.height < least[1] * unit


def _is_field(one: DrawnBox, unit: float) -> bool:
    """A single line that begins at the left, or nothing, in a bordered box as high as a line with its margins."""
    if one.border is None or one.inner or one.fill is None:
        return False
    return (
        _has_height(one, _FIELD_HEIGHTS, unit)
        and one.width >= _FIELD_WIDTH * unit
        and _begins_left(one, unit)
    )


def _is_bar(one: DrawnBox, size: tuple[int, int]) -> bool:
    along = one.box[1] <= 1 or one.box[3] >= size[1] - 1
    return along and one.width >= 0.98 * size[0] and 16 <= one.height <= 0.16 * size[1]  # noqa: PLR2004


def _has_height(one: DrawnBox, heights: tuple[int, int], unit: float) -> bool:
    return heights[0] * unit <= one.height <= heights[1] * unit


def _is_button(one: DrawnBox, unit: float) -> bool:
    """One short text in the very middle, with room on both sides, in a box that stands out."""
    if len(one.pieces) != 1 or one.inner or not _has_height(one, _BUTTON_HEIGHTS, unit):
        return False
    if one.width > _BUTTON_WIDTH * unit or not (one.filled or one.border):
        return False
    piece = one.pieces[0]
    if one.content is None:
        return False
    before, after = one.content[0] - one.box[0], one.box[2] - one.content[1]
    if one.content[1] - one.content[0] > 1.5 * (piece.box[2] - piece.box[0]) + 30 * unit:
        # A text at the left and a symbol at the right end are in the middle together: that is a choice.
        return False
    above, below = piece.box[1] - one.box[1], one.box[3] - piece.box[3]
    # Text that begins at the left and happens to end as far from the right is a field's, or a cell's.
    roomy = min(before, after) >= 6 * unit if one.filled else min(before, after) >= 12 * unit
    return (
        roomy
        and abs(before - after) <= 8 * unit
        and abs(above - below) <= 8 * unit
        and len(piece.text) <= _BUTTON_CHARACTERS
    )


def _begins_left(one: DrawnBox, unit: float) -> bool:
    return one.content is None or (len(one.pieces) <= 2 and one.content[0] - one.box[0] <= 44 * unit)  # noqa: PLR2004


def _is_tick(one: DrawnBox, unit: float) -> bool:
    low, high = _TICK[0] * unit, _TICK[1] * unit
    square = abs(one.width - one.height) <= max(1.0, 0.1 * one.height)
    return (
        square
        and low <= one.height <= high
        and not one.inner
        and not any(len(p.text) > 1 for p in one.pieces)
    )


def _ticked(one: DrawnBox) -> str:
    if one.border is not None and one.even == 1.0 and not one.filled:
        return "not ticked"
    if one.filled and one.fill is not None and hue_family(one.fill) and one.even < 0.97:  # noqa: PLR2004
        return "ticked"
    return ""


def _right_of(box: Box, written: Sequence[Piece], unit: float) -> str:
    near = [piece for piece in written if box[1] - 4 <= piece.middle[1] <= box[3] + 4]
    right = [piece for piece in near if 0 <= piece.box[0] - box[2] <= 16 * unit]
    if right:
        return min(right, key=lambda piece: piece.box[0]).text
    # The tick may have been read as the first sign of the label.
    return next(filter(None, (after_tick(p.text) for p in near if abs(p.box[0] - box[0]) <= 8 * unit)), "")


def _above(box: Box, written: Sequence[Piece], unit: float) -> str:
    near = [
        piece
        for piece in written
        if -_LABEL_OVERLAP <= box[1] - piece.box[3] <= _LABEL_GAP * unit
        and abs(piece.box[0] - box[0]) <= 14 * unit
        and len(piece.text) <= _LABEL_CHARACTERS
        and piece.box[2] <= box[2] + 4
    ]
    return max(near, key=lambda piece: piece.box[3]).text if near else ""


def _with_dialogs(told: list[LayoutBox]) -> list[LayoutBox]:
    """Call a panel a dialog where two buttons that decide something stand side by side at its lower edge."""
    kept: list[LayoutBox] = []
    for one in told:
        role = one.role
        box = one.drawn.box
        if role in {"panel", "box"} and one.drawn.inner:
            buttons = [
                other.drawn.box
                for other in told
                if other.role == "button"
                and _DECISION.fullmatch(other.text)
                and inside(other.drawn.box, box)
                and other.drawn.box[1] > box[1] + 0.55 * one.drawn.height
            ]
            rows = {(button[1] + button[3]) // 2 for button in buttons}
            within = any(inside(box, other.drawn.box) and other.role == "dialog" for other in kept)
            inputs = within or any(other.role == "input" and inside(other.drawn.box, box) for other in told)
            if len(buttons) > 1 and max(rows) - min(rows) <= 4 and not inputs:  # noqa: PLR2004
                role = "dialog"
        kept.append(replace(one, role=role))
    return kept
