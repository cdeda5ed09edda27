"""A piece of text that was found as one, before rows and lines are made of pieces."""

import math
from dataclasses import dataclass
from functools import cached_property

from opsin.ocr.joining import Quad
from opsin.ocr.lines import Box


@dataclass(frozen=True)
class Piece:
    """A piece of text.

    Attributes:
        text: What it says.
        quad: Its corners, in pixels.
        confidence: 0 to 1.
        places: Where each character stands, from 0 (left edge) to 1; empty where that is not known.
        seen: Its box in the picture, where the corners are those in a levelled one.
    """

    text: str
    quad: Quad
    confidence: float
    places: tuple[float, ...] = ()
    seen: Box | None = None

    @property
    def came(self) -> Box:
        """Its box in the picture."""
        return self.seen or self.box

    @cached_property
    def box(self) -> Box:
        """Left, upper, right and lower edge."""
        across, down = [x for x, _ in self.quad], [y for _, y in self.quad]
        return round(min(across)), round(min(down)), round(max(across)), round(max(down))

    @cached_property
    def width(self) -> float:
        """Pixels, at least 1."""
        left, _, right, _ = self.box
        return max(1.0, right - left)

    @cached_property
    def height(self) -> float:
        """Pixels from the upper to the lower edge, as the text stands."""
        (x0, y0), _, _, (x3, y3) = self.quad
        return max(1.0, math.hypot(x3 - x0, y3 - y0))

    @property
    def middle(self) -> float:
        """Height of its middle."""
        return (self.box[1] + self.box[3]) / 2

    def at(self, number: int) -> float:
        """Where one of its characters stands, in pixels from the left edge of the picture."""
        share = self.places[number] if self.places else (number + 0.5) / max(1, len(self.text))
        return self.quad[0][0] + share * (self.quad[1][0] - self.quad[0][0])
