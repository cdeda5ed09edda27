"""GIFs written block by block, with pixels that are not compressed. Source: GIF89a (CompuServe)."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

Colours = Sequence[tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame: where it lies, its pixels as indices row by row, and how it is drawn.

    Attributes:
        place: Left, top, width and height in pixels.
        pixels: One byte for each pixel.
        colours: A palette of its own, else that of the file.
        clear: The index that can be seen through, if any.
        disposal: What becomes of it: 0 and 1 stay, 2 is cleared, 3 is taken back.
        interlaced: Whether its rows are stored in four passes.
    """

    place: tuple[int, int, int, int]
    pixels: bytes
    colours: Colours | None = None
    clear: int | None = None
    disposal: int = 0
    interlaced: bool = False


def hand_gif(
    screen: tuple[int, int], frames: Sequence[Frame], colours: Colours = (), *, end: bytes = b";"
) -> bytes:
    """A GIF89a with these frames."""
    flags = 0x80 | _bits(colours) - 1 if colours else 0
    head = b"GIF89a" + struct.pack("<HHBBB", *screen, flags, 0, 0) + _table(colours)
    return head + b"".join(_block(frame) for frame in frames) + end


def _block(frame: Frame) -> bytes:
    left, top, width, height = frame.place
    control = struct.pack("<BHB", frame.disposal << 2 | (frame.clear is not None), 10, frame.clear or 0)
    flags = (0x80 | _bits(frame.colours) - 1 if frame.colours else 0) | (0x40 if frame.interlaced else 0)
    rows = [frame.pixels[start : start + width] for start in range(0, width * height, width)]
    if frame.interlaced:
        order = [*range(0, height, 8), *range(4, height, 8), *range(2, height, 4), *range(1, height, 2)]
        rows = [rows[number] for number in order]
    image = b"," + struct.pack("<HHHHB", left, top, width, height, flags) + _table(frame.colours or ())
    return b"!\xf9\4" + control + b"\0" + image + _packed(b"".join(rows))


def _packed(pixels: bytes) -> bytes:
    """Eight-bit codes of nine bits, with a clear code before the table grows."""
    codes = [256]
    for number, pixel in enumerate(pixels, 1):
        codes.append(pixel)
        if number % 250 == 0:
            codes.append(256)
    codes.append(257)
    total = sum(code << (9 * place) for place, code in enumerate(codes))
    data = total.to_bytes(-(-9 * len(codes) // 8), "little")
    blocks = (data[start : start + 255] for start in range(0, len(data), 255))
    return b"\x08" + b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def _bits(colours: Colours) -> int:
    return max(1, (len(colours) - 1).bit_length())


def _table(colours: Colours) -> bytes:
    if not colours:
        return b""
    return b"".join(bytes(colour) for colour in colours).ljust(3 << _bits(colours), b"\0")
