"""TIFFs written tag by tag, in either byte order, plain or big. Source: TIFF 6.0; the BigTIFF proposal of libtiff."""

import struct
from collections.abc import Mapping, Sequence

BYTE, ASCII, SHORT, LONG, RATIONAL, LONG8 = 1, 2, 3, 4, 5, 16
_FORMS = {BYTE: "B", ASCII: "B", SHORT: "H", LONG: "I", LONG8: "Q"}

WIDTH, LENGTH, BITS, COMPRESSION, PHOTOMETRIC = 256, 257, 258, 259, 262
STRIPS, SAMPLES, ROWS, STRIP_BYTES, PLANAR = 273, 277, 278, 279, 284
COLOURS, TILE_WIDTH, TILE_LENGTH, TILES, TILE_BYTES = 320, 322, 323, 324, 325
EXTRA, FORMAT = 338, 339

Tags = Mapping[int, Sequence[int]]


def hand_tiff(
    tags: Tags,
    blocks: Sequence[bytes],
    *,
    order: str = "<",
    big: bool = False,
    tiled: bool = False,
    next_directory: int = 0,
) -> bytes:
    """A TIFF with one directory. The offsets and lengths of the strips or tiles are filled in."""
    width = 8 if big else 4
    head = (b"II" if order == "<" else b"MM") + struct.pack(
        order + ("HHHQ" if big else "HI"), *((43, 8, 0, 16) if big else (42, 8))
    )
    stated = dict(tags)
    offsets, lengths = (TILES, TILE_BYTES) if tiled else (STRIPS, STRIP_BYTES)
    stated[offsets] = stated[lengths] = [0] * len(blocks)
    size = (8 if big else 2) + (12 + width if big else 12) * len(stated) + width
    outside = sum(
        len(_value(order, tag, values))
        for tag, values in stated.items()
        if len(_value(order, tag, values)) > width
    )
    place = len(head) + size + outside
    starts = []
    for block in blocks:
        starts.append(place)
        place += len(block)
    stated[offsets], stated[lengths] = starts, [len(block) for block in blocks]
    entries, behind, at = b"", b"", len(head) + size
    for tag in sorted(stated):
        value = _value(order, tag, stated[tag])
        entries += struct.pack(order + ("HHQ" if big else "HHI"), tag, _kind(tag), len(stated[tag]))
        if len(value) > width:
            entries += struct.pack(order + ("Q" if big else "I"), at + len(behind))
            behind += value
        else:
            entries += value.ljust(width, b"\0")
    count = struct.pack(order + ("Q" if big else "H"), len(stated))
    after = struct.pack(order + ("Q" if big else "I"), next_directory)
    return head + count + entries + after + behind + b"".join(blocks)


def _kind(tag: int) -> int:
    return LONG if tag in {WIDTH, LENGTH, STRIPS, STRIP_BYTES, ROWS, TILES, TILE_BYTES} else SHORT


def _value(order: str, tag: int, values: Sequence[int]) -> bytes:
    return struct.pack(f"{order}{len(values)}{_FORMS[_kind(tag)]}", *values)
