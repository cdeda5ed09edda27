"""Colour profiles of matrices, curves and tables, small and made by hand. Source: ICC.1:2001-04 (version 2)."""

import struct
from collections.abc import Sequence

_WHITE = (0.9642, 1.0, 0.8249)

Vector = tuple[float, float, float]

# Primaries as the profiles state them, adapted to the white of D50.
DISPLAY_P3: tuple[Vector, Vector, Vector] = (
    (0.51512, 0.24120, -0.00105),
    (0.29198, 0.69225, 0.04189),
    (0.15710, 0.06657, 0.78407),
)
ADOBE_RGB: tuple[Vector, Vector, Vector] = (
    (0.60974, 0.31111, 0.01947),
    (0.20528, 0.62567, 0.06087),
    (0.14919, 0.06322, 0.74457),
)


def rgb_profile(name: str, primaries: tuple[Vector, Vector, Vector], gamma: float = 2.2) -> bytes:
    """A profile of three primaries and one curve."""
    tags = {b"rXYZ": primaries[0], b"gXYZ": primaries[1], b"bXYZ": primaries[2]}
    return _profile(
        b"RGB ",
        b"XYZ ",
        b"mntr",
        name,
        [
            *((tag, _xyz(value)) for tag, value in tags.items()),
            *((tag, _curve(gamma)) for tag in (b"rTRC", b"gTRC", b"bTRC")),
        ],
    )


def grey_profile(name: str, gamma: float = 2.2) -> bytes:
    """A profile of one curve."""
    return _profile(b"GRAY", b"XYZ ", b"mntr", name, [(b"kTRC", _curve(gamma))])


def cmyk_profile(name: str, paper: Vector, ink: Vector) -> bytes:
    """Two colours in Lab: that of the paper, and that of any inks, which a decoder without the profile would not guess."""
    corners = b"".join(_lab(paper if number == 0 else ink) for number in range(16))
    identity = b"".join(struct.pack("B", level) for level in range(256))
    matrix = struct.pack(">9i", *(65_536 if n % 4 == 0 else 0 for n in range(9)))
    table = b"mft1" + bytes(4) + bytes([4, 3, 2, 0]) + matrix + identity * 4 + corners + identity * 3
    return _profile(b"CMYK", b"Lab ", b"prtr", name, [(b"A2B0", table), (b"A2B1", table), (b"A2B2", table)])


def _profile(
    space: bytes, connection: bytes, kind: bytes, name: str, tags: Sequence[tuple[bytes, bytes]]
) -> bytes:
    text = name.encode("ascii") + b"\0"
    description = b"desc" + bytes(4) + struct.pack(">I", len(text)) + text + bytes(8 + 3 + 67)
    every = [
        (b"desc", description),
        (b"cprt", b"text" + bytes(4) + b"none\0"),
        (b"wtpt", _xyz(_WHITE)),
        *tags,
    ]
    place = 128 + 4 + 12 * len(every)
    directory, body = struct.pack(">I", len(every)), b""
    for tag, value in every:
        directory += struct.pack(">4sII", tag, place + len(body), len(value))
        body += value + bytes(-len(value) % 4)
    size = place + len(body)
    head = struct.pack(">I4sI", size, b"none", 0x02400000) + kind + space + connection
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + _numbers(_WHITE)
    return head.ljust(128, b"\0") + directory + body


def _xyz(value: Vector) -> bytes:
    return b"XYZ " + bytes(4) + _numbers(value)


def _numbers(value: Vector) -> bytes:
    return struct.pack(">3i", *(round(number * 65_536) for number in value))


def _curve(gamma: float) -> bytes:
    return b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)


def _lab(value: Vector) -> bytes:
    lightness, a, b = value
    return bytes([round(lightness * 2.55), round(a) + 128, round(b) + 128])
