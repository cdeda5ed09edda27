"""An icon in pixels, or why there is none."""

from dataclasses import dataclass
from enum import StrEnum

_FAINTEST = 12
"""Alpha, of 255, below which nothing is seen on any ground."""


class Failure(StrEnum):
    """Why an icon has no picture. The value is how text says it."""

    BLANK = "nothing is to be seen"
    REFUSED = "its drawing holds what icons are not drawn with"
    BROKEN = "its drawing is broken"
    TIME = "it took too long to draw"
    MEMORY = "it took too much memory to draw"
    CRASH = "drawing it crashed"
    LATE = "the time was over before its turn"
    NO_WORKER = "no process can be started that draws icons"


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture in RGBA, not premultiplied, four bytes a pixel, from the upper left corner."""

    width: int
    height: int
    pixels: bytes

    @property
    def blank(self) -> bool:
        """Whether all of it is of one colour, or can hardly be seen."""
        if max(self.pixels[3::4]) < _FAINTEST:
            return True
        return self.pixels == self.pixels[:4] * (self.width * self.height)


def size_within(width: float, height: float, box: tuple[int, int]) -> tuple[int, int]:
    """The size in pixels of what has that shape, as large as it fits into a box."""
    scale = min(box[0] / width, box[1] / height)
    return max(1, min(box[0], round(width * scale))), max(1, min(box[1], round(height * scale)))
