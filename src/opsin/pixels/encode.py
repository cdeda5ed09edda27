"""A picture as JPEG within a number of bytes."""

from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from opsin.errors import PictureError
from opsin.pixels.ground import on_ground

QUALITY = 85
MIN_QUALITY = 40
_STEP = 9
_SHRINK = 0.85
_SMALLEST_SIDE = 32


def encode_jpeg(
    image: Image.Image,
    *,
    max_bytes: int,
    quality: int = QUALITY,
) -> bytes:
    """Encode as JPEG (4:2:0, no metadata), in at most `max_bytes`.

    The quality is lowered only as far as the bytes ask for; below 40 the picture is made smaller instead.

    Raises:
        PictureError: it does not fit, even so.
    """
    return encode_to_fit(image, max_bytes=max_bytes, quality=quality).data


@dataclass(frozen=True, slots=True)
class Encoded:
    """JPEG bytes, with the quality and the size in pixels that they came out with."""

    data: bytes
    quality: int
    width: int
    height: int


def encode_to_fit(
    image: Image.Image,
    *,
    max_bytes: int,
    quality: int = QUALITY,
) -> Encoded:
    """Do what `encode_jpeg` does, and tell the quality and the size that it took.

    Raises:
        PictureError: it does not fit, even so.
    """
    shown = on_ground(image)
    while True:
        for step in [*range(quality, MIN_QUALITY, -_STEP), MIN_QUALITY]:
            data = _encode(shown, step)
            if len(data) <= max_bytes:
                return Encoded(data, step, shown.width, shown.height)
        smaller = round(shown.width * _SHRINK), round(shown.height * _SHRINK)
        if max(smaller) < _SMALLEST_SIDE or min(smaller) < 1:
            raise PictureError(
                f"The picture does not fit into {max_bytes} bytes.",
                hint="Allow more bytes or ask for a smaller picture.",
            )
        shown = shown.resize(smaller, Image.Resampling.LANCZOS)


def _encode(image: Image.Image, quality: int) -> bytes:
    target = BytesIO()
    image.save(target, "JPEG", quality=quality, subsampling="4:2:0", icc_profile=None, exif=b"")
    return target.getvalue()
