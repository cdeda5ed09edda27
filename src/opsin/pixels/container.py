"""What a file's own structure tells without decoding: pixel sizes, frames, whether its end is missing.

Some decoders take memory for the whole picture as soon as a file is opened; their sizes are read here first.
Sources: the WebP container (RFC 9649), GIF89a, PNG (W3C, third edition, 5.6), and the ICO directory as Windows reads it.
"""

import struct
from dataclasses import dataclass

from opsin.pixels.limits import MAX_PNG_CHUNKS
from opsin.pixels.sniff import Format

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_FRAMES_LOOKED_AT = 4
"""The frames of a GIF that are decoded at most, when the first ones are blank."""


@dataclass(frozen=True, slots=True)
class GifSurvey:
    """The frames of a GIF, as far as counted, and whether it ends in the middle of one.

    Attributes:
        frames: How many are whole.
        cut_short: Whether the file ends within a block.
        places: Left, top, width and height in pixels of each frame, whole or not.
    """

    frames: int
    cut_short: bool
    places: tuple[tuple[int, int, int, int], ...] = ()


def size_in_header(data: bytes, kind: Format) -> tuple[int, int] | None:
    """The largest width and height that the header speaks of; None where the decoder itself is careful.

    Raises:
        ValueError: a PNG does not begin with its header, or has a second one, which decoders would believe.
    """
    if kind is Format.WEBP:
        return _webp_size(data)
    if kind is Format.ICO:
        return _ico_size(data)
    if kind is Format.GIF:
        return _gif_size(data)
    if kind is Format.PNG:
        return _png_size(data, 0)
    return None


def survey_gif(data: bytes, *, enough: int = 1 << 30) -> GifSurvey:
    """Walk over the blocks of a GIF without decoding; stop after `enough` frames."""
    frames = 0
    places: list[tuple[int, int, int, int]] = []
    try:
        at = 13 + _table_size(data[10])
        while frames < enough and at < len(data):
            introducer = data[at]
            if introducer == ord("!"):
                at = _after_blocks(data, at + 2)
            elif introducer == ord(","):
                if at + 9 < len(data):
                    places.append(_four(data[at + 1 : at + 9]))
                at = _after_blocks(data, at + 11 + _table_size(data[at + 9]))
                frames += 1
            else:
                break
    except IndexError:
        return GifSurvey(frames, cut_short=True, places=tuple(places))
    return GifSurvey(frames, cut_short=False, places=tuple(places))


def is_cut_short(data: bytes, kind: Format) -> bool:
    """Whether the file's end is missing, as far as its structure tells; a decoder sees only the first frame."""
    if kind is Format.GIF:
        return survey_gif(data).cut_short
    if kind is Format.WEBP:
        return int.from_bytes(data[4:8], "little") + 8 > len(data)
    return False


def _table_size(flags: int) -> int:
    return 3 << ((flags & 7) + 1) if flags & 0x80 else 0


def _after_blocks(data: bytes, at: int) -> int:
    while data[at]:
        at += data[at] + 1
    return at + 1


def _gif_size(data: bytes) -> tuple[int, int] | None:
    """The size that holds the screen and the first frames, each where it lies: a frame may be the larger."""
    if len(data) < 13:  # noqa: PLR2004 - the header with its screen
        return None
    width, height = struct.unpack("<HH", data[6:10])
    places = [(0, 0, width, height), *survey_gif(data, enough=_FRAMES_LOOKED_AT).places]
    return max(left + wide for left, _, wide, _ in places), max(top + high for _, top, _, high in places)


def _four(data: bytes) -> tuple[int, int, int, int]:
    left, top, width, height = struct.unpack("<HHHH", data)
    return left, top, width, height


def _png_size(data: bytes, start: int) -> tuple[int, int]:
    """The size in the one header of the PNG that starts there."""
    at = start + len(_PNG_SIGNATURE)
    if data[at + 4 : at + 8] != b"IHDR":
        raise ValueError("the PNG does not begin with its header")
    width, height = (
        int.from_bytes(data[at + 8 : at + 12], "big"),
        int.from_bytes(data[at + 12 : at + 16], "big"),
    )
    for _ in range(MAX_PNG_CHUNKS):
        at += 12 + int.from_bytes(data[at : at + 4], "big")
        name = data[at + 4 : at + 8]
        if name == b"IHDR":
            raise ValueError("the PNG has two headers")
        if name in {b"IDAT", b"IEND"} or len(name) < 4:  # noqa: PLR2004 - the file ends here
            return width, height
    raise ValueError("the PNG has too many chunks before its pixels")


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
    for index in range(int.from_bytes(data[4:6], "little")):
        offset = int.from_bytes(data[18 + index * 16 : 22 + index * 16], "little")
        head = data[offset : offset + 24]
        if head.startswith(_PNG_SIGNATURE):
            width, height = _png_size(data, offset)
            widths.append(width)
            heights.append(height)
        else:
            widths.append(abs(int.from_bytes(head[4:8], "little", signed=True)))
            # A bitmap inside an icon has its mask below it and is called twice as high.
            heights.append(abs(int.from_bytes(head[8:12], "little", signed=True)) // 2)
    return max(widths), max(heights)
