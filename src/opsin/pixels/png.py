"""The chunks of a PNG, walked over without decoding: its size, how many there are, whether its end is missing.

A decoder reads chunk by chunk, and takes a second for half a million empty ones.
Source: PNG (W3C, third edition), 5.3 and 5.6.
"""

import struct
from collections.abc import Iterator

from opsin.pixels.limits import MAX_PNG_CHUNKS, MAX_PNG_CHUNKS_BEFORE_PIXELS

SIGNATURE = b"\x89PNG\r\n\x1a\n"

_LENGTH_NAME_SUM = 12


def png_size(data: bytes, start: int, *, most_chunks: int = MAX_PNG_CHUNKS) -> tuple[int, int]:
    """The width and height in pixels in the one header of the PNG that starts there.

    Raises:
        ValueError: it does not begin with its header, has a second one, which decoders would believe, or has
            more chunks than any writer makes.
    """
    at = start + len(SIGNATURE)
    if data[at + 4 : at + 8] != b"IHDR":
        raise ValueError("the PNG does not begin with its header")
    size = int.from_bytes(data[at + 8 : at + 12], "big"), int.from_bytes(data[at + 12 : at + 16], "big")
    pixels = False
    for number, (name, _) in enumerate(_chunks(data, at)):
        pixels = pixels or name == b"IDAT"
        if name == b"IHDR" and number and not pixels:
            raise ValueError("the PNG has two headers")
        if number >= most_chunks or (number >= MAX_PNG_CHUNKS_BEFORE_PIXELS and not pixels):
            raise ValueError("the PNG has too many chunks")
    return size


def png_is_cut_short(data: bytes, start: int = 0) -> bool:
    """Whether the PNG that starts there ends before its last chunk does."""
    return not any(
        name == b"IEND" and end <= len(data) for name, end in _chunks(data, start + len(SIGNATURE))
    )


def _chunks(data: bytes, at: int) -> Iterator[tuple[bytes, int]]:
    """The name and the end of each chunk, up to the one that closes the file or leads out of it."""
    while at + _LENGTH_NAME_SUM <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        at += _LENGTH_NAME_SUM + length
        yield name, at
        if name == b"IEND":
            return
