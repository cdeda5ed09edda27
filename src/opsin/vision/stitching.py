"""The lines of overlapping tiles, put together so that none stands there twice."""

import math
from collections.abc import Sequence
from itertools import product

from opsin.vision.line_keys import key

_LONGEST_OVERLAP = 80
_MOST_CUT = 2
"""Lines at the edge of a tile that may be halves of lines which the other tile shows whole."""

_EQUAL_SHARE = 0.7
_ALIKE = 88.0
_HALF_ALIKE = 60.0
_TELLING_CHARACTERS = 4


def stitched(tiles: Sequence[Sequence[str]]) -> list[str]:
    """Join the lines of tiles, each of which overlaps the one before it or does not.

    An overlap is a run of lines that ends one tile and begins the next; the shortest one is taken, because a line
    that stands there twice is better than one that is lost. Lines that all say the same prove nothing, and are kept.
    """
    joined: list[str] = []
    for tile in tiles:
        end, begin = _seam(joined[-_LONGEST_OVERLAP - _MOST_CUT :], tile[: _LONGEST_OVERLAP + _MOST_CUT])
        del joined[len(joined) - end :]
        joined += tile[begin:]
    return joined


def _seam(above: Sequence[str], below: Sequence[str]) -> tuple[int, int]:
    """How many lines to leave out at the end of the one, and at the beginning of the other."""
    upper, lower = [key(line) for line in above], [key(line) for line in below]
    for cut_end, cut_begin in sorted(product(range(_MOST_CUT + 1), repeat=2), key=sum):
        end = len(upper) - cut_end
        shortest = 2 if cut_end or cut_begin else 1
        for length in range(shortest, min(end, len(lower) - cut_begin) + 1):
            run = upper[end - length : end]
            if length == 1 and max(upper.count(run[0]), lower.count(run[0])) > 1:
                continue
            if _same(run, lower[cut_begin : cut_begin + length]) and (
                _halves(upper[end:], lower[cut_begin + length :])
                and _halves(lower[:cut_begin], upper[end - length - cut_begin : end - length])
            ):
                # The run itself is kept as the upper tile has it.
                return cut_end, cut_begin + length
    return 0, 0


def _same(run: Sequence[str], other: Sequence[str]) -> bool:
    from rapidfuzz import fuzz

    distinct = set(run)
    if len(run) > 1 and len(distinct) == 1:
        return False
    if not any(len(line) >= _TELLING_CHARACTERS and any(map(str.isalpha, line)) for line in distinct):
        return False
    pairs = [(ours, theirs) for ours, theirs in zip(run, other, strict=True) if ours != theirs]
    if len(run) - len(pairs) < math.ceil(len(run) * _EQUAL_SHARE):
        return False
    return all(
        _digits(ours) == _digits(theirs) and fuzz.ratio(ours, theirs) >= _ALIKE for ours, theirs in pairs
    )


def _digits(line: str) -> str:
    return "".join(filter(str.isdigit, line))


def _halves(cut: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether each line that would be left out is the half of one that stays."""
    from rapidfuzz import fuzz

    return len(whole) >= len(cut) and all(
        _digits(half) == _digits(line) and fuzz.ratio(half, line) >= _HALF_ALIKE
        for half, line in zip(cut, whole, strict=False)
    )
