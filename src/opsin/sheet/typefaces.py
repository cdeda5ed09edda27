"""Fonts for captions: the packaged one, and for scripts that it lacks whatever the system has.

No character is ever drawn as a box: a font is used for a text only if it has every letter of it.
"""

import math
import os
import sys
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, features

_PACKAGED = "OpsinCaptions.ttf"
_PROBE_SIZE = 16
_UNASSIGNED = "\U0010fffe"

# Fonts by file name, those with the most scripts first. Chinese, Japanese and Korean come before the rest:
# they are what captions most often need.
_SYSTEM_FONTS = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKsc-Regular.otf",
    "PingFang.ttc",
    "Hiragino Sans GB.ttc",
    "AppleSDGothicNeo.ttc",
    "msyh.ttc",
    "msgothic.ttc",
    "malgun.ttf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf",
    "Arial Unicode.ttf",
    "NotoSansThai-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf",
    "NotoSansBengali-Regular.ttf",
    "NotoSansTamil-Regular.ttf",
    "Nirmala.ttf",
    "Nirmala.ttc",
    "leelawui.ttf",
    "DejaVuSans.ttf",
    "FreeSans.ttf",
    "unifont.otf",
)
_MAX_FONT_FILES = 20_000

# Scripts whose letters change shape or place by their neighbours, beside those that run from right to left.
_SHAPED = ((0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1780, 0x17FF))


def can_shape() -> bool:
    """Whether text is laid out with raqm and FriBiDi, so that joined and right-to-left scripts come out right."""
    return bool(features.check("raqm") and features.check("fribidi"))


@dataclass(frozen=True, slots=True)
class Glyph:
    """One drawn letter: its shape in L (None where it is blank), where that stands in the line, and its advance."""

    shape: Image.Image | None
    left: int
    top: int
    advance: float


class Typeface:
    """One font file in any size, and which characters it has."""

    def __init__(self, source: bytes | Path, engine: ImageFont.Layout) -> None:
        self._source = source
        self._engine = engine
        self._sizes: dict[int, ImageFont.FreeTypeFont] = {}
        self._has: dict[str, bool] = {}
        self._glyphs: dict[tuple[str, int], Glyph] = {}
        self._missing = self._look(_UNASSIGNED)

    def at(self, size: int) -> ImageFont.FreeTypeFont:
        """The font in a size, in pixels."""
        if size not in self._sizes:
            # A path is left to FreeType, which reads of a large file what it needs.
            file = BytesIO(self._source) if isinstance(self._source, bytes) else self._source
            self._sizes[size] = ImageFont.truetype(file, size, layout_engine=self._engine)
        return self._sizes[size]

    def has(self, character: str) -> bool:
        """Whether the font has a glyph of its own for the character."""
        known = self._has.get(character)
        if known is None:
            look = self._look(character)
            empty = not any(look[1])
            known = look != self._missing and (not empty or character.isspace())
            self._has[character] = known
        return known

    def covers(self, text: str) -> bool:
        """Whether the font has all of the text."""
        return all(map(self.has, text))

    def length(self, text: str, size: int) -> float:
        """How long a text is, in pixels, in type of a size."""
        if any(map(needs_shaping, text)):
            return self.at(size).getlength(text)
        return sum(self._glyph(character, size).advance for character in text)

    def fits(self, text: str, size: int, width: float) -> bool:
        """Whether a text is at most so many pixels long."""
        return self.length(text, size) <= width

    def mask(self, text: str, size: int) -> Image.Image:
        """The text in white on black, in L, one line high; its baseline is `ascent` pixels below the top.

        Letters that neither join nor change places are drawn once each and put together here: most of a
        sheet's captions are the same few letters, and drawing them anew took a tenth of its time. What is
        lost is kerning, less than a pixel at these sizes.
        """
        font = self.at(size)
        ascent, descent = font.getmetrics()
        strip = Image.new("L", (max(1, math.ceil(self.length(text, size))), ascent + descent))
        if any(map(needs_shaping, text)):
            ImageDraw.Draw(strip).text((0, ascent), text, font=font, fill=255, anchor="ls")
            return strip
        x = 0.0
        for character in text:
            glyph = self._glyph(character, size)
            if glyph.shape is not None:
                strip.paste(255, (round(x) + glyph.left, glyph.top), glyph.shape)
            x += glyph.advance
        return strip

    def _glyph(self, character: str, size: int) -> "Glyph":
        known = self._glyphs.get((character, size))
        if known is None:
            known = self._glyphs[character, size] = _draw_glyph(self.at(size), character)
        return known

    def _look(self, character: str) -> tuple[tuple[int, int], bytes]:
        mask = self.at(_PROBE_SIZE).getmask(character)
        return mask.size, bytes(mask)


def typeface_for(text: str) -> Typeface | None:
    """The first font that has every letter of the text and can lay it out; None where there is none."""
    if not can_shape() and any(map(needs_shaping, text)):
        return None
    packaged = packaged_typeface()
    if packaged.covers(text):
        return packaged
    for name in _SYSTEM_FONTS:
        found = _system_typeface(name)
        if found is not None and found.covers(text):
            return found
    return None


@cache
def packaged_typeface() -> Typeface:
    """The font that comes with the package: Latin, Greek, Cyrillic, Hebrew, Arabic."""
    data = files("opsin.sheet").joinpath("fonts", _PACKAGED).read_bytes()
    return Typeface(data, _engine())


def _draw_glyph(font: ImageFont.FreeTypeFont, character: str) -> Glyph:
    advance = font.getlength(character)
    ascent, descent = font.getmetrics()
    margin = ascent
    canvas = Image.new("L", (math.ceil(advance) + 2 * margin, ascent + descent))
    ImageDraw.Draw(canvas).text((margin, ascent), character, font=font, fill=255, anchor="ls")
    box = canvas.getbbox()
    if box is None:
        return Glyph(None, 0, 0, advance)
    return Glyph(canvas.crop(box), box[0] - margin, box[1], advance)


def _engine() -> ImageFont.Layout:
    return ImageFont.Layout.RAQM if can_shape() else ImageFont.Layout.BASIC


@lru_cache(maxsize=4096)
def needs_shaping(character: str) -> bool:
    """Whether a character joins others, changes its place by them, or runs from right to left."""
    code = ord(character)
    if unicodedata.combining(character) or unicodedata.bidirectional(character) in {"R", "AL"}:
        return True
    return any(first <= code <= last for first, last in _SHAPED)


@cache
def _system_typeface(name: str) -> Typeface | None:
    path = _system_files().get(name.lower())
    try:
        return Typeface(path, _engine()) if path is not None else None
    except OSError:
        return None


@cache
def _system_files() -> dict[str, Path]:
    """Where the fonts of the list are on this machine; looked for once, when a text first needs one."""
    wanted = {name.lower() for name in _SYSTEM_FONTS}
    found: dict[str, Path] = {}
    looked_at = 0
    for folder in font_folders():
        for parent, _, names in os.walk(folder):
            looked_at += len(names)
            for name in names:
                if name.lower() in wanted:
                    found.setdefault(name.lower(), Path(parent, name))
            if looked_at > _MAX_FONT_FILES:
                return found
    return found


def font_folders(find_home: Callable[[], Path] = Path.home) -> list[Path]:
    """The folders in which this system keeps fonts: everybody's, and the user's where they have a home folder."""
    home = _home(find_home)
    if sys.platform == "win32":
        folders = [Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts")]
        local = os.environ.get("LOCALAPPDATA")
        return [*folders, Path(local, "Microsoft/Windows/Fonts")] if local else folders
    if sys.platform == "darwin":
        return [
            Path("/System/Library/Fonts"),
            Path("/Library/Fonts"),
            *(home_folder / "Library/Fonts" for home_folder in home),
        ]
    shared = [Path(entry, "fonts") for entry in os.environ.get("XDG_DATA_DIRS", "").split(":") if entry]
    return [
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        *shared,
        *(home_folder / folder for home_folder in home for folder in (".local/share/fonts", ".fonts")),
    ]


def _home(find: Callable[[], Path]) -> tuple[Path, ...]:
    """The user's home folder; none where the system knows of none, as for some users of services."""
    try:
        return (find(),)
    except RuntimeError:
        return ()
