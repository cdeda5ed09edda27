"""In which order the regions of a page are read: columns of prose one after the other, everything else row by row.

A gutter is a band that no piece of text crosses. It parts columns where lines run beside each other on both sides and
either both sides are prose or the rows of one side are not those of the other. A table has a gutter too, but its rows
go on across it; and the two sides of a chat have no lines beside each other.
"""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from opsin.ocr.piece import Piece

FEWEST_LINES = 4
"""Of a column."""

_GUTTER = 1.0
"""Least width of a gutter, in heights of a line."""

_PAGE_GAP = 3.0
"""Heights of a line that may lie empty between the lines of columns."""

_PROSE_FILLS = 0.8
"""The share of the column that the middle line of prose fills."""

_PROSE_CHARACTERS = 25
_SAME_ROW = 0.2
_BESIDE = 0.5
_MOST_ALIGNED, _MOST_ALIGNED_APART, _STEPS_DIFFER = 0.6, 0.85, 0.12
_MOST_PIECES = 800
"""More are read row by row."""

_STARTS = 120
"""How many pieces are tried as the first of columns."""

_DEEPEST = 8


def regions(pieces: Sequence[Piece], *, depth: int = 0) -> list[list[Piece]]:
    """Parts of a page in reading order; each is read row by row."""
    ordered = sorted(pieces, key=lambda piece: piece.middle)
    if depth > _DEEPEST or not 2 * FEWEST_LINES <= len(ordered) <= _MOST_PIECES:
        return [ordered] if ordered else []
    found = _longest_columns(ordered)
    if found is None:
        return [ordered]
    start, end, gutter = found
    left = [piece for piece in ordered[start:end] if piece.box[2] <= gutter]
    right = [piece for piece in ordered[start:end] if piece.box[2] > gutter]
    parts = (ordered[:start], left, right, ordered[end:])
    return [region for part in parts for region in regions(part, depth=depth + 1)]


def _longest_columns(ordered: Sequence[Piece]) -> tuple[int, int, float] | None:
    """From where to where in the list pieces stand in two columns, and where these part."""
    best: tuple[int, int, float] | None = None
    least = _GUTTER * median(piece.height for piece in ordered)
    for start in range(0, len(ordered) - 2 * FEWEST_LINES + 1, 1 + len(ordered) // _STARTS):
        if best is not None and len(ordered) - start <= best[1] - best[0]:
            break
        covered: list[tuple[int, int]] = []
        stop = start
        bottom = ordered[start].box[3]
        for end in range(start, len(ordered)):
            if ordered[end].box[1] - bottom > _PAGE_GAP * ordered[end].height:
                break
            bottom = max(bottom, ordered[end].box[3])
            covered = _with(covered, ordered[end].box[0], ordered[end].box[2])
            gutters = any(other[0] - one[1] >= least for one, other in pairwise(covered))
            if not gutters and end > start and not _may_come(covered, ordered[start : end + 1]):
                break
            if gutters:
                stop = end + 1
        gutter = _parting(ordered[start:stop], least)
        if gutter is not None and (best is None or stop - start > best[1] - best[0]):
            best = (start, stop, gutter)
    return best


def _may_come(covered: Sequence[tuple[int, int]], pieces: Sequence[Piece]) -> bool:
    """Whether a second column may still begin: so far there is one only."""
    return len(covered) == 1 and len(pieces) < FEWEST_LINES


def _parting(pieces: Sequence[Piece], least: float) -> float | None:
    covered: list[tuple[int, int]] = []
    for piece in pieces:
        covered = _with(covered, piece.box[0], piece.box[2])
    spans: list[tuple[int, int]] = []
    for left, right in covered:
        if spans and left - spans[-1][1] < least:
            spans[-1] = (spans[-1][0], right)
        else:
            spans.append((left, right))
    sides = [
        [piece for piece in pieces if left <= piece.box[0] and piece.box[2] <= right] for left, right in spans
    ]
    for number in range(len(spans) - 1):
        if _are_columns(sides[number], sides[number + 1]):
            return (spans[number][1] + spans[number + 1][0]) / 2
    return None


def _with(covered: Sequence[tuple[int, int]], left: int, right: int) -> list[tuple[int, int]]:
    """Intervals with one more, united where they meet."""
    apart = [span for span in covered if span[1] < left or span[0] > right]
    met = [span for span in covered if not (span[1] < left or span[0] > right)]
    united = (min([left, *(span[0] for span in met)]), max([right, *(span[1] for span in met)]))
    return sorted([*apart, united])


def _are_columns(left: Sequence[Piece], right: Sequence[Piece]) -> bool:
    if min(len(left), len(right)) < FEWEST_LINES:
        return False
    fewer, more = sorted((left, right), key=len)
    beside = sum(any(_overlap(one, other) for other in more) for one in fewer)
    if beside < _BESIDE * len(fewer):
        return False
    if _is_prose(left) and _is_prose(right):
        return True
    aligned = sum(
        any(abs(one.middle - other.middle) < _SAME_ROW * one.height for other in more) for one in fewer
    )
    apart = abs(_step(left) - _step(right)) > _STEPS_DIFFER * min(_step(left), _step(right))
    return aligned < (_MOST_ALIGNED_APART if apart else _MOST_ALIGNED) * len(fewer)


def _step(column: Sequence[Piece]) -> float:
    """From one line to the next."""
    ordered = sorted(column, key=lambda piece: piece.middle)
    steps = [
        after.middle - before.middle
        for before, after in pairwise(ordered)
        if after.middle - before.middle > _BESIDE * before.height
    ]
    return median(steps) if steps else 0.0


def _overlap(one: Piece, other: Piece) -> bool:
    return min(one.box[3], other.box[3]) > max(one.box[1], other.box[1])


def _is_prose(column: Sequence[Piece]) -> bool:
    wide = max(piece.box[2] for piece in column) - min(piece.box[0] for piece in column)
    fills = median(piece.width for piece in column) >= _PROSE_FILLS * wide
    return fills and median(len(piece.text) for piece in column) >= _PROSE_CHARACTERS
