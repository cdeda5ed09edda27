"""A box of a layout as it is drawn: its filling, its border, what it stands on, what is written in it."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from opsin.vision.facts.colour_names import Rgb, distance
from opsin.vision.facts.rectangles import Rectangle
from opsin.vision.facts.written import Box, Piece, after_tick, area, inside

if TYPE_CHECKING:
    from PIL.Image import Image

_FLAT = 0.3
"""Share of the inner pixels from which their commonest colour is the filling."""
_GRID = 48
_SEEN = 24
"""Difference in grey, of 255, by which content stands out from the filling."""
_OTHER = 0.02
"""Distance in OKLab from which two colours of a layout are different on purpose."""


@dataclass(frozen=True, slots=True)
class DrawnBox:
    """A box.

    Attributes:
        fill: Its filling; None where it has not one colour.
        border: The colour of its border; None where it has none.
        ground: What is around it; None where that has not one colour.
        pieces: What is written in it and in no smaller box within, in reading order.
        inner: Other boxes within it.
        even: Share of its inner pixels that have the colour of the filling.
        content: First and last column of what stands on its filling at half its height; None where nothing does.
    """

    box: Box
    fill: Rgb | None
    border: Rgb | None
    ground: Rgb | None
    pieces: tuple[Piece, ...]
    inner: int
    even: float
    content: tuple[int, int] | None

    @property
    def width(self) -> int:
        """Pixels."""
        return self.box[2] - self.box[0]

    @property
    def height(self) -> int:
        """Pixels."""
        return self.box[3] - self.box[1]

    @property
    def filled(self) -> bool:
        """Whether it stands out from its ground by its filling."""
        return self.fill is not None and self.ground is not None and distance(self.fill, self.ground) > _OTHER


def drawn_boxes(image: "Image", found: list[Rectangle], written: list[Piece]) -> list[DrawnBox]:
    """Look at each rectangle of a picture in RGB. Those that are strokes of large letters are left out."""
    kept = [one for one in found if not any(_is_of_letter(one.box, piece) for piece in written)]
    owner: dict[int, list[Piece]] = {}
    by_size = sorted(range(len(kept)), key=lambda place: area(kept[place].box))
    for piece in written:
        x, y = piece.middle
        for place in by_size:
            left, top, right, bottom = kept[place].box
            if left <= x <= right and top <= y <= bottom:
                owner.setdefault(place, []).append(piece)
                break
    return [
        _look(image, one, tuple(owner.get(place, ())), sum(_holds(one.box, other.box) for other in kept))
        for place, one in enumerate(kept)
    ]


def _holds(outer: Box, inner: Box) -> bool:
    return inner != outer and inside(inner, outer) and area(inner) < area(outer)


def _is_of_letter(box: Box, piece: Piece) -> bool:
    """Whether a rectangle is no higher than a line that it stands in, and is no tick box read as its first sign."""
    first = after_tick(piece.text) and box[0] - piece.box[0] <= piece.height / 2
    return inside(box, piece.box, slack=2) and box[3] - box[1] <= piece.height + 2 and not first


def _look(image: "Image", one: Rectangle, written: tuple[Piece, ...], inner: int) -> DrawnBox:
    left, top, right, bottom = one.box
    ground = _around(image, one.box)
    fill, even = _filling(image, one)
    border = None
    middle = (left + right) // 2
    rims = (image.getpixel((middle, top)), image.getpixel((middle, bottom - 1)))
    if isinstance(rims[0], tuple) and isinstance(rims[1], tuple):
        rim, other = (rims[0][0], rims[0][1], rims[0][2]), (rims[1][0], rims[1][1], rims[1][2])
        if (
            fill is not None
            and distance(rim, other) < _OTHER
            and distance(rim, fill) > _OTHER
            and not _between(rim, fill, ground)
        ):
            border = rim
    return DrawnBox(one.box, fill, border, ground, written, inner, even, _content(image, one.box, fill))


def _filling(image: "Image", one: Rectangle) -> tuple[Rgb | None, float]:
    from PIL.Image import Resampling

    left, top, right, bottom = one.box
    inset = max(one.border, 1) + 1
    part = image.crop((left + inset, top + inset, right - inset, bottom - inset))
    part = part.resize((min(part.width, _GRID), min(part.height, _GRID)), Resampling.NEAREST)
    pixels = part.width * part.height
    count, colour = max(part.getcolors(pixels) or [(0, (0, 0, 0))])
    share = count / pixels
    return ((colour[0], colour[1], colour[2]) if share >= _FLAT else None), share  # type: ignore[index]


def _content(image: "Image", box: Box, fill: Rgb | None) -> tuple[int, int] | None:
    from PIL import Image as Images
    from PIL import ImageChops

    if fill is None:
        return None
    left, top, right, bottom = box
    # Rounded corners reach so far into the middle half of the height at most.
    inset = 4 + (bottom - top) // 10
    part = image.crop((left + inset, top + (bottom - top) // 4, right - inset, bottom - (bottom - top) // 4))
    if part.width < 1 or part.height < 1:
        return None
    unlike = ImageChops.difference(part, Images.new("RGB", part.size, fill)).convert("L")
    seen = unlike.point([255 if value >= _SEEN else 0 for value in range(256)]).getbbox()
    return (left + inset + seen[0], left + inset + seen[2]) if seen else None


def _around(image: "Image", box: Box) -> Rgb | None:
    left, top, right, bottom = box
    columns = [left + (right - left) * part // 6 for part in range(1, 6)]
    rows = [top + (bottom - top) * part // 6 for part in range(1, 6)]
    points = [(x, y) for x in columns for y in (top - 2, bottom + 1)] + [
        (x, y) for y in rows for x in (left - 2, right + 1)
    ]
    seen: Counter[Rgb] = Counter()
    for x, y in points:
        if 0 <= x < image.width and 0 <= y < image.height:
            pixel = image.getpixel((x, y))
            if isinstance(pixel, tuple):
                seen[pixel[0], pixel[1], pixel[2]] += 1
    if not seen:
        return None
    rgb, count = seen.most_common(1)[0]
    return rgb if count >= seen.total() / 2 else None


def _between(rim: Rgb, fill: Rgb, ground: Rgb | None) -> bool:
    """Whether a rim is what smoothing makes of the two colours that it lies between."""
    if ground is None:
        return False
    way = distance(fill, ground)
    return way > _OTHER and distance(fill, rim) + distance(rim, ground) < 1.04 * way
