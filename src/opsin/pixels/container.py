"""What a file's own structure tells without decoding: pixel sizes, frames, whether its end is missing.

Some decoders take memory for the whole picture as soon as a file is opened; their sizes are read here first.
Sources: the WebP container (RFC 9649), GIF89a, and the ICO directory as Windows reads it.
"""

from dataclasses import dataclass

from opsin.pixels.sniff import Format

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class GifSurvey:
    """How many frames a GIF has, as far as counted, and whether it ends in the middle of one."""

    frames: int
    cut_short: bool


def size_in_header(data: bytes, kind: Format) -> tuple[int, int] | None:
    """The largest width and height that the header speaks of; None where the decoder itself is careful."""
    if kind is Format.WEBP:
        return _webp_size(data)
    if kind is Format.ICO:
        return _ico_size(data)
    return None


def survey_gif(data: bytes, *, enough: int = 1 << 30) -> GifSurvey:
    """Walk over the blocks of a GIF without decoding; stop after `enough` frames."""
    frames = 0
    try:
        at = 13 + _table_size(data[10])
        while frames < enough and at < len(data):
            introducer = data[at]
            if introducer == ord("!"):
                at = _after_blocks(data, at + 2)
            elif introducer == ord(","):
                at = _after_blocks(data, at + 11 + _table_size(data[at + 9]))
                frames += 1
            else:
                break
    except IndexError:
        return GifSurvey(frames, cut_short=True)
    return GifSurvey(frames, cut_short=False)


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
            widths.append(int.from_bytes(head[16:20], "big"))
            heights.append(int.from_bytes(head[20:24], "big"))
        else:
            widths.append(abs(int.from_bytes(head[4:8], "little", signed=True)))
            # A bitmap inside an icon has its mask below it and is called twice as high.
            heights.append(abs(int.from_bytes(head[8:12], "little", signed=True)) // 2)
    return max(widths), max(heights)
