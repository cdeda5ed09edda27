"""What text recognition brings: lines with boxes, and bar codes."""

from dataclasses import dataclass

Box = tuple[int, int, int, int]
"""Left, upper, right and lower edge in pixels."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text.

    Attributes:
        text: With the blanks that it begins with, rebuilt from its place.
        box: Where it is.
        confidence: 0 to 1.
    """

    text: str
    box: Box
    confidence: float


@dataclass(frozen=True, slots=True)
class BarCode:
    """A bar code or QR code."""

    kind: str
    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class Read:
    """What was read in one picture.

    Attributes:
        lines: In reading order.
        codes: Bar codes.
        whole: False where the time was over before the whole picture was read.
        turned: Degrees (0, 90, 180, 270) clockwise by which the picture had to be turned to be read; boxes are of
            the picture as it came.
        engine: Name and version of what read it; empty where there is no text recognition.
        note: What the reader should know; empty for nothing.
        unread: Lines that were found and say next to nothing, where they are many: another script, most likely.
    """

    lines: tuple[Line, ...]
    codes: tuple[BarCode, ...] = ()
    whole: bool = True
    turned: int = 0
    engine: str = ""
    note: str = ""
    unread: int = 0
