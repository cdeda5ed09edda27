"""How an image is cut for a model: whole, or as an overview and overlapping tiles, so that text stays legible.

Text of the sizes that screens have is read without loss down to about 0.7 of its size, and lost below half of it,
whatever the filter. Pure arithmetic; no pixel is touched.
"""

from dataclasses import dataclass
from math import ceil

from opsin.vision.report import Box

LEGIBLE = 0.7
"""The reduction from which small text begins to suffer."""

OVERLAP = 80
"""Pixels, as sent, that a tile shares with the next: more than a line of text is high, so that none is cut in both."""

MOST_TILES = 12
"""Pictures of one image that are sent at most, the overview among them."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of the image and the size at which it is sent, in pixels."""

    box: Box
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Cut:
    """How an image is sent.

    Attributes:
        overview: The whole image, within the longest edge.
        tiles: Row by row; empty where the overview shows everything.
        scale: By how much the tiles are reduced, or the overview where there are none; 1.0 for not at all.
    """

    overview: Tile
    tiles: tuple[Tile, ...]
    scale: float

    @property
    def pictures(self) -> tuple[Tile, ...]:
        """All of them, the overview first."""
        return (self.overview, *self.tiles)


def cut(
    width: int,
    height: int,
    *,
    max_edge: int,
    legible: bool,
    most: int = MOST_TILES,
    overlap: int = OVERLAP,
) -> Cut:
    """Plan how an image of that size is sent.

    Args:
        width: Pixels.
        height: Pixels.
        max_edge: The longest edge of what is sent; more than twice the overlap.
        legible: Whether its text matters, so that it may not be shrunk to mush.
        most: How many pictures may be sent, the overview among them; where tiles of the image's own size do not
            suffice, they are reduced by the least that does.
        overlap: Pixels, as sent, that neighbours share at least.
    """
    scale = min(1.0, max_edge / max(width, height))
    overview = Tile((0, 0, width, height), *_scaled(width, height, scale))
    if scale >= LEGIBLE or not legible or most < 3:  # noqa: PLR2004 - an overview and two tiles
        return Cut(overview, (), scale)
    columns, rows, tile_scale = _grid(width, height, max_edge, overlap, most - 1)
    if tile_scale <= scale:
        return Cut(overview, (), scale)
    shared = ceil(overlap / tile_scale)
    across, down = (_spread(length, count, shared) for length, count in ((width, columns), (height, rows)))
    tiles = tuple(
        Tile((left, top, right, bottom), *_scaled(right - left, bottom - top, tile_scale))
        for top, bottom in down
        for left, right in across
    )
    return Cut(overview, tiles, tile_scale)


def _scaled(width: int, height: int, scale: float) -> tuple[int, int]:
    return max(1, round(width * scale)), max(1, round(height * scale))


def _grid(width: int, height: int, edge: int, overlap: int, most: int) -> tuple[int, int, float]:
    """Columns, rows and scale of the tiles: the least reduction, and of those the fewest tiles."""
    best = (0.0, 0, 1, 1)
    for columns in range(1, most + 1):
        rows = most // columns
        across = _scale_of(width, columns, edge, overlap)
        # Rows that this scale does not need are left out.
        while rows > 1 and _scale_of(height, rows - 1, edge, overlap) >= across:
            rows -= 1
        scale = min(across, _scale_of(height, rows, edge, overlap))
        best = max(best, (scale, -columns * rows, columns, rows))
    scale, _, columns, rows = best
    return columns, rows, scale


def _scale_of(length: int, count: int, edge: int, overlap: int) -> float:
    """The scale, at most 1, at which so many parts of that edge hold the length."""
    room = count * edge - (count - 1) * overlap
    if length <= room:
        return 1.0
    # Sizes and overlaps are rounded up to whole pixels of the image.
    spare = 0.0 if count == 1 else 1.5 * count - 1
    return (room - spare) / length


def _spread(length: int, count: int, shared: int) -> list[tuple[int, int]]:
    """Beginning and end of so many parts of equal length that share at least so much with the next."""
    size = ceil((length + (count - 1) * shared) / count)
    if count == 1:
        return [(0, length)]
    starts = [at * (length - size) // (count - 1) for at in range(count)]
    return [(start, start + size) for start in starts]
