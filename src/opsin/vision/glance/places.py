"""Where on a picture something is, in words: by the shares that its nine parts have of it."""

from collections.abc import Sequence

MOST_OF_IT = 0.62
"""Share of a thing that must lie in a place for it to be called there."""

_ROWS = (("top", (0, 1, 2)), ("bottom", (6, 7, 8)))
_COLUMNS = (("left", (0, 3, 6)), ("right", (2, 5, 8)))
_MIDDLE = 4
_CENTRED = 0.45
_RING = tuple(part for part in range(9) if part != _MIDDLE)


def part_of(x: int, y: int, width: int, height: int) -> int:
    """The part, 0 to 8 row by row, in which a pixel lies."""
    return min(2, 3 * y // height) * 3 + min(2, 3 * x // width)


def place_words(shares: Sequence[float]) -> str:
    """Say where most of something is; empty where it is all over the picture.

    Args:
        shares: Of each of the nine parts, row by row; together 1.
    """
    row = _most(shares, _ROWS)
    column = _most(shares, _COLUMNS)
    if row or column:
        return f"{row} {column}".strip()
    if shares[_MIDDLE] >= _CENTRED:
        return "middle"
    around = [shares[part] for part in _RING]
    # Along all four edges, and hardly any in the middle.
    return "edges" if shares[_MIDDLE] < 0.02 and min(around) > 0.04 else ""  # noqa: PLR2004


def _most(shares: Sequence[float], names: Sequence[tuple[str, tuple[int, ...]]]) -> str:
    return next((name for name, parts in names if sum(shares[part] for part in parts) >= MOST_OF_IT), "")
