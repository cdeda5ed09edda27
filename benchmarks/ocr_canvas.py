"""A picture that is drawn together with the text that it holds, in reading order."""

import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

PACKAGES = "fonts-dejavu, fonts-liberation, fonts-noto-cjk, fonts-roboto and fonts-hack"
"""The Debian packages that have all fonts."""

FONTS = {
    "sans": "DejaVuSans.ttf",
    "bold": "DejaVuSans-Bold.ttf",
    "mono": "DejaVuSansMono.ttf",
    "serif": "DejaVuSerif.ttf",
    "arial": "LiberationSans-Regular.ttf",
    "arial-bold": "LiberationSans-Bold.ttf",
    "times": "LiberationSerif-Regular.ttf",
    "courier": "LiberationMono-Regular.ttf",
    "roboto": "Roboto-Regular.ttf",
    "hack": "Hack-Regular.ttf",
    "cjk": "NotoSansCJK-Regular.ttc",
    "cjk-serif": "NotoSerifCJK-Regular.ttc",
}
_FOLDERS = {
    "win32": ["C:/Windows/Fonts"],
    "darwin": ["/Library/Fonts", "/System/Library/Fonts", "~/Library/Fonts"],
}
_COLLECTION_INDEX = {"cjk": 0, "cjk-serif": 0, "cjk-sc": 2, "cjk-kr": 1}


class NoFont(Exception):
    """A font is not on this machine."""


@cache
def _files() -> dict[str, Path]:
    folders = _FOLDERS.get(sys.platform, ["/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts"])
    roots = [Path(folder).expanduser() for folder in folders]
    return {path.name: path for root in roots if root.is_dir() for path in root.rglob("*.tt[fc]")}


@cache
def font(name: str, size: float) -> ImageFont.FreeTypeFont:
    """A font by our name for it, of so many pixels.

    Raises:
        NoFont: it is not on this machine.
    """
    file = FONTS["cjk" if name.startswith("cjk-") and name not in FONTS else name]
    if file not in _files():
        raise NoFont(f"{file} is missing (Debian has all fonts in {PACKAGES})")
    return ImageFont.truetype(str(_files()[file]), size, index=_COLLECTION_INDEX.get(name, 0))


@dataclass
class Canvas:
    """A picture and its text."""

    width: int
    height: int
    ground: str = "#ffffff"
    image: Image.Image = field(init=False)
    truth: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.image = Image.new("RGB", (self.width, self.height), self.ground)
        self.draw = ImageDraw.Draw(self.image)

    def text(
        self, x: float, y: float, line: str, *, face: str = "sans", size: float = 14, ink: str = "#111111"
    ) -> float:
        """Write one line, note it, and give where it ends."""
        written = font(face, size)
        self.draw.text((x, y), line, font=written, fill=ink)
        if line.strip():
            self.truth.append(line)
        return x + written.getlength(line)

    def pieces(
        self, x: float, y: float, parts: list[tuple[str, str]], *, face: str = "mono", size: float = 14
    ) -> None:
        """Write one line in several colours, and note it as one."""
        at = x
        for piece, ink in parts:
            self.draw.text((at, y), piece, font=font(face, size), fill=ink)
            at += font(face, size).getlength(piece)
        self.truth.append("".join(piece for piece, _ in parts))

    def box(
        self, area: tuple[int, int, int, int], *, fill: str = "", line: str = "", radius: int = 0
    ) -> None:
        """Draw a box, rounded where a radius is given."""
        self.draw.rounded_rectangle(area, radius, fill=fill or None, outline=line or None)

    def paragraph(
        self,
        x: int,
        y: int,
        words: str,
        *,
        width: int,
        step: int,
        face: str = "sans",
        size: float = 14,
        ink: str = "#111111",
    ) -> int:
        """Write words in lines of at most so many pixels, and give where the next line would begin."""
        written = font(face, size)
        for line in wrapped(words, width, written):
            self.text(x, y, line, face=face, size=size, ink=ink)
            y += step
        return y


def wrapped(words: str, width: int, written: ImageFont.FreeTypeFont) -> list[str]:
    """Lines of at most so many pixels; text without blanks is broken anywhere."""
    lines, line = [], ""
    units = words.split(" ") if " " in words else list(words)
    joint = " " if " " in words else ""
    for unit in units:
        longer = f"{line}{joint}{unit}" if line else unit
        if line and written.getlength(longer) > width:
            lines.append(line)
            line = unit
        else:
            line = longer
    return [*lines, line] if line else lines
