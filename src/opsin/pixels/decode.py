"""Bytes from anywhere to a picture that can be shown: upright, in sRGB, no larger than asked for.

The order is: format and size from the header, orientation, a reduced decode where the format has one, the
first frame that shows something, eight bits, resize, colour, turn. Nothing is enlarged. Call it off
the event loop: decoding takes the time that it takes.
"""

import threading
from dataclasses import dataclass

from PIL import Image, ImageFile

from opsin.errors import PictureError
from opsin.pixels.colour import describe_profile, to_srgb
from opsin.pixels.container import is_cut_short
from opsin.pixels.facts import Facts
from opsin.pixels.frames import is_animated, load_meaningful
from opsin.pixels.limits import ORIGINAL_LIMITS, THUMBNAIL_LIMITS, PixelLimits
from opsin.pixels.notes import read_notes
from opsin.pixels.opening import open_picture, told_as_picture_error
from opsin.pixels.orientation import read_orientation, stored_box, swapped, upright
from opsin.pixels.region import WHOLE, Region
from opsin.pixels.sniff import Format
from opsin.pixels.tones import to_eight_bits
from opsin.text import clean

REDUCING_GAP = 2.0
"""How much larger than wanted a reduced decode stays, so that the resize that follows still decides the quality."""

_MANY_TAPS = 1.5
"""The reduction from which a wide filter costs more than it shows."""

PROFILE_CHARACTERS = 200
"""What is kept of a profile's description, which is outside text."""

_one_original = threading.Lock()
"""An original may take some hundred megabytes while it is decoded: one at a time, whoever asks."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture in RGB, or in RGBA where some of it can be seen through; and what its file is."""

    image: Image.Image
    facts: Facts


def decode_thumbnail(data: bytes, box: tuple[int, int]) -> Picture:
    """Decode a small picture to fit a box of width and height in pixels. Its facts have no notes.

    Raises:
        PictureError: it is no picture, is cut short or damaged, or has more than 25 million pixels.
    """
    with told_as_picture_error(data):
        opened = _Opened(data, THUMBNAIL_LIMITS)
        return opened.show(box, WHOLE, quick=True)


def decode_original(data: bytes, *, max_edge: int, region: Region | None = None) -> Picture:
    """Decode a full picture, or a region of it, to at most `max_edge` pixels on its long side.

    A region has all the detail of the original up to that size. The facts are those of the whole picture.

    Raises:
        PictureError: it is no picture, is cut short or damaged, or is too large (100 million pixels for JPEG,
            50 million for others).
    """
    with _one_original, told_as_picture_error(data):
        opened = _Opened(data, ORIGINAL_LIMITS, notes=True)
        return opened.show((max_edge, max_edge), region or WHOLE)


def check_original(data: bytes) -> Facts:
    """Decode the whole picture once, to know that it is one and is complete; a JPEG at an eighth of its size.

    Raises:
        PictureError: as `decode_original`.
    """
    with _one_original, told_as_picture_error(data):
        opened = _Opened(data, ORIGINAL_LIMITS, notes=True)
        if is_cut_short(data, opened.kind):
            raise PictureError(
                f"The {opened.kind.label} is cut short.", hint="Fetch it again, or choose another picture."
            )
        opened.draft((1, 1))
        return opened.facts(opened.load())


def _quick_filter(reduction: float, *, reduced_decode: bool) -> Image.Resampling:
    """The cheapest filter with which a sheet stays 41 dB or more from one with Lanczos, which eyes cannot tell apart.

    With Lanczos resampling is half of a sheet's cost; the wider the filter and the stronger the reduction, the more.
    After a reduced decode little is left to do, and it should be done well.
    """
    if reduced_decode:
        return Image.Resampling.LANCZOS
    return Image.Resampling.HAMMING if reduction > _MANY_TAPS else Image.Resampling.BICUBIC


class _Opened:
    """One picture on its way through the steps."""

    def __init__(self, data: bytes, limits: PixelLimits, *, notes: bool = False) -> None:
        self.data = data
        self.limits = limits
        self.with_notes = notes
        self.image: ImageFile.ImageFile
        self.image, self.kind = open_picture(data, limits)
        self.mode = self.image.mode
        self.stored_size = self.image.size
        self.animated = is_animated(self.image, self.kind, data)
        self.orientation = read_orientation(self.image)

    @property
    def turn(self) -> int:
        """The orientation that is still to be applied; Pillow turns TIFF by itself."""
        return 1 if self.kind is Format.TIFF else self.orientation

    def draft(self, size: tuple[int, int]) -> None:
        """Have a JPEG decoded at a half, a quarter or an eighth, never smaller than `size`."""
        if self.kind is Format.JPEG:
            self.image.draft(None, size)

    def load(self) -> Image.Image:
        """Decode, in L, RGB, RGBA or CMYK."""
        load_meaningful(self.image, self.kind, self.limits, animated=self.animated)
        # PNG may have its EXIF after the pixels, and a later GIF frame may be larger than the first.
        if self.kind is Format.PNG:
            self.orientation = read_orientation(self.image)
        if self.kind is not Format.JPEG:
            self.stored_size = self.image.size
        return to_eight_bits(self.image)

    def show(self, box: tuple[int, int], region: Region, *, quick: bool = False) -> Picture:
        """Decode a region to fit the box; quick means good enough for a cell of a sheet."""
        self.draft(self._draft_size(box, region, gap=1.0 if quick else REDUCING_GAP))
        pixels = self.load()
        facts = self.facts(pixels)
        size = facts.width, facts.height
        part = region.box(*size)
        left, upper, right, lower = stored_box(part, size, self.turn)
        across, down = pixels.width / self.stored_size[0], pixels.height / self.stored_size[1]
        target = swapped(fit_within((part[2] - part[0], part[3] - part[1]), box), self.turn)
        if region is not WHOLE and across == down == 1:
            pixels = pixels.crop((left, upper, right, lower))
            left, upper, right, lower = 0, 0, pixels.width, pixels.height
        source = (
            left * across,
            upper * down,
            min(right * across, pixels.width),
            min(lower * down, pixels.height),
        )
        if target != pixels.size or source != (0, 0, *pixels.size):
            resample = Image.Resampling.LANCZOS
            if quick:
                resample = _quick_filter((source[2] - source[0]) / target[0], reduced_decode=across < 1)
            pixels = pixels.resize(target, resample, box=source, reducing_gap=REDUCING_GAP)
        shown = upright(to_srgb(pixels, self.image.info.get("icc_profile")), self.turn)
        if isinstance(shown, ImageFile.ImageFile):
            shown = shown.copy()
        # Pillow would write an old profile or orientation from here into the next file.
        shown.info = {}
        return Picture(shown, facts)

    def facts(self, pixels: Image.Image) -> Facts:
        """What is known once the pixels are there."""
        width, height = swapped(self.stored_size, self.turn)
        return Facts(
            format=self.kind,
            width=width,
            height=height,
            size_bytes=len(self.data),
            mode=self.mode,
            animated=self.animated,
            has_alpha=pixels.mode == "RGBA",
            orientation=self.orientation,
            profile=clean(describe_profile(self.image.info.get("icc_profile")), PROFILE_CHARACTERS),
            notes=read_notes(self.image) if self.with_notes else (),
        )

    def _draft_size(self, box: tuple[int, int], region: Region, *, gap: float) -> tuple[int, int]:
        """The least size of the whole picture at which the region has what the box can show of it."""
        width, height = swapped(self.stored_size, self.turn)
        left, upper, right, lower = region.box(width, height)
        fitted, _ = fit_within((right - left, lower - upper), box)
        scale = min(1.0, gap * fitted / (right - left))
        return max(1, int(self.stored_size[0] * scale)), max(1, int(self.stored_size[1] * scale))


def fit_within(size: tuple[int, int], box: tuple[int, int]) -> tuple[int, int]:
    """The largest size of the same shape that fits the box, never larger than it is; at least one pixel a side."""
    width, height = size
    scale = min(1.0, box[0] / width, box[1] / height)
    return max(1, min(box[0], round(width * scale))), max(1, min(box[1], round(height * scale)))
