"""Changed pixels gathered into a few boxes: neighbours together, each box as tight as its pixels are."""

from PIL import Image, ImageFilter

from opsin.vision.report import Box

CELL = 8
"""Pixels a side of the squares in which changes are first looked for: letters of a line are neighbours in them."""

_MOST_CELLS = 60_000
_MOST_GROUPS = 400
_CLOSE = 12
"""Pixels between two boxes up to which they are one."""


def find_regions(mask: Image.Image, *, least_pixels: int = 1) -> list[Box]:
    """The boxes of what is white in a mask in L.

    Args:
        mask: 255 where a pixel changed, 0 elsewhere.
        least_pixels: In a square of eight by eight pixels fewer changed ones are noise.
    """
    cell = CELL
    grid = _grid(mask, least_pixels)
    while grid.width * grid.height > _MOST_CELLS:
        grid, cell = _coarser(grid), cell * 2
    groups = _groups(grid)
    while len(groups) > _MOST_GROUPS and max(grid.size) > 1:
        grid, cell = _coarser(grid), cell * 2
        groups = _groups(grid)
    tight = []
    for group in groups:
        left, top = group[0] * cell, group[1] * cell
        right, bottom = min((group[2] + 1) * cell, mask.width), min((group[3] + 1) * cell, mask.height)
        found = mask.crop((left, top, right, bottom)).getbbox()
        if found:
            tight.append((left + found[0], top + found[1], left + found[2], top + found[3]))
    return _merged(tight)


def _grid(mask: Image.Image, least_pixels: int) -> Image.Image:
    """A pixel for each square: 255 where enough changed in it."""
    # At the right and lower edges squares are smaller, and one changed pixel is more of them.
    least = max(1.0, 255 * (least_pixels - 0.5) / (CELL * CELL))
    return mask.reduce(CELL).point([255 if value >= least else 0 for value in range(256)], "L")


def _coarser(grid: Image.Image) -> Image.Image:
    """The same for squares twice as long a side."""
    return grid.reduce(2).point([255 if value else 0 for value in range(256)], "L")


def _groups(grid: Image.Image) -> list[Box]:
    """The first and last columns and rows of groups of squares, at most two unchanged ones between any and its next."""
    spread = grid.filter(ImageFilter.MaxFilter(3)).tobytes()
    open_cells = {at for at, value in enumerate(spread) if value}
    groups: list[Box] = []
    while open_cells:
        groups.append(_take_group(open_cells, grid.width))
    return groups


def _take_group(open_cells: set[int], wide: int) -> Box:
    """Take the squares that hang together with one of them, and give their edges, both inclusive."""
    start = open_cells.pop()
    waiting = [start]
    columns, rows = [start % wide], [start // wide]
    while waiting:
        at = waiting.pop()
        column = at % wide
        for across in range(-1 if column else 0, 2 if column < wide - 1 else 1):
            for near in (at - wide + across, at + across, at + wide + across):
                if near in open_cells:
                    open_cells.remove(near)
                    waiting.append(near)
                    columns.append(near % wide)
                    rows.append(near // wide)
    return min(columns), min(rows), max(columns), max(rows)


def _merged(boxes: list[Box]) -> list[Box]:
    """Make one of boxes that touch, or nearly do, until none are left that do."""
    done: list[Box] = []
    waiting = sorted(boxes, reverse=True)
    while waiting:
        box = waiting.pop()
        near = [other for other in done if _close(box, other)]
        if near:
            done = [other for other in done if other not in near]
            waiting.append(_around([box, *near]))
        else:
            done.append(box)
    return done


def _close(one: Box, other: Box) -> bool:
    return (
        one[0] - _CLOSE < other[2]
        and other[0] - _CLOSE < one[2]
        and one[1] - _CLOSE < other[3]
        and other[1] - _CLOSE < one[3]
    )


def _around(boxes: list[Box]) -> Box:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
