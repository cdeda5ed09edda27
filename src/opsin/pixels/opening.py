"""Open a picture without decoding it: the format by its bytes, the size judged, every failure a PictureError.

The decoder is chosen here and called directly. `PIL.Image.open` would try others, and it warns about
large pictures by a limit that is one for the whole process; ours is judged for each picture and changes nothing
for other users of Pillow.
"""

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from PIL import ImageFile
from PIL.AvifImagePlugin import AvifImageFile
from PIL.BmpImagePlugin import BmpImageFile
from PIL.GifImagePlugin import GifImageFile
from PIL.IcoImagePlugin import IcoImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.TiffImagePlugin import TiffImageFile
from PIL.WebPImagePlugin import WebPImageFile

from opsin.errors import PictureError
from opsin.pixels.container import is_cut_short, size_in_header
from opsin.pixels.limits import (
    MAX_ICON_SIDE,
    MAX_JPEG_SCANS,
    SCANS_OF_THE_LARGEST,
    TILE_BYTES_PER_PIXEL,
    PixelLimits,
)
from opsin.pixels.scans import has_more_scans
from opsin.pixels.segments import JpegSurvey, survey_jpeg
from opsin.pixels.sniff import Format, describe, sniff, sniff_file
from opsin.pixels.tiff import survey_tiff

_DECODERS: dict[Format, type[ImageFile.ImageFile]] = {
    Format.JPEG: JpegImageFile,
    Format.PNG: PngImageFile,
    Format.WEBP: WebPImageFile,
    Format.GIF: GifImageFile,
    Format.AVIF: AvifImageFile,
    Format.BMP: BmpImageFile,
    Format.TIFF: TiffImageFile,
    Format.ICO: IcoImageFile,
}
_HEAD_FOR_NAMING = 1_024
_OTHER_HINT = "Choose another picture, or another rendition of it."

_warnings_lock = threading.Lock()


@contextmanager
def quiet() -> Iterator[None]:
    """Keep Pillow's warnings about odd metadata from a program that turns warnings into errors.

    For short work only: the warning filters belong to the whole process, so one thread at a time is let in.
    """
    with _warnings_lock, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def told_as_picture_error(data: bytes) -> Iterator[None]:
    """Turn whatever a decoder raises into a PictureError. They raise almost anything on damaged files."""
    try:
        yield
    except PictureError:
        raise
    except MemoryError as error:
        raise PictureError(
            f"The {_label(data)} needs more memory than there is.", hint=_OTHER_HINT
        ) from error
    except Exception as error:
        kind = sniff_file(data)
        said = isinstance(error, EOFError) or "truncated" in str(error).lower()
        cut = said or (kind is not None and is_cut_short(data, kind))
        what = "is cut short" if cut else "is damaged and cannot be decoded"
        hint = "Fetch it again, or choose another picture." if cut else _OTHER_HINT
        raise PictureError(f"The {_label(data)} {what}.", hint=hint) from error


def open_picture(data: bytes, limits: PixelLimits) -> tuple[ImageFile.ImageFile, Format]:
    """Open the picture, undecoded, if its format and size are allowed.

    Raises:
        PictureError: it is something else, is too large, or its header is damaged.
    """
    kind = sniff(data)
    if kind is None:
        raise PictureError(
            _refusal(data), hint="Only JPEG, PNG, WebP, GIF, AVIF, BMP, TIFF and ICO are decoded."
        )
    with told_as_picture_error(data):
        early = size_in_header(data, kind)
        if early is not None:
            judge_size(early, kind, limits)
        if kind is Format.TIFF:
            judge_tiff(data, limits)
        survey = survey_jpeg(data) if kind is Format.JPEG else None
        if survey is not None and survey.crowded:
            raise PictureError("The JPEG has more segments than pictures have.", hint=_OTHER_HINT)
        with quiet():
            image = _DECODERS[kind](BytesIO(data))
        judge_size(image.size, kind, limits)
        if survey is not None:
            _judge_jpeg(data, survey, image.size, limits)
        return image, kind


def judge_size(size: tuple[int, int], kind: Format, limits: PixelLimits) -> None:
    """Judge a size in pixels, before anything of that size is made.

    Raises:
        PictureError: it is more than the limits allow.
    """
    width, height = size
    most = limits.jpeg if kind is Format.JPEG else limits.other
    side = MAX_ICON_SIDE if kind is Format.ICO else limits.side
    if width * height > most or max(size) > side:
        raise PictureError(
            f"The {kind.label} has {width}x{height} pixels; at most {most // 1_000_000} million"
            f" and {side} a side are decoded.",
            hint="Choose a smaller rendition.",
        )


def _judge_jpeg(data: bytes, survey: JpegSurvey, size: tuple[int, int], limits: PixelLimits) -> None:
    """The more pixels, the fewer scans: the work of decoding is that of both together."""
    if not survey.has_bytes_for(size, len(data)):
        raise PictureError(
            f"The JPEG has {size[0]}x{size[1]} pixels by its header, and too few bytes for them.",
            hint=_OTHER_HINT,
        )
    allowed = min(MAX_JPEG_SCANS, SCANS_OF_THE_LARGEST * limits.jpeg // (size[0] * size[1]))
    if has_more_scans(data, allowed):
        raise PictureError(
            f"The JPEG has {size[0]}x{size[1]} pixels in more than {allowed} scans.", hint=_OTHER_HINT
        )


def judge_tiff(data: bytes, limits: PixelLimits, at: int | None = None) -> None:
    """Judge what decoding a page of a TIFF takes; the first page when no place of a directory is given.

    Raises:
        PictureError: it is more than the limits allow.
        EOFError, ValueError: as `survey_tiff`.
    """
    survey = survey_tiff(data, at)
    judge_size(survey.size, Format.TIFF, limits)
    shown = "{}x{}".format(*survey.size)
    if survey.oversized or survey.tile_bytes > limits.other * TILE_BYTES_PER_PIXEL:
        raise PictureError(
            f"The TIFF has {shown} pixels in tiles or strips of {survey.tile[0]}x{survey.tile[1]},"
            " which is more than is decoded at once.",
            hint=_OTHER_HINT,
        )
    if survey.overfull:
        raise PictureError(f"The TIFF has more tiles or strips than {shown} pixels need.", hint=_OTHER_HINT)


def _label(data: bytes) -> str:
    kind = sniff_file(data)
    return kind.label if kind else "file"


def _refusal(data: bytes) -> str:
    what = describe(data[:_HEAD_FOR_NAMING])
    if what == "nothing":
        return "The file is empty."
    return f"The file is {what}, not a picture that can be shown."
