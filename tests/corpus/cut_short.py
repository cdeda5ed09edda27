"""Every format, cut short at several lengths: an original of which anything is missing must not be kept."""

from collections.abc import Callable
from functools import partial

from PIL import Image

from tests.corpus.piece import Look, Piece, failed
from tests.pixels.pictures import quarters, saved

_REFUSAL = "cut short|damaged and cannot be decoded"


def _noisy() -> Image.Image:
    """The quarters with a pattern that does not compress away, so that every length is within the pixels."""
    image = quarters(96, 64)
    for y in range(image.height):
        for x in range(image.width):
            step = (x * 7_919 + y * 104_729 + x * y * 31) % 23
            pixel = image.getpixel((x, y))
            image.putpixel((x, y), tuple(min(255, value + step) for value in pixel))  # type: ignore[union-attr]  # three bands
    return image


_WHOLE: dict[str, Callable[[], bytes]] = {
    "jpg": lambda: saved(_noisy(), "JPEG", quality=92),
    "progressive.jpg": lambda: saved(_noisy(), "JPEG", quality=92, progressive=True),
    "png": lambda: saved(_noisy()),
    "gif": lambda: saved(_noisy(), "GIF"),
    "webp": lambda: saved(_noisy(), "WEBP", quality=92),
    "lossless.webp": lambda: saved(_noisy(), "WEBP", lossless=True),
    "avif": lambda: saved(_noisy(), "AVIF", quality=92),
    "bmp": lambda: saved(_noisy(), "BMP"),
    "tif": lambda: saved(_noisy(), "TIFF"),
    "lzw.tif": lambda: saved(_noisy(), "TIFF", compression="tiff_lzw"),
    "ico": lambda: saved(_noisy(), "ICO", sizes=[(64, 43)]),
}


def _cut(make: Callable[[], bytes], share: float, missing: int) -> bytes:
    data = make()
    return data[: max(1, int(len(data) * share) - missing)]


_LENGTHS = {
    "head": (0.0, -20),
    "tenth": (0.1, 0),
    "half": (0.5, 0),
    "most": (0.95, 0),
    "few": (1.0, 100),
    "end": (1.0, 16),
    "last": (1.0, 1),
}


def _piece(ending: str, length: str) -> Piece:
    make, (share, missing) = _WHOLE[ending], _LENGTHS[length]
    name, what = f"cut_{length}.{ending}", f"{ending} without its end: {length}"
    recipe = partial(_cut, make, share, missing)
    if length in {"end", "last"} and ending in {"png", "ico"}:
        # Every pixel is there. A cell may show them; an original of which something is missing is not kept.
        size = (96, 64) if ending == "png" else (64, 43)
        return Piece(name, what, recipe, Look(size, tolerance=30), {"check": "cut short"})
    return failed(name, what, recipe, _REFUSAL)


PIECES: tuple[Piece, ...] = tuple(
    _piece(ending, length)
    for ending in _WHOLE
    for length in _LENGTHS
    # A GIF without its last byte ends where a frame does, and cannot be told from one that was written so.
    if (ending, length) != ("gif", "last")
)
