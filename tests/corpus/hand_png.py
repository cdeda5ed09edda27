"""PNGs of every depth and kind, written chunk by chunk. Source: PNG, third edition (W3C)."""

import struct
import zlib
from collections.abc import Callable, Iterable

GREY, RGB, PALETTE, GREY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6
SIGNATURE = b"\x89PNG\r\n\x1a\n"

_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""Adam7: the first column and row, and the steps, of each pass."""

Samples = Callable[[int, int], tuple[int, ...]]
"""The samples of the pixel at a column and a row."""


def chunk(name: bytes, body: bytes) -> bytes:
    """A chunk with its length and checksum."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def header(width: int, height: int, depth: int, kind: int, *, interlaced: bool = False) -> bytes:
    """The chunk that every PNG begins with."""
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced))


def hand_png(
    size: tuple[int, int],
    depth: int,
    kind: int,
    samples: Samples,
    *,
    chunks: bytes = b"",
    interlaced: bool = False,
    tail: bytes = b"",
) -> bytes:
    """A PNG; `chunks` stand between header and pixels, `tail` between pixels and end."""
    width, height = size
    passes = _PASSES if interlaced else ((0, 0, 1, 1),)
    raw = b"".join(
        b"\0" + _packed((samples(x, y) for x in range(left, width, across)), depth)
        for left, top, across, down in passes
        if left < width
        for y in range(top, height, down)
    )
    return (
        SIGNATURE
        + header(width, height, depth, kind, interlaced=interlaced)
        + chunks
        + chunk(b"IDAT", zlib.compress(raw, 9))
        + tail
        + chunk(b"IEND", b"")
    )


def plain_png(width: int, height: int, depth: int = 1, kind: int = GREY, *, level: int = 0xFF) -> bytes:
    """A PNG of one level, whole, however large: its rows are compressed one by one."""
    channels = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGB_ALPHA: 4}[kind]
    row = b"\0" + bytes([level]) * -(-width * depth * channels // 8)
    packer = zlib.compressobj(9)
    pieces = [packer.compress(row) for _ in range(height)]
    body = b"".join([*pieces, packer.flush()])
    return SIGNATURE + header(width, height, depth, kind) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def _packed(pixels: Iterable[tuple[int, ...]], depth: int) -> bytes:
    text = "".join(f"{sample:0{depth}b}" for pixel in pixels for sample in pixel)
    text += "0" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8, "big") if text else b""
