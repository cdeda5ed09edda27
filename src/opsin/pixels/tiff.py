"""A TIFF's first directory, read before libtiff gets to see the file.

libtiff takes memory for a whole tile or strip, whatever the size of the picture that it belongs to. Only what the
decoders of Pillow and libtiff understand alike is let through: each tag once, in the usual types.
Sources: TIFF 6.0, sections 2 and 15; the BigTIFF proposal of libtiff.
"""

import struct
from dataclasses import dataclass
from itertools import pairwise

_WIDTH, _LENGTH, _BITS, _SAMPLES, _ROWS_PER_STRIP = 256, 257, 258, 277, 278
_STRIP_OFFSETS, _TILE_OFFSETS = 273, 324
_TILE_WIDTH, _TILE_LENGTH = 322, 323
_NUMBERS = frozenset({_WIDTH, _LENGTH, _BITS, _SAMPLES, _ROWS_PER_STRIP, _TILE_WIDTH, _TILE_LENGTH})
_READ = _NUMBERS | {_STRIP_OFFSETS, _TILE_OFFSETS}

_TYPES = {3: "H", 4: "I", 16: "Q"}
_MAX_TAGS = 4_096
_MAX_SAMPLES = 64
_LEAST_BITS = 32
"""libtiff makes four bytes of each pixel of a YCbCr picture, whatever the file has."""

MAX_SPARE_TILE_SIDE = 1_024
"""A tile may be this long where the picture is smaller: writers use one size of tile for all pictures."""


@dataclass(frozen=True, slots=True)
class TiffSurvey:
    """What decoding a TIFF takes.

    Attributes:
        size: Width and height in pixels, as stored.
        tile: Width and height in pixels of what is decoded at once: a tile or a strip.
        tile_bytes: The memory for it.
        oversized: Whether the tile is larger than the picture has use for.
        overfull: Whether there are more tiles or strips than the picture has room for.
    """

    size: tuple[int, int]
    tile: tuple[int, int]
    tile_bytes: int
    oversized: bool
    overfull: bool


def survey_tiff(data: bytes, at: int | None = None) -> TiffSurvey:
    """Read a directory of a TIFF of either byte order, or of a little-endian BigTIFF.

    Args:
        data: The file.
        at: Where the directory begins; the first one when None.

    Raises:
        EOFError: the directory is not in the file.
        ValueError: a tag that matters is missing, stated twice, or has a type or value that it cannot have.
    """
    tags, counts = _read_directory(data, at)
    width, length = _one(tags, _WIDTH), _one(tags, _LENGTH)
    samples = _one(tags, _SAMPLES, 1)
    bits = max(tags.get(_BITS, (1,)))
    if _TILE_OFFSETS in counts or _TILE_WIDTH in tags or _TILE_LENGTH in tags:
        tile = _one(tags, _TILE_WIDTH), _one(tags, _TILE_LENGTH)
        oversized = any(
            have > max(MAX_SPARE_TILE_SIDE, -(-need // 16) * 16)
            for have, need in zip(tile, (width, length), strict=True)
        )
    else:
        tile = width, min(_one(tags, _ROWS_PER_STRIP, length), length)
        oversized = False
    room = -(-width // tile[0]) * -(-length // tile[1])
    return TiffSurvey(
        size=(width, length),
        tile=tile,
        tile_bytes=tile[0] * tile[1] * max(_LEAST_BITS, samples * bits) // 8,
        oversized=oversized,
        # Planes that are stored apart have tiles of their own.
        overfull=max(counts.values(), default=0) > room * samples,
    )


def _one(tags: dict[int, tuple[int, ...]], tag: int, default: int = 0) -> int:
    values = tags.get(tag, (default,))
    if len(values) != 1 or values[0] < 1:
        raise ValueError(f"TIFF tag {tag} has no usable value")
    return values[0]


def _read_directory(data: bytes, at: int | None) -> tuple[dict[int, tuple[int, ...]], dict[int, int]]:
    """The values of the tags that are numbers, and how many values the tags with offsets have."""
    order = "<" if data[:2] == b"II" else ">"
    big = 43 in data[2:4]  # noqa: PLR2004 - the version of BigTIFF
    # Pillow takes a BigTIFF in big-endian order for a plain one, and would look elsewhere than libtiff.
    if big and (order == ">" or _take(order + "HH", data, 4) != (8, 0)):
        raise ValueError("a BigTIFF that is read in two ways")
    at = _first(data, order, big=big) if at is None else at
    (count,) = _take(order + ("Q" if big else "H"), data, at)
    if count > _MAX_TAGS:
        raise ValueError("too many TIFF tags")
    at += 8 if big else 2
    entry, inline = (order + "HHQ", 8) if big else (order + "HHI", 4)
    head = struct.calcsize(entry)
    numbers: dict[int, tuple[int, ...]] = {}
    counts: dict[int, int] = {}
    found: list[int] = []
    for start in range(at, at + count * (head + inline), head + inline):
        tag, kind, many = _take(entry, data, start)
        if tag not in _READ:
            continue
        found.append(tag)
        if kind not in _TYPES or not many:
            raise ValueError(f"TIFF tag {tag} has type {kind} and {many} values")
        if tag not in _NUMBERS:
            counts[tag] = many
            continue
        if many > _MAX_SAMPLES:
            raise ValueError(f"TIFF tag {tag} has {many} values")
        values = f"{order}{many}{_TYPES[kind]}"
        place = start + head
        if struct.calcsize(values) > inline:
            (place,) = _take(order + ("Q" if big else "I"), data, place)
        numbers[tag] = _take(values, data, place)
    if any(first == second for first, second in pairwise(sorted(found))):
        raise ValueError("a TIFF tag is stated twice")
    return numbers, counts


def _first(data: bytes, order: str, *, big: bool) -> int:
    (at,) = _take(order + ("Q" if big else "I"), data, 8 if big else 4)
    return at


def _take(form: str, data: bytes, at: int) -> tuple[int, ...]:
    if at + struct.calcsize(form) > len(data):
        raise EOFError("the TIFF directory is not in the file")
    return struct.unpack_from(form, data, at)
