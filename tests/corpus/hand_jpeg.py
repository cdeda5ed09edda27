"""JPEGs that no library writes: any sampling, any number of components, one scan or several, 8 or 12 bits.

Each block of eight by eight is flat, so a block is one number and a whole file a few hundred bytes.
Source: ITU-T T.81, sections A, B and F, and annex C for the Huffman codes.
"""

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_BLOCK = 8
_CATEGORIES = 15
"""As many codes of four bits as there may be; the code of four ones stays free."""

Plane = Callable[[float, float], int]
"""The level of a component at a place, in fractions of width and height."""


@dataclass(frozen=True, slots=True)
class Component:
    """One component: its sampling factors and its levels."""

    across: int
    down: int
    plane: Plane


def hand_jpeg(
    size: tuple[int, int],
    components: Sequence[Component],
    *,
    head: bytes = b"",
    bits: int = 8,
    frame: int = 0xC0,
    interleaved: bool = True,
) -> bytes:
    """A JPEG without metadata but what `head` brings."""
    width, height = size
    most_across, most_down = max(c.across for c in components), max(c.down for c in components)
    quantisation = segment(0xDB, b"\0" + bytes([_BLOCK]) * 64)
    named = b"".join(
        bytes([number, component.across << 4 | component.down, 0])
        for number, component in enumerate(components, 1)
    )
    start = segment(frame, struct.pack(">BHHB", bits, height, width, len(components)) + named)
    categories = segment(0xC4, b"\0" + bytes([0, 0, 0, _CATEGORIES, *[0] * 12]) + bytes(range(_CATEGORIES)))
    nothing_more = segment(0xC4, b"\x10" + bytes([1, *[0] * 15]) + b"\0")
    groups = [list(enumerate(components, 1))] if interleaved else [[one] for one in enumerate(components, 1)]
    scans = b""
    for group in groups:
        tables = b"".join(bytes([number, 0]) for number, _ in group)
        scans += segment(0xDA, bytes([len(group)]) + tables + b"\0\x3f\0")
        scans += _coded(size, [c for _, c in group], (most_across, most_down), bits)
    return b"\xff\xd8" + head + quantisation + start + categories + nothing_more + scans + b"\xff\xd9"


def segment(marker: int, body: bytes) -> bytes:
    """A marker with its length and what it holds."""
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def _coded(size: tuple[int, int], group: list[Component], most: tuple[int, int], bits: int) -> bytes:
    columns, rows = (-(-side // (_BLOCK * factor)) for side, factor in zip(size, most, strict=True))
    last = [1 << (bits - 1)] * len(group)
    text: list[str] = []
    alone = len(group) == 1
    for row in range(rows):
        for column in range(columns):
            for index, component in enumerate(group):
                for y in range(component.down):
                    for x in range(component.across):
                        place = (
                            (column * component.across + x + 0.5) / (columns * component.across),
                            (row * component.down + y + 0.5) / (rows * component.down),
                        )
                        level = component.plane(*place)
                        text.append(_difference(level - last[index]))
                        last[index] = level
    if alone and (group[0].across, group[0].down) != (1, 1):
        raise ValueError("a scan of one component has its blocks in another order")
    together = "".join(text)
    together += "1" * (-len(together) % 8)
    return int(together, 2).to_bytes(len(together) // 8, "big").replace(b"\xff", b"\xff\0")


def _difference(value: int) -> str:
    category = abs(value).bit_length()
    extra = value if value > 0 else value + (1 << category) - 1
    return f"{category:04b}" + (f"{extra:0{category}b}" if category else "") + "0"
