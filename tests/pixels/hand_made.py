"""Pictures that Pillow reads and cannot write."""

import zlib

from PIL import Image

from opsin.pixels.png import SIGNATURE

_PASSES = (
    (0, 0, 8, 8),
    (4, 0, 8, 8),
    (0, 4, 4, 8),
    (2, 0, 4, 4),
    (0, 2, 2, 4),
    (1, 0, 2, 2),
    (0, 1, 1, 2),
)
"""First column and row, and steps to the next, of each pass (PNG, third edition, 8.1)."""


def adam7(image: Image.Image) -> bytes:
    """An interlaced PNG of a picture in RGB."""
    rows = bytearray()
    for left, top, across, down in _PASSES:
        for y in range(top, image.height, down):
            line = image.crop((0, y, image.width, y + 1)).tobytes()
            pixels = [line[3 * x : 3 * x + 3] for x in range(left, image.width, across)]
            if pixels:
                rows += b"\0" + b"".join(pixels)
    header = image.width.to_bytes(4, "big") + image.height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 1])
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b""))
    return SIGNATURE + b"".join(
        len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")
        for name, data in chunks
    )
