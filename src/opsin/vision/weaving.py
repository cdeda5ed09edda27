"""The lines that a model lists, found again among the lines that are known to be in an image.

Three rounds: the same line, nearly the same line, and lines that one reader joined and the other did not.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from opsin.vision.line_keys import essence, key

NEARLY = 75.0
"""Of 100: how alike two lines must be, at least, to be two readings of one."""

_MOST_NEARLY = 1_000
_MOST_KNOWN = 4_000
_SHORTEST_JOINED = 6
_SHORTEST_NEARLY_JOINED = 12
_MOST_NEARLY_JOINED = 200
_MOST_SEARCHED = 40_000
_NEARLY_JOINED = 88.0

_FORGIVEN = 8
"""How much more often than it is known a line may be listed: text recognition misses single digits."""


@dataclass(slots=True)
class Woven:
    """What became of a model's lines.

    Attributes:
        readings: Of a known line (by index) what the model reads there.
        confirmed: Known lines whose words the model has too, joined or split in another way.
        differing: Lines that are nearly the words of several known ones: line, the first and the last of those.
        new: Lines that only the model has, each behind a known line (-1: before all).
        repeated: Lines that the model lists far more often than they are there: line, its times, known times.
    """

    readings: dict[int, str] = field(default_factory=dict)
    confirmed: set[int] = field(default_factory=set)
    differing: list[tuple[str, int, int]] = field(default_factory=list)
    new: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    repeated: list[tuple[str, int, int]] = field(default_factory=list)


def weave(known: Sequence[str], lines: Sequence[str], *, repeats_are_overlap: bool = False) -> Woven:
    """Find a model's lines among known ones.

    Args:
        known: In reading order.
        lines: The model's, in its order.
        repeats_are_overlap: Lines that it has more often than they are known come from tiles that overlap.
    """
    woven = Woven()
    known_keys = [key(line) for line in known]
    line_keys = [key(line) for line in lines]
    places = _equal(known_keys, line_keys)
    dropped = _too_often(known_keys, line_keys, lines, places, woven, overlap=repeats_are_overlap)
    _nearly(known_keys, line_keys, places, dropped)
    for at, place in places.items():
        woven.readings[place] = lines[at]
    joined = _joined(known, line_keys, lines, places, dropped, woven)
    _place_new(len(known), lines, {**joined, **places}, dropped, woven)
    return woven


def _equal(known_keys: Sequence[str], line_keys: Sequence[str]) -> dict[int, int]:
    """Pair lines that are equal, the first with the first."""
    free: dict[str, deque[int]] = defaultdict(deque)
    for place, one in enumerate(known_keys):
        free[one].append(place)
    return {at: free[one].popleft() for at, one in enumerate(line_keys) if one and free.get(one)}


def _too_often(
    known_keys: Sequence[str],
    line_keys: Sequence[str],
    lines: Sequence[str],
    places: dict[int, int],
    woven: Woven,
    *,
    overlap: bool,
) -> set[int]:
    """Find the lines to drop because they repeat one that is there less often."""
    spare: dict[str, list[int]] = defaultdict(list)
    there = set(known_keys)
    for at, one in enumerate(line_keys):
        if at not in places and one in there:
            spare[one].append(at)
    dropped: set[int] = {at for at, one in enumerate(line_keys) if not one}
    counted = Counter(known_keys)
    for one, ats in spare.items():
        times = counted[one]
        if overlap:
            dropped.update(ats)
        elif len(ats) > times + _FORGIVEN:
            dropped.update(ats)
            woven.repeated.append((lines[ats[0]], len(ats) + times, times))
    return dropped


def _nearly(
    known_keys: Sequence[str], line_keys: Sequence[str], places: dict[int, int], dropped: set[int]
) -> None:
    """Pair lines that are nearly equal, each with the one that is most alike."""
    from rapidfuzz import fuzz, process

    taken = set(places.values())
    free = {place: one for place, one in enumerate(known_keys[:_MOST_KNOWN]) if one and place not in taken}
    left = [at for at in range(len(line_keys)) if at not in places and at not in dropped]
    for at in left[:_MOST_NEARLY]:
        if not free:
            return
        best = process.extractOne(line_keys[at], free, scorer=fuzz.ratio, score_cutoff=NEARLY)
        if best is not None:
            places[at] = best[2]
            del free[best[2]]


def _joined(
    known: Sequence[str],
    line_keys: Sequence[str],
    lines: Sequence[str],
    places: dict[int, int],
    dropped: set[int],
    woven: Woven,
) -> dict[int, int]:
    """Find lines whose words stand in several known lines, or in a piece of one."""
    essences = [essence(line).casefold() for line in known]
    whole = "".join(essences)
    begins = list(accumulate(map(len, essences), initial=0))
    found: dict[int, int] = {}
    there = set(map(key, known))
    left = [at for at in range(len(line_keys)) if at not in places and at not in dropped]
    for count, at in enumerate([at for at in left if line_keys[at] not in there][:_MOST_NEARLY]):
        one = line_keys[at]
        if len(one) < _SHORTEST_JOINED:
            first = last = _word_in(one, known)
        elif (start := whole.find(one)) >= 0:
            first, last = _covered(begins, start, start + len(one))
        elif count < _MOST_NEARLY_JOINED and len(one) >= _SHORTEST_NEARLY_JOINED:
            first, last = _nearly_in(one, whole[:_MOST_SEARCHED], begins)
            if first >= 0:
                woven.differing.append((lines[at], first, last))
                dropped.add(at)
                found[at] = last
                continue
        else:
            first = last = -1
        if first >= 0:
            dropped.add(at)
            found[at] = last
            woven.confirmed.update(range(first, last + 1))
    return found


def _nearly_in(one: str, whole: str, begins: Sequence[int]) -> tuple[int, int]:
    from rapidfuzz import fuzz

    found = fuzz.partial_ratio_alignment(one, whole, score_cutoff=_NEARLY_JOINED)
    # A short text is looked for in a long one; the other way round it would say nothing of the line.
    if found is None or len(one) > len(whole):
        return -1, -1
    return _covered(begins, found.dest_start, found.dest_end)


def _covered(begins: Sequence[int], start: int, stop: int) -> tuple[int, int]:
    """The lines of which a range of characters covers at least one half, or the one that it is in."""
    first, last = bisect_right(begins, start) - 1, bisect_right(begins, stop - 1) - 1
    halves = [
        place
        for place in range(first, last + 1)
        if 2 * (min(stop, begins[place + 1]) - max(start, begins[place])) >= begins[place + 1] - begins[place]
    ]
    return (halves[0], halves[-1]) if halves else (first, first)


def _word_in(word: str, known: Sequence[str]) -> int:
    """Which known line has a short text between the edges of words; -1 for none."""
    edged = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    return next((place for place, line in enumerate(known[:_MOST_KNOWN]) if edged.search(line)), -1)


def _place_new(
    known: int, lines: Sequence[str], places: dict[int, int], dropped: set[int], woven: Woven
) -> None:
    """Put each line that only the model has behind the known line that it has before it."""
    behind: int | None = None
    waiting: list[str] = []
    for at, line in enumerate(lines):
        place = places.get(at)
        if place is not None:
            if waiting:
                woven.new[place - 1].extend(waiting)
                waiting = []
            behind = place
        elif at in dropped:
            continue
        elif behind is None:
            waiting.append(line)
        else:
            woven.new[behind].append(line)
    if waiting:
        woven.new[known - 1].extend(waiting)
