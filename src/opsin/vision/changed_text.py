"""Lines of text that came and went, each as often as it did; what only moved is neither, nor what is the same picture.

Text recognition may read the same pixels differently when something else beside them changed. So a line counts as
changed only where pixels of it did.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from opsin.ocr.lines import Box, Line
from opsin.vision.changed_pixels import ChangedPixels

_MOST_FOR_ORDER = 2_000
"""Lines of both sides together whose order is looked at; among more, which of several equal lines is new is not known."""

_SAME_PLACE = 0.5
"""Share of the smaller of two boxes that has to lie in the other one."""

_MOST_PAIRS = 144
"""Pairs of an old and a new line that are laid on each other, to see whether one is the other in another place."""

_ALIKE = 0.5
"""Likeness of two texts, 0 to 1, from which they may be two readings of one."""

_ABOVE, _BESIDE = 0.2, 0.1
"""The box of a line is so much larger than its letters, above and below and at its ends; in heights of the box."""

_NEXT_TO = 0.8
"""What is added to a line or taken from it stands as near as that to the rest; in heights of the box."""


def changed_text(
    first: Sequence[Line],
    second: Sequence[Line],
    before: ChangedPixels,
    after: ChangedPixels,
    moved: tuple[int, int] = (0, 0),
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that only the second image has, and those that only the first has, in their own order.

    Blanks do not count. A line that stands twice and then three times was added once.

    Args:
        first: Lines of the first image, with boxes in its pixels.
        second: Lines of the second image.
        before: The first image.
        after: The second image.
        moved: By how many pixels the content moved to the right and down.
    """
    old, new = _folded(first), _folded(second)
    old, new = _without_still(old, new, moved)
    gone, come = changed_places([line.text for line in old], [line.text for line in new])
    removed, added = [old[place] for place in gone], [new[place] for place in come]
    if len(removed) * len(added) <= _MOST_PAIRS:
        removed, added = _without_moved(removed, added, before, after)
    touched_old = {line for line in removed if before.share(_letters(line.box)) > 0}
    touched_new = {line for line in added if after.share(_letters(line.box)) > 0}
    return (
        tuple(line.text for line in added if line in touched_new or _part(line, touched_old, after)),
        tuple(line.text for line in removed if line in touched_old or _part(line, touched_new, before)),
    )


def changed_places(first: Sequence[str], second: Sequence[str]) -> tuple[list[int], list[int]]:
    """The places of lines that only the first text has, and of those that only the second has."""
    before, after = list(range(len(first))), list(range(len(second)))
    if len(first) + len(second) <= _MOST_FOR_ORDER:
        before, after = [], []
        for kind, low, high, start, end in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
            if kind != "equal":
                before += range(low, high)
                after += range(start, end)
    old, new = [first[place] for place in before], [second[place] for place in after]
    return (
        [before[place] for place in _without(old, new)],
        [after[place] for place in _without(new, old)],
    )


def _without(lines: Sequence[str], others: Iterable[str]) -> list[int]:
    """The places of lines, without as many of each as the others have."""
    known = Counter(others)
    left = []
    for place, line in enumerate(lines):
        if known[line]:
            known[line] -= 1
        else:
            left.append(place)
    return left


def _folded(lines: Iterable[Line]) -> list[Line]:
    folded = (Line(" ".join(line.text.split()), line.box, line.confidence) for line in lines)
    return [line for line in folded if line.text]


def _without_still(
    old: Sequence[Line], new: Sequence[Line], moved: tuple[int, int]
) -> tuple[list[Line], list[Line]]:
    """The lines without those that stand in both images in the same place."""
    across, down = moved
    at: dict[str, list[int]] = defaultdict(list)
    for place, line in enumerate(new):
        at[_signs(line)].append(place)
    left: list[Line] = []
    taken: set[int] = set()
    for line in old:
        shifted = line.box[0] + across, line.box[1] + down, line.box[2] + across, line.box[3] + down
        found = next(
            (
                place
                for place in at.get(_signs(line), ())
                if any(_overlap(box, new[place].box) for box in (line.box, shifted))
            ),
            None,
        )
        if found is None:
            left.append(line)
        else:
            at[_signs(line)].remove(found)
            taken.add(found)
    return left, [line for place, line in enumerate(new) if place not in taken]


def _without_moved(
    removed: list[Line], added: list[Line], before: ChangedPixels, after: ChangedPixels
) -> tuple[list[Line], list[Line]]:
    """The lines without those that stand elsewhere pixel by pixel and were read differently there."""
    left, new = [], list(added)
    for line in removed:
        there = next(
            (
                other
                for other in new
                if SequenceMatcher(None, _signs(line), _signs(other)).ratio() >= _ALIKE
                and before.stands_in(line.box, after, other.box)
            ),
            None,
        )
        if there is None:
            left.append(line)
        else:
            new.remove(there)
    return left, new


def _signs(line: Line) -> str:
    """A line without its blanks: how many are read between two words depends on what else is there."""
    return line.text.replace(" ", "")


def _part(line: Line, others: Iterable[Line], image: ChangedPixels) -> bool:
    """Whether a line is what another one was made of, or left of: pixels just beside it changed."""
    left, top, right, bottom = _letters(line.box)
    near = round(_NEXT_TO * (line.box[3] - line.box[1]))
    beside = (left - near, top, right + near, bottom)
    return any(_overlap(line.box, other.box) for other in others) and image.share(beside) > 0


def _letters(box: Box) -> Box:
    left, top, right, bottom = box
    high = bottom - top
    above, beside = int(_ABOVE * high), min(int(_BESIDE * high), (right - left) // 4)
    return left + beside, top + above, right - beside, bottom - above


def _overlap(one: Box, other: Box) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return False
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return wide * high >= _SAME_PLACE * smaller
