"""One file of the corpus: its bytes as a recipe, and what is to come of it at each of the three doors."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tests.pixels.pictures import BLUE, GREEN, RED, WHITE

Door = Literal["thumbnail", "original", "check"]
DOORS: tuple[Door, ...] = ("thumbnail", "original", "check")

Colour = tuple[int, int, int]
Spot = tuple[float, float, Colour]
"""A place as fractions of width and height, and the colour that is to be there, in sRGB and without alpha."""

BLACK, PAPER = (0, 0, 0), (255, 255, 255)
LIGHT_GROUND, DARK_GROUND = (246, 246, 246), (38, 38, 38)

_CENTRES = ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))


def four(*colours: Colour) -> tuple[Spot, ...]:
    """The colours of the four quarters: upper left, upper right, lower left, lower right."""
    return tuple((x, y, colour) for (x, y), colour in zip(_CENTRES, colours, strict=True))


QUARTERS = four(RED, GREEN, BLUE, WHITE)
GREY_QUARTERS = four((87, 87, 87), (130, 130, 130), (52, 52, 52), (240, 240, 240))
ONE_BLACK_QUARTER = four(BLACK, PAPER, PAPER, PAPER)


@dataclass(frozen=True, slots=True)
class Look:
    """A picture as it is to be shown: upright, on its ground.

    Attributes:
        size: Width and height in pixels, upright.
        spots: Colours at places.
        tolerance: How far a channel may be off, of 255.
        has_alpha: Whether the facts say that some of it can be seen through.
        animated: Whether the facts say so.
        orientation: EXIF orientation that the facts tell.
    """

    size: tuple[int, int] = (120, 80)
    spots: tuple[Spot, ...] = QUARTERS
    tolerance: int = 16
    has_alpha: bool = False
    animated: bool = False
    orientation: int = 1


@dataclass(frozen=True, slots=True)
class Piece:
    """A file of the corpus.

    Attributes:
        name: File name, with the extension that its bytes ask for.
        what: What it is, in a line.
        make: Makes the bytes, the same each time.
        look: How it looks wherever it is not refused.
        refused: The doors that refuse it, each with a part of the refusal (a regular expression).
        heavy: Whether making or decoding it takes longer than everyday tests should.
    """

    name: str
    what: str
    make: Callable[[], bytes]
    look: Look | None = None
    refused: Mapping[Door, str] = field(default_factory=dict)
    heavy: bool = False

    @property
    def expected(self) -> str:
        """What is to come of it, in a line."""
        shown = "" if self.look is None else "right, {}x{}".format(*self.look.size)
        refused = "; ".join(f"{door} refused: {words}" for door, words in self.refused.items())
        if self.look is None:
            return f"failed: {self.refused['check']}"
        return f"{shown}; {refused}" if refused else shown


def everywhere(words: str) -> dict[Door, str]:
    """Refused at all three doors."""
    return dict.fromkeys(DOORS, words)


def right(name: str, what: str, make: Callable[[], bytes], look: Look | None = None) -> Piece:
    """A file that is shown; the four quarters where no look is given."""
    return Piece(name, what, make, look or Look())


def failed(name: str, what: str, make: Callable[[], bytes], words: str, *, heavy: bool = False) -> Piece:
    """A file that every door refuses."""
    return Piece(name, what, make, refused=everywhere(words), heavy=heavy)
