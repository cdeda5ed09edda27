"""Animations: told without decoding them, and shown by their first frame that shows something."""

from PIL import ImageFile

from opsin.errors import PictureError
from opsin.pixels.container import survey_gif
from opsin.pixels.limits import PixelLimits
from opsin.pixels.opening import judge_size
from opsin.pixels.sniff import Format
from opsin.pixels.tones import bands

_MORE_FRAMES = 3
_SPREAD = 6
"""Brightness steps, of 255, within which a frame counts as one colour; lossy coding makes a little noise."""


def is_animated(image: ImageFile.ImageFile, kind: Format, data: bytes) -> bool:
    """Whether the file has frames that follow each other in time. Pages of a TIFF and sizes of an icon do not."""
    if kind is Format.GIF:
        # Pillow would find out by seeking, and give up the frame that it stands on.
        return survey_gif(data, enough=2).frames > 1
    if kind in {Format.WEBP, Format.AVIF, Format.PNG}:
        return bool(getattr(image, "is_animated", False))
    return False


def load_meaningful(image: ImageFile.ImageFile, kind: Format, limits: PixelLimits, *, animated: bool) -> None:
    """Decode the first frame; where it is of one colour, one of the next three that is not.

    Raises:
        PictureError: a frame is larger than the limits allow.
        Exception: whatever the decoder raises for the first frame.
    """
    image.load()
    if not animated or not _is_blank(image):
        return
    for number in range(1, _MORE_FRAMES + 1):
        try:
            image.seek(number)
            judge_size(image.size, kind, limits)
            image.load()
        except PictureError:
            raise
        except Exception:  # noqa: BLE001 - a later frame that is missing or damaged leaves the first
            break
        if not _is_blank(image):
            return
    image.seek(0)
    image.load()


def _is_blank(image: ImageFile.ImageFile) -> bool:
    """Whether the frame is of one colour, or cannot be seen at all."""
    mode = "RGBA" if image.has_transparency_data else "RGB"
    whole: list[tuple[int, int]] = []
    for band in bands(image.size):
        found = image.crop(band).convert(mode).getextrema()
        here = [(int(low), int(high)) for low, high in found]  # type: ignore[misc]  # several channels: pairs
        whole = [(min(a, c), max(b, d)) for (a, b), (c, d) in zip(whole or here, here, strict=True)]
        seen = mode == "RGB" or whole[3][1] > 0
        if seen and any(high - low > _SPREAD for low, high in whole):
            return False
    return True
