"""AVIFs put together from boxes around pictures that Pillow coded. Sources: ISO/IEC 14496-12, 23008-12; AVIF 1.1."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image

from tests.pixels.pictures import saved


@dataclass(frozen=True, slots=True)
class Item:
    """An item: its kind, its bytes, its properties (whole boxes), and what it refers to.

    Attributes:
        kind: Four letters: `av01` for a picture, `grid` for one that is put together.
        data: What is stored of it.
        properties: Boxes that tell its size, its coding and how it is turned.
        refers: The items that it is made of (`dimg`) or stands for (`auxl`), by their numbers from 1.
    """

    kind: bytes
    data: bytes
    properties: Sequence[bytes] = ()
    refers: Mapping[bytes, Sequence[int]] | None = None


def box(name: bytes, body: bytes) -> bytes:
    """A box with its length."""
    return struct.pack(">I", len(body) + 8) + name + body


def full(name: bytes, body: bytes, *, version: int = 0) -> bytes:
    """A box with a version and no flags."""
    return box(name, struct.pack(">I", version << 24) + body)


def ispe(width: int, height: int) -> bytes:
    """The size that an item says to have."""
    return full(b"ispe", struct.pack(">II", width, height))


def coded(image: Image.Image) -> tuple[bytes, Sequence[bytes]]:
    """A picture's AV1 data, and the properties of its coding and colours."""
    data = saved(image, "AVIF", quality=92, subsampling="4:4:4")
    pixels = data[data.index(b"mdat") + 4 :]
    start = data.index(b"ipco") + 4
    end = start - 8 + int.from_bytes(data[start - 8 : start - 4], "big")
    found = []
    while start < end:
        size = int.from_bytes(data[start : start + 4], "big")
        if data[start + 4 : start + 8] in {b"av1C", b"pixi", b"colr"}:
            found.append(data[start : start + size])
        start += size
    return pixels, found


def hand_avif(items: Sequence[Item], *, brand: bytes = b"avif", primary: int = 1) -> bytes:
    """An AVIF of these items."""
    head = box(b"ftyp", brand + bytes(4) + b"avifmif1miaf")
    size = len(_meta(items, primary, 0))
    return (
        head
        + _meta(items, primary, len(head) + size + 8)
        + box(b"mdat", b"".join(item.data for item in items))
    )


def _meta(items: Sequence[Item], primary: int, start: int) -> bytes:
    places, infos, boxes, uses, references = b"", b"", b"", b"", b""
    made = 0
    for number, item in enumerate(items, 1):
        places += struct.pack(">HHHII", number, 0, 1, start, len(item.data))
        start += len(item.data)
        infos += full(b"infe", struct.pack(">HH", number, 0) + item.kind + b"\0", version=2)
        indices = range(made + 1, made + 1 + len(item.properties))
        uses += struct.pack(">HB", number, len(indices)) + bytes(index | 0x80 for index in indices)
        boxes += b"".join(item.properties)
        made += len(indices)
        for name, others in (item.refers or {}).items():
            references += box(name, struct.pack(f">HH{len(others)}H", number, len(others), *others))
    inside = full(b"hdlr", bytes(4) + b"pict" + bytes(13))
    inside += full(b"pitm", struct.pack(">H", primary))
    inside += full(b"iloc", b"\x44\0" + struct.pack(">H", len(items)) + places)
    inside += full(b"iinf", struct.pack(">H", len(items)) + infos)
    inside += box(b"iprp", box(b"ipco", boxes) + full(b"ipma", struct.pack(">I", len(items)) + uses))
    if references:
        inside += full(b"iref", references)
    return full(b"meta", inside)
