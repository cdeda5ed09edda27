"""The pages of a TIFF, and whether all are in the file. A decoder sees the first, and would not miss the others.

Source: TIFF 6.0, section 2; the BigTIFF proposal of libtiff.
"""

import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress

_STRIP_OFFSETS, _STRIP_BYTES = 273, 279
_TILE_OFFSETS, _TILE_BYTES = 324, 325
_FORMS = {3: "H", 4: "I", 16: "Q"}
_MAX_PAGES = 1_000
_MAX_TAGS = 4_096
_MAX_BLOCKS = 65_536
"""Strips or tiles that are looked at, of all pages together."""


def tiff_is_cut_short(data: bytes) -> bool:
    """Whether the directory of a page, or pixels of a page behind the first, lie beyond the file's end.

    The first page is the decoder's business; there are writers that state too many bytes for its last strip.
    """
    order = "<" if data[:2] == b"II" else ">"
    blocks = 0
    try:
        for number, tags in enumerate(_pages(data, order, big=43 in data[2:4])):  # noqa: PLR2004 - BigTIFF's version
            if number == 0:
                continue
            for offsets, lengths in ((_STRIP_OFFSETS, _STRIP_BYTES), (_TILE_OFFSETS, _TILE_BYTES)):
                starts, sizes = (_values(data, order, tags.get(tag)) for tag in (offsets, lengths))
                blocks += len(starts)
                if blocks > _MAX_BLOCKS:
                    return False
                if any(start + size > len(data) for start, size in zip(starts, sizes, strict=False)):
                    return True
    except EOFError:
        return True
    return False


def page_places(data: bytes) -> list[int]:
    """Where the directory of each page begins, as far as they are in the file; at most a thousand."""
    order = "<" if data[:2] == b"II" else ">"
    places: list[int] = []
    with suppress(EOFError):
        for _ in _pages(data, order, big=43 in data[2:4], places=places):  # noqa: PLR2004 - BigTIFF's version
            pass
    return places


def _pages(
    data: bytes, order: str, *, big: bool, places: list[int] | None = None
) -> Iterator[dict[int, tuple[int, int, int]]]:
    """The tags of each page: type, count and where the values stand, at most once for each directory."""
    seen: set[int] = set()
    pointer, entry, width = ("Q", "HHQ", 8) if big else ("I", "HHI", 4)
    (at,) = _take(data, order + pointer, 8 if big else 4)
    while at and at not in seen and len(seen) < _MAX_PAGES:
        seen.add(at)
        start = at
        (count,) = _take(data, order + ("Q" if big else "H"), at)
        at += 8 if big else 2
        if count > _MAX_TAGS:
            return
        tags: dict[int, tuple[int, int, int]] = {}
        for _ in range(count):
            tag, kind, many = _take(data, order + entry, at)
            at += struct.calcsize(order + entry)
            place = at
            if kind in _FORMS and struct.calcsize(_FORMS[kind]) * many > width:
                (place,) = _take(data, order + pointer, at)
            tags[tag] = kind, many, place
            at += width
        if places is not None:
            places.append(start)
        yield tags
        (at,) = _take(data, order + pointer, at)


def _values(data: bytes, order: str, tag: tuple[int, int, int] | None) -> Sequence[int]:
    if tag is None or tag[0] not in _FORMS or tag[1] > _MAX_BLOCKS:
        return ()
    kind, many, place = tag
    return _take(data, f"{order}{many}{_FORMS[kind]}", place)


def _take(data: bytes, form: str, at: int) -> tuple[int, ...]:
    if at + struct.calcsize(form) > len(data):
        raise EOFError("the TIFF leads out of the file")
    return struct.unpack_from(form, data, at)
