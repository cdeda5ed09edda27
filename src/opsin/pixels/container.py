"""What a file's own structure tells without decoding: pixel sizes, frames, whether its end is missing.

Some decoders take memory for the whole picture as soon as a file is opened; their sizes are read here first.
Sources: the WebP container (RFC 9649), GIF89a, ISO/IEC 14496-12 for boxes, and the ICO directory as Windows reads it.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass

from opsin.pixels.limits import MAX_PNG_CHUNKS_BEFORE_PIXELS
from opsin.pixels.png import SIGNATURE, png_is_cut_short, png_size
from opsin.pixels.sniff import Format
from opsin.pixels.tiff_pages import tiff_is_cut_short

_OUTER_BOXES = frozenset({b"ftyp", b"meta", b"moov", b"mdat", b"idat", b"free", b"skip", b"uuid", b"wide"})
_MAX_BOXES = 1_000
_MAX_BLOCKS = 500_000
_MAX_SMALL_BLOCKS = 50_000
_LEAST_BLOCK = 64
"""Bytes to a block of a GIF that has more than those. Writers fill them, up to 255."""

_FRAMES_LOOKED_AT = 4
"""The frames of a GIF that are decoded at most, when the first ones are blank."""


@dataclass(frozen=True, slots=True)
class GifSurvey:
    """The frames of a GIF, as far as counted, and whether it ends in the middle of one.

    Attributes:
        frames: How many are whole.
        cut_short: Whether the file ends within a block.
        places: Left, top, width and height in pixels of each frame, whole or not.
        blocks: How many blocks of up to 255 bytes there are, as far as counted.
    """

    frames: int
    cut_short: bool
    places: tuple[tuple[int, int, int, int], ...] = ()
    blocks: int = 0


def size_in_header(data: bytes, kind: Format) -> tuple[int, int] | None:
    """The largest width and height that the header speaks of; None where the decoder itself is careful.

    Raises:
        ValueError: a PNG does not begin with its header, has a second one, which decoders would believe, or has
            too many chunks; or a GIF has too many blocks.
    """
    if kind is Format.WEBP:
        return _webp_size(data)
    if kind is Format.ICO:
        return _ico_size(data)
    if kind is Format.GIF:
        return _gif_size(data)
    if kind is Format.PNG:
        return png_size(data, 0)
    return None


def survey_gif(data: bytes, *, enough: int = 1 << 30) -> GifSurvey:
    """Walk over the blocks of a GIF without decoding; stop after `enough` frames."""
    frames = blocks = 0
    places: list[tuple[int, int, int, int]] = []
    try:
        at = 13 + _table_size(data[10])
        while frames < enough and at < len(data) and blocks < _MAX_BLOCKS:
            introducer = data[at]
            if introducer == ord("!"):
                at, more = _after_blocks(data, at + 2)
                blocks += more
            elif introducer == ord(","):
                if at + 9 < len(data):
                    places.append(_four(data[at + 1 : at + 9]))
                at, more = _after_blocks(data, at + 11 + _table_size(data[at + 9]))
                blocks += more
                frames += 1
            else:
                break
    except IndexError:
        return GifSurvey(frames, cut_short=True, places=tuple(places), blocks=blocks)
    return GifSurvey(frames, cut_short=False, places=tuple(places), blocks=blocks)


def is_cut_short(data: bytes, kind: Format) -> bool:
    """Whether the file's end is missing, as far as its structure tells; a decoder sees only the first frame."""
    look = _CUT_SHORT.get(kind)
    return look is not None and look(data)


def _boxes_lead_out(data: bytes) -> bool:
    """Whether one of the outermost boxes is longer than the file. What stands behind the boxes is no box."""
    at = 0
    for _ in range(_MAX_BOXES):
        if at + 8 > len(data):
            break
        size, name = struct.unpack_from(">I4s", data, at)
        if name not in _OUTER_BOXES or size == 0:
            return False
        if size == 1:
            size = int.from_bytes(data[at + 8 : at + 16], "big")
        at += max(size, 8)
    return at > len(data)


def _table_size(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _after_blocks(data: bytes, at: int) -> tuple[int, int]:
    """The place behind the blocks that start there, and how many they are, the last and empty one included."""
    count = 1
    while data[at]:
        at += data[at] + 1
        count += 1
    return at + 1, count


def _gif_size(data: bytes) -> tuple[int, int] | None:
    """The size that holds the screen and the first frames, each where it lies: a frame may be the larger."""
    if len(data) < 13:  # noqa: PLR2004 - the header with its screen
        return None
    width, height = struct.unpack("<HH", data[6:10])
    survey = survey_gif(data, enough=_FRAMES_LOOKED_AT)
    # A decoder reads block by block, and takes a second for a million of them.
    if survey.blocks > _MAX_SMALL_BLOCKS + len(data) // _LEAST_BLOCK:
        raise ValueError("the GIF is in too many blocks")
    places = [(0, 0, width, height), *survey.places]
    return max(left + wide for left, _, wide, _ in places), max(top + high for _, top, _, high in places)


def _four(data: bytes) -> tuple[int, int, int, int]:
    left, top, width, height = struct.unpack("<HHHH", data)
    return left, top, width, height


def _webp_size(data: bytes) -> tuple[int, int] | None:
    chunk = data[12:16]
    if len(data) < 30:  # noqa: PLR2004 - the shortest header of the three
        return None
    if chunk == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if chunk == b"VP8 ":
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    if chunk == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return None


def _ico_size(data: bytes) -> tuple[int, int]:
    """The directory's sizes are a byte each; the pictures inside may be anything, so theirs are read."""
    widths, heights = [1], [1]
    for offset, _ in _ico_places(data):
        head = data[offset : offset + 24]
        if head.startswith(SIGNATURE):
            width, height = png_size(data, offset, most_chunks=MAX_PNG_CHUNKS_BEFORE_PIXELS)
            widths.append(width)
            heights.append(height)
        else:
            widths.append(abs(int.from_bytes(head[4:8], "little", signed=True)))
            # A bitmap inside an icon has its mask below it and is called twice as high.
            heights.append(abs(int.from_bytes(head[8:12], "little", signed=True)) // 2)
    return max(widths), max(heights)


def _ico_places(data: bytes) -> list[tuple[int, int]]:
    """Offset and length in bytes of each picture, as the directory tells."""
    count = min(int.from_bytes(data[4:6], "little"), (len(data) - 6) // 16)
    entries = (struct.unpack_from("<II", data, 14 + index * 16) for index in range(count))
    return [(offset, size) for size, offset in entries]


_CUT_SHORT: dict[Format, Callable[[bytes], bool]] = {
    Format.GIF: lambda data: survey_gif(data).cut_short,
    Format.WEBP: lambda data: int.from_bytes(data[4:8], "little") + 8 > len(data),
    Format.PNG: png_is_cut_short,
    Format.TIFF: tiff_is_cut_short,
    Format.AVIF: _boxes_lead_out,
    Format.HEIC: _boxes_lead_out,
    Format.ICO: lambda data: any(offset + size > len(data) for offset, size in _ico_places(data)),
}
