"""Lines of text that came and went, each as often as it did; what only moved is neither."""

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

_MOST_FOR_ORDER = 2_000
"""Lines of both sides together whose order is looked at; among more, which of several equal lines is new is not known."""


def changed_text(first: Sequence[str], second: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that only the second has, and those that only the first has, in their own order.

    Blanks do not count. A line that stands twice and then three times was added once.
    """
    before, after = _lines(first), _lines(second)
    if len(before) + len(after) <= _MOST_FOR_ORDER:
        before, after = _out_of_step(before, after)
    return _without(after, before), _without(before, after)


def _lines(text: Iterable[str]) -> list[str]:
    folded = (" ".join(line.split()) for line in text)
    return [line for line in folded if line]


def _out_of_step(before: list[str], after: list[str]) -> tuple[list[str], list[str]]:
    """What does not stand in the same order on both sides."""
    old: list[str] = []
    new: list[str] = []
    for kind, low, high, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            old += before[low:high]
            new += after[start:end]
    return old, new


def _without(lines: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """The lines without as many of each as the others have."""
    known = Counter(others)
    left = []
    for line in lines:
        if known[line]:
            known[line] -= 1
        else:
            left.append(line)
    return tuple(left)
