"""HEIC, as phones take pictures, through pi-heif: only in the process that decodes apart.

libheif applies the file's own turning and mirroring (ISO/IEC 23008-12, "irot" and "imir"), so an EXIF orientation
beside them is told and not applied.
"""

from importlib import import_module
from typing import Any

from PIL import Image

from opsin.pixels.limits import ORIGINAL_LIMITS
from opsin.pixels.notes import read_notes
from opsin.pixels.nth_frame import refuse_beyond
from opsin.pixels.opening import judge_size
from opsin.pixels.orientation import read_orientation
from opsin.pixels.sniff import Format
from opsin.pixels.taken import Taken
from opsin.pixels.tones import to_eight_bits

DECODER_THREADS = 2


def open_heif(data: bytes, page: int) -> tuple[Image.Image, Taken]:
    """Decode one picture of a HEIC file, upright, in L, RGB or RGBA; page 1 is its primary one.

    Raises:
        PictureError: there is no such picture, or it is too large.
        ImportError: pi-heif is not there.
        Exception: whatever the decoder raises.
    """
    # Its options are this process's own; nothing is registered with Pillow.
    pi_heif: Any = import_module("pi_heif")
    options = pi_heif.options
    options.DECODE_THREADS = DECODER_THREADS
    options.THUMBNAILS = options.DEPTH_IMAGES = options.AUX_IMAGES = False
    file = pi_heif.open_heif(data, convert_hdr_to_8bit=True)
    refuse_beyond(page, len(file), Format.HEIC)
    order = [file.primary_index, *(at for at in range(len(file)) if at != file.primary_index)]
    picture = file[order[page - 1]]
    judge_size(picture.size, Format.HEIC, ORIGINAL_LIMITS)
    pixels = picture.to_pillow()
    judge_size(pixels.size, Format.HEIC, ORIGINAL_LIMITS)
    mode = pixels.mode
    if mode == "RGBa":
        pixels = pixels.convert("RGBA")
    pixels.info = {key: value for key, value in picture.info.items() if key in {"exif", "xmp"} and value}
    taken = Taken(
        kind=Format.HEIC,
        mode=mode,
        animated=False,
        orientation=read_orientation(pixels),
        turn=1,
        profile=picture.info.get("icc_profile"),
        notes=read_notes(pixels),
        page=page,
        pages=len(file),
    )
    return to_eight_bits(pixels), taken
