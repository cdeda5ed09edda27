"""How the boxes of a layout changed from one image to another: texts, colours and states of boxes in the same place.

What a box is, and what is written in it, is judged in each image by itself, and may be judged differently where
something else changed. So nothing is told of a box whose own pixels are as they were.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from opsin.pixels.plain import PlainPixels
from opsin.vision.changed_pixels import ChangedPixels, in_these_pixels
from opsin.vision.difference import Difference
from opsin.vision.facts.sentences import place

_SLACK = 6
_MOST = 6
_ROLES = frozenset({"button", "input", "tick box", "notice", "dialog"})

_OUTLINE = 0.5
"""Share of its outline that has to have changed for a box to be gone or new."""

_INSET = 4
"""Pixels from the edge of a box to where its text may stand."""

_Box = Mapping[str, Any]


def changed_layout(
    difference: Difference, facts: Sequence[Mapping[str, Any]], pixels: Sequence[PlainPixels]
) -> tuple[str, ...]:
    """Say what changed in the boxes that both images have, and which only one has; a sentence each, seven at most.

    Where content was scrolled, nothing: its boxes came into view, and are not new.

    Args:
        difference: Of the two images.
        facts: Of the image from before and of the one from after.
        pixels: What was looked at of each of them.
    """
    if difference.scroll != (0, 0) or not difference.changed:
        return ()
    old, new = (
        _Image(image, its, seen) for image, its, seen in zip(difference.changed, pixels, facts, strict=True)
    )
    sentences = [*_theme(*facts), *_come_and_gone(old, new), *_kept(old, new)]
    if len(sentences) > _MOST:
        return (*sentences[:_MOST], f"And {len(sentences) - _MOST} more such changes.")
    return tuple(sentences)


class _Image:
    """One of the two images: its boxes, and what of their pixels changed."""

    def __init__(self, image: ChangedPixels, pixels: PlainPixels, facts: Mapping[str, Any]) -> None:
        self._image = image
        self._pixels = pixels
        # Boxes of a picture kept with loss may be missing in one image and not in the other.
        self.boxes: list[_Box] = [] if facts.get("boxes_approximate") else list(facts.get("boxes", ()))
        self.told = [box for box in self.boxes if box["role"] in _ROLES]

    def at(self, box: Sequence[int]) -> _Box | None:
        """The box in the same place; one with a role that is told before any other."""
        here = [one for one in self.boxes if _same_place(box, one["box"])]
        return min(here, key=lambda one: one["role"] not in _ROLES, default=None)

    def outline_changed(self, box: _Box) -> bool:
        return self._image.outline(self._in_pixels(box)) >= _OUTLINE

    def any_changed(self, box: _Box) -> bool:
        return self._image.share(self._in_pixels(box)) > 0

    def inside_changed(self, box: _Box) -> bool:
        left, top, right, bottom = self._in_pixels(box)
        inset = min(_INSET, (bottom - top) // 4, (right - left) // 4)
        return self._image.share((left + inset, top + inset, right - inset, bottom - inset)) > 0

    def shows_box(self, box: _Box) -> bool:
        """Whether something with these edges is drawn here, even if it was not told apart."""
        return self._image.shows_box(self._in_pixels(box))

    def _in_pixels(self, box: _Box) -> tuple[int, int, int, int]:
        return in_these_pixels(box["box"], self._pixels)


def _theme(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    one, other = before.get("theme", ""), after.get("theme", "")
    if one and other and one != other:
        yield f"The {one} theme became a {other} one."


def _kept(old: _Image, new: _Image) -> Iterator[str]:
    """What changed in boxes that stand in both images."""
    pairs = [(box, new.at(box["box"])) for box in old.told]
    # Where the one before had no role that is told, what it became is worth a word too.
    others = [(old.at(box["box"]), box) for box in new.told]
    pairs += [(one, box) for one, box in others if one is not None and one["role"] not in _ROLES]
    alike: dict[tuple[str, str], list[_Box]] = {}
    for one, other in pairs:
        changes = "; ".join(_changes(one, other, new)) if one is not None and other is not None else ""
        if one is not None and other is not None and changes:
            role = (other if other["role"] in _ROLES else one)["role"]
            alike.setdefault((role, changes), []).append(other)
    for (role, changes), boxes in alike.items():
        if len(boxes) == 1:
            yield f"The {role} at {place(boxes[0]['box'])}: {changes}."
        else:
            several = f"{len(boxes)} {_plural(role)}"
            more = "" if len(boxes) == 2 else " and elsewhere"  # noqa: PLR2004 - both are named
            where = " and ".join(place(box["box"]) for box in boxes[: 1 if more else 2])
            yield f"{several}, at {where}{more}: {changes}."


def _changes(old: _Box, new: _Box, image: _Image) -> Iterator[str]:
    if not image.any_changed(new):
        return
    if old["role"] != new["role"] and new["role"] in _ROLES and image.outline_changed(new):
        yield f"it was {'an' if old['role'].startswith('i') else 'a'} {old['role']}"
    inside = image.inside_changed(new)
    if inside and _signs(old) != _signs(new) and _is_read(old) and _is_read(new):
        yield f'text "{old.get("text", "")}" became "{new.get("text", "")}"'
    if inside and old.get("state", "") != new.get("state", "") and "state" in old and "state" in new:
        yield f"{old['state']} became {new['state']}"
    for key, changed in (("fill", inside), ("border", image.outline_changed(new))):
        one, other = old.get(key, {}), new.get(key, {})
        if changed and one.get("name") != other.get("name"):
            yield f"{key} {_colour(one)} became {_colour(other)}"


def _come_and_gone(old: _Image, new: _Image) -> Iterator[str]:
    """The boxes that only one image has, and those that stand elsewhere."""
    gone = [
        box
        for box in old.told
        if new.at(box["box"]) is None and old.outline_changed(box) and not new.shows_box(box)
    ]
    come = [
        box
        for box in new.told
        if old.at(box["box"]) is None and new.outline_changed(box) and not old.shows_box(box)
    ]
    for box in gone:
        there = next((other for other in come if _same_thing(box, other)), None)
        if there is None:
            yield f"Gone: {_named(box)} at {place(box['box'])}."
        else:
            come.remove(there)
            yield f"Moved: {_named(box)} from {place(box['box'])} to {place(there['box'])}."
    for box in come:
        yield f"New: {_named(box)} at {place(box['box'])}."


def _same_thing(one: _Box, other: _Box) -> bool:
    """Whether two boxes in different places are alike, and have a name by which that can be told."""
    sizes = [(box["box"][2] - box["box"][0], box["box"][3] - box["box"][1]) for box in (one, other)]
    return (
        one["role"] == other["role"]
        and all(abs(side - its) <= _SLACK for side, its in zip(*sizes, strict=True))
        and _signs(one) == _signs(other)
        and one.get("label", "") == other.get("label", "")
        and bool(one.get("text") or one.get("label"))
    )


def _is_read(box: _Box) -> bool:
    """Whether it is known what is written in a box: a text, or nothing at all."""
    return bool(box.get("text") or box.get("empty"))


def _signs(box: _Box) -> str:
    return str(box.get("text", "")).replace(" ", "")


def _colour(shade: Mapping[str, Any]) -> str:
    return f"{shade['name']} {shade['hex']}" if shade else "none"


def _plural(role: str) -> str:
    return f"{role}es" if role.endswith("x") else f"{role}s"


def _named(box: _Box) -> str:
    name = box.get("text") or box.get("label")
    return f'{box["role"]} "{name}"' if name else f"{box['role']} without text"


def _same_place(one: Sequence[int], other: Sequence[int]) -> bool:
    return all(abs(edge - its) <= _SLACK for edge, its in zip(one, other, strict=True))
