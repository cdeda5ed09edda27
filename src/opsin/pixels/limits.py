"""How large a picture may be before it is decoded, and how many bytes it may have.

A file of 35 bytes can ask for hundreds of megabytes of pixels, so sizes are judged from the header, before a
decoder gets to work.
"""

from dataclasses import dataclass

THUMBNAIL_PIXELS = 25_000_000
JPEG_PIXELS = 100_000_000
OTHER_PIXELS = 50_000_000

THUMBNAIL_SIDE = 20_000
ORIGINAL_SIDE = 65_535

MAX_THUMBNAIL_BYTES = 5_242_880
MAX_ORIGINAL_BYTES = 20_971_520
"""20 MiB: what an inspection fetches at most, and a download where it is asked for no more."""
HIGHEST_MAX_BYTES = 104_857_600
"""100 MiB: the most that a download may be asked to fetch."""

MAX_JPEG_SCANS = 100
"""A progressive JPEG has about ten scans. Each one costs a pass over all pixels, whatever its bytes."""

SCANS_OF_THE_LARGEST = 12
"""How many scans a JPEG of the most pixels may have; a smaller one may have more, for the same work."""

TILE_BYTES_PER_PIXEL = 6
"""What a TIFF decodes at once may take this many bytes for each pixel of the limit: 16 bits in three channels."""

MAX_PNG_CHUNKS_BEFORE_PIXELS = 1_000
"""There are a dozen or two in practice."""

MAX_PNG_CHUNKS = 65_536
"""The largest file that is fetched has 13,000 where its writer makes them of 8 kB; a decoder takes a fifth of a
second for this many empty ones."""

MAX_ICON_SIDE = 1_024
"""ICO pictures have at most 256 pixels a side by their directory, and little more in practice."""

MAX_PROFILE_BYTES = 4_194_304


@dataclass(frozen=True, slots=True)
class PixelLimits:
    """The most pixels of a JPEG and of any other picture, and the longest side of either, in pixels."""

    jpeg: int
    other: int
    side: int


THUMBNAIL_LIMITS = PixelLimits(jpeg=THUMBNAIL_PIXELS, other=THUMBNAIL_PIXELS, side=THUMBNAIL_SIDE)
ORIGINAL_LIMITS = PixelLimits(jpeg=JPEG_PIXELS, other=OTHER_PIXELS, side=ORIGINAL_SIDE)
