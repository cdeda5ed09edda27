"""BMPs: every depth, both directions, run lengths, and sizes that are not to be believed."""

import struct
from collections.abc import Callable

from PIL import Image

from tests.corpus.piece import LIGHT_GROUND, ONE_BLACK_QUARTER, QUARTERS, Look, Piece, failed, right
from tests.pixels.pictures import BLUE, GREEN, RED, WHITE, saved

_COLOURS = (RED, GREEN, BLUE, WHITE)
_SIZE = (32, 24)
_LOOK = Look(size=_SIZE, tolerance=10)
_TABLE = b"".join(bytes([blue, green, red, 0]) for red, green, blue in _COLOURS)
_DAMAGED = "cut short|damaged"
_TOO_MANY = "pixels; at most"


def _index(x: int, y: int) -> int:
    return (x >= _SIZE[0] // 2) + 2 * (y >= _SIZE[1] // 2)


def _rows(bits: int, value: Callable[[int], int], *, top_down: bool = False) -> bytes:
    """Rows from the bottom up, each filled to four bytes; values little-endian, or in bits from the left."""
    rows = []
    for y in range(_SIZE[1]):
        values = [value(_index(x, y)) for x in range(_SIZE[0])]
        if bits < 8:
            text = "".join(f"{one:0{bits}b}" for one in values)
            row = int(text, 2).to_bytes(len(text) // 8, "big")
        else:
            row = b"".join(one.to_bytes(bits // 8, "little") for one in values)
        rows.append(row + bytes(-len(row) % 4))
    return b"".join(rows if top_down else rows[::-1])


def hand_bmp(
    size: tuple[int, int],
    bits: int,
    pixels: bytes,
    *,
    table: bytes = b"",
    compression: int = 0,
    masks: bytes = b"",
    head: int = 40,
    offset: int | None = None,
) -> bytes:
    """A BMP with the given header; the height is negative where the rows go down."""
    if head == 12:
        information = struct.pack("<IHHHH", 12, *size, 1, bits)
    else:
        used = len(table) // 4
        information = struct.pack(
            "<IiiHHIIiiII", head, *size, 1, bits, compression, len(pixels), 2_835, 2_835, used, 0
        )
        information = (information + masks).ljust(head, b"\0") if head > 40 else information + masks
    start = 14 + len(information) + len(table)
    return (
        b"BM"
        + struct.pack("<IHHI", start + len(pixels), 0, 0, start if offset is None else offset)
        + information
        + table
        + pixels
    )


def _colour(index: int) -> int:
    red, green, blue = _COLOURS[index]
    return red << 16 | green << 8 | blue


def _five_bits(index: int) -> int:
    red, green, blue = (value >> 3 for value in _COLOURS[index])
    return red << 10 | green << 5 | blue


def _five_six_five(index: int) -> int:
    red, green, blue = _COLOURS[index]
    return red >> 3 << 11 | green >> 2 << 5 | blue >> 3


def _run_lengths(bits: int) -> bytes:
    half = _SIZE[0] // 2
    rows = []
    for y in reversed(range(_SIZE[1])):
        left, right_half = (_index(x, y) for x in (0, half))
        values = (left, right_half) if bits == 8 else (left * 17, right_half * 17)
        rows.append(bytes([half, values[0], half, values[1], 0, 0]))
    return b"".join(rows) + b"\0\1"


def _top_down() -> bytes:
    return hand_bmp((_SIZE[0], -_SIZE[1]), 24, _rows(24, _colour, top_down=True))


def _alpha() -> bytes:
    masks = struct.pack("<IIII", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    return hand_bmp(
        _SIZE,
        32,
        _rows(32, lambda i: _colour(i) | (0 if i == 3 else 0xFF000000)),
        compression=3,
        masks=masks,
        head=124,
    )


PIECES: tuple[Piece, ...] = (
    right("bmp_1.bmp", "1 bit", lambda: saved(_black_quarter(), "BMP"), Look(spots=ONE_BLACK_QUARTER)),
    right("bmp_4.bmp", "4 bits", lambda: hand_bmp(_SIZE, 4, _rows(4, int), table=_TABLE), _LOOK),
    right("bmp_8.bmp", "8 bits", lambda: hand_bmp(_SIZE, 8, _rows(8, int), table=_TABLE), _LOOK),
    right("bmp_555.bmp", "16 bits: five each", lambda: hand_bmp(_SIZE, 16, _rows(16, _five_bits)), _LOOK),
    right(
        "bmp_565.bmp",
        "16 bits: five, six, five",
        lambda: hand_bmp(
            _SIZE,
            16,
            _rows(16, _five_six_five),
            compression=3,
            masks=struct.pack("<III", 0xF800, 0x7E0, 0x1F),
        ),
        _LOOK,
    ),
    right("bmp_24.bmp", "24 bits", lambda: hand_bmp(_SIZE, 24, _rows(24, _colour)), _LOOK),
    right("bmp_32.bmp", "32 bits", lambda: hand_bmp(_SIZE, 32, _rows(32, _colour)), _LOOK),
    right(
        "bmp_32_alpha.bmp",
        "32 bits with alpha",
        _alpha,
        Look(_SIZE, (*QUARTERS[:3], (0.75, 0.75, LIGHT_GROUND)), has_alpha=True),
    ),
    right(
        "bmp_rle8.bmp",
        "8 bits in run lengths",
        lambda: hand_bmp(_SIZE, 8, _run_lengths(8), table=_TABLE, compression=1),
        _LOOK,
    ),
    right(
        "bmp_rle4.bmp",
        "4 bits in run lengths",
        lambda: hand_bmp(_SIZE, 4, _run_lengths(4), table=_TABLE, compression=2),
        _LOOK,
    ),
    right("bmp_top_down.bmp", "rows from the top", _top_down, _LOOK),
    right(
        "bmp_os2.bmp", "the header of OS/2", lambda: hand_bmp(_SIZE, 24, _rows(24, _colour), head=12), _LOOK
    ),
    right(
        "bmp_v5.bmp", "the longest header", lambda: hand_bmp(_SIZE, 24, _rows(24, _colour), head=124), _LOOK
    ),
    right(
        "bmp_trailing.bmp",
        "with a script behind its end",
        lambda: _top_down() + b"<script>alert(1)</script>",
        _LOOK,
    ),
    failed(
        "bmp_2_to_31.bmp",
        "claims two thousand million pixels a side",
        lambda: hand_bmp((0x7FFFFFFF, 0x7FFFFFFF), 24, b""),
        _TOO_MANY,
    ),
    failed(
        "bmp_30000.bmp",
        "claims 30,000 pixels a side",
        lambda: hand_bmp((30_000, 30_000), 1, b"", table=_TABLE[:8]),
        _TOO_MANY,
    ),
    failed(
        "bmp_negative.bmp",
        "a negative width",
        lambda: hand_bmp((-32, 24), 24, _rows(24, _colour)),
        "damaged|at most",
    ),
    failed(
        "bmp_least_height.bmp",
        "the least height that there is",
        lambda: hand_bmp((32, -0x80000000), 24, _rows(24, _colour)),
        _TOO_MANY,
    ),
    failed("bmp_size_0.bmp", "no pixels by its header", lambda: hand_bmp((0, 0), 24, b""), _DAMAGED),
    failed(
        "bmp_offset.bmp",
        "pixels that begin beyond the file",
        lambda: hand_bmp(_SIZE, 24, _rows(24, _colour), offset=1 << 30),
        _DAMAGED,
    ),
    failed("bmp_bits.bmp", "seven bits", lambda: hand_bmp(_SIZE, 7, _rows(8, int)), _DAMAGED),
    failed(
        "bmp_compression.bmp",
        "a compression that is none",
        lambda: hand_bmp(_SIZE, 24, _rows(24, _colour), compression=9),
        _DAMAGED,
    ),
    failed(
        "bmp_rle_short.bmp",
        "run lengths that end early",
        lambda: hand_bmp(_SIZE, 8, _run_lengths(8)[:30], table=_TABLE, compression=1),
        _DAMAGED,
    ),
    failed(
        "bmp_claims_more.bmp",
        "claims 2,000x2,000 pixels and has 32x24",
        lambda: hand_bmp((2_000, 2_000), 24, _rows(24, _colour)),
        _DAMAGED,
    ),
)


def _black_quarter() -> Image.Image:
    image = Image.new("1", (120, 80), 1)
    image.paste(0, (0, 0, 60, 40))
    return image
