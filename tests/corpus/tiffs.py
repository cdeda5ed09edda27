"""TIFFs: every compression and kind of pixel that cameras and scanners write."""

import struct
import zlib

from PIL import Image

from tests.corpus.hand_tiff import (
    BITS,
    COLOURS,
    COMPRESSION,
    EXTRA,
    FORMAT,
    LENGTH,
    PHOTOMETRIC,
    PLANAR,
    ROWS,
    SAMPLES,
    TILE_LENGTH,
    TILE_WIDTH,
    WIDTH,
    hand_tiff,
)
from tests.corpus.piece import (
    GREY_QUARTERS,
    LIGHT_GROUND,
    ONE_BLACK_QUARTER,
    QUARTERS,
    Look,
    Piece,
    Spot,
    four,
    right,
)
from tests.pixels.pictures import BLUE, GREEN, RED, WHITE, quarters, ramp, saved, turned

_SIZE = (64, 48)
_COLOURS = (RED, GREEN, BLUE, WHITE)
LOOK = Look(size=_SIZE, tolerance=4)
_DAMAGED = "cut short|damaged"


def _index(x: int, y: int, size: tuple[int, int] = _SIZE) -> int:
    return (x >= size[0] // 2) + 2 * (y >= size[1] // 2)


def places() -> list[int]:
    return [_index(x, y) for y in range(_SIZE[1]) for x in range(_SIZE[0])]


def tags(bits: int, samples: int, photometric: int, **more: int) -> dict[int, list[int]]:
    return {
        WIDTH: [_SIZE[0]],
        LENGTH: [_SIZE[1]],
        BITS: [bits] * samples,
        COMPRESSION: [1],
        PHOTOMETRIC: [photometric],
        SAMPLES: [samples],
        ROWS: [_SIZE[1]],
    }


def rgb(*, order: str = "<", big: bool = False, next_directory: int = 0) -> bytes:
    """The quarters in one strip."""
    return hand_tiff(
        tags(8, 3, 2),
        [b"".join(bytes(_COLOURS[i]) for i in places())],
        order=order,
        big=big,
        next_directory=next_directory,
    )


def _planar() -> bytes:
    planes = [bytes(_COLOURS[i][band] for i in places()) for band in range(3)]
    return hand_tiff({**tags(8, 3, 2), PLANAR: [2]}, planes)


def _strips() -> bytes:
    pixels = b"".join(bytes(_COLOURS[i]) for i in places())
    step = _SIZE[0] * 3 * 5
    return hand_tiff(
        {**tags(8, 3, 2), ROWS: [5]}, [pixels[n : n + step] for n in range(0, len(pixels), step)]
    )


def _tiled(side: int = 16, **options: object) -> bytes:
    stated = {key: value for key, value in tags(8, 3, 2).items() if key != ROWS}
    tiles = []
    for top in range(0, _SIZE[1], side):
        for left in range(0, _SIZE[0], side):
            tile = b"".join(
                bytes(_COLOURS[_index(x, y)])
                for y in range(top, top + side)
                for x in range(left, left + side)
            )
            tiles.append(zlib.compress(tile))
    return hand_tiff({**stated, COMPRESSION: [8], TILE_WIDTH: [side], TILE_LENGTH: [side]}, tiles, tiled=True)


def _rgb_16(order: str = "<") -> bytes:
    values = [level * 257 for i in places() for level in _COLOURS[i]]
    return hand_tiff(tags(16, 3, 2), [struct.pack(f"{order}{len(values)}H", *values)], order=order)


def _rgba() -> bytes:
    pixels = b"".join(bytes([*_COLOURS[i], 0 if i == 3 else 255]) for i in places())
    return hand_tiff({**tags(8, 4, 2), EXTRA: [2]}, [pixels])


def _palette() -> bytes:
    table = [colour[band] * 257 for band in range(3) for colour in (*_COLOURS, *[(0, 0, 0)] * 252)]
    return hand_tiff({**tags(8, 1, 3), COLOURS: table}, [bytes(places())])


def _white_is_zero() -> bytes:
    image = Image.new("1", (120, 80), 1)
    image.paste(0, (0, 0, 60, 40))
    return hand_tiff(
        {**tags(1, 1, 0), WIDTH: [120], LENGTH: [80], ROWS: [80]},
        [bytes(byte ^ 0xFF for byte in image.tobytes())],
    )


def _black_quarter(**options: object) -> bytes:
    image = Image.new("1", (120, 80), 1)
    image.paste(0, (0, 0, 60, 40))
    return saved(image, "TIFF", **options)


def _grey_16(order: str) -> bytes:
    values = [(0, 21_845, 43_690, 65_535)[i] for i in places()]
    return hand_tiff(tags(16, 1, 1), [struct.pack(f"{order}{len(values)}H", *values)], order=order)


def _real() -> bytes:
    values = [(0.0, 1 / 3, 2 / 3, 1.0)[i] for i in places()]
    return hand_tiff({**tags(32, 1, 1), FORMAT: [3]}, [struct.pack(f"<{len(values)}f", *values)])


def _loop() -> bytes:
    """The directory after the first is the first."""
    return hand_tiff(tags(8, 3, 2), [b"".join(bytes(_COLOURS[i]) for i in places())], next_directory=8)


def _pages() -> bytes:
    return saved(
        quarters(), "TIFF", save_all=True, append_images=[Image.new("RGB", (50, 50)), Image.new("L", (9, 9))]
    )


def _lab() -> bytes:
    """Lightness and nothing else: grey."""
    image = Image.new("LAB", _SIZE, (136, 128, 128))
    return saved(image, "TIFF")


def _compressed(compression: str, mode: str = "RGB", look: Look | None = None, **options: object) -> Piece:
    return right(
        f"tiff_{compression}_{mode.lower()}.tif",
        f"{mode} in {compression}",
        lambda: saved(quarters().convert(mode), "TIFF", compression=compression, **options),
        look,
    )


_GREY_LEVELS: tuple[Spot, ...] = four((0, 0, 0), (85, 85, 85), (170, 170, 170), (255, 255, 255))
_GREY = Look(size=_SIZE, spots=_GREY_LEVELS, tolerance=3)
_ONE_BIT = Look(spots=ONE_BLACK_QUARTER)

PIECES: tuple[Piece, ...] = (
    *(
        right(
            f"tiff_orientation_{value}.tif",
            f"orientation {value}",
            lambda value=value: turned(value, "TIFF"),  # type: ignore[misc]  # the value of now
            Look(orientation=value),
        )
        for value in range(1, 9)
    ),
    *(_compressed(name) for name in ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", "lzma", "zstd")),
    _compressed("jpeg", quality=95),
    _compressed("tiff_lzw", "L", Look(spots=GREY_QUARTERS)),
    right(
        "tiff_lzw_palette.tif",
        "palette in tiff_lzw",
        lambda: saved(quarters().quantize(4), "TIFF", compression="tiff_lzw"),
    ),
    _compressed("tiff_adobe_deflate", "CMYK"),
    right("tiff_ycbcr.tif", "YCbCr", lambda: saved(quarters().convert("YCbCr"), "TIFF")),
    right("tiff_pages.tif", "three pages: the first counts", _pages),
    right("tiff_little.tif", "little-endian", rgb, LOOK),
    right("tiff_big_endian.tif", "big-endian", lambda: rgb(order=">"), LOOK),
    right("tiff_bigtiff.tif", "BigTIFF", lambda: rgb(big=True), LOOK),
    right("tiff_strips.tif", "strips of five rows", _strips, LOOK),
    right("tiff_tiled.tif", "tiles of 16 pixels", _tiled, LOOK),
    right("tiff_planar.tif", "a plane for each colour", _planar, LOOK),
    right("tiff_palette.tif", "palette", _palette, LOOK),
    right(
        "tiff_rgba.tif",
        "with alpha",
        _rgba,
        Look(_SIZE, (*QUARTERS[:3], (0.75, 0.75, LIGHT_GROUND)), has_alpha=True),
    ),
    right("tiff_rgb_16.tif", "16 bits in three colours", _rgb_16, LOOK),
    right("tiff_rgb_16_big_endian.tif", "16 bits in three colours, big-endian", lambda: _rgb_16(">"), LOOK),
    right("tiff_grey_16.tif", "grey, 16 bits", lambda: _grey_16("<"), _GREY),
    right("tiff_grey_16_big_endian.tif", "grey, 16 bits, big-endian", lambda: _grey_16(">"), _GREY),
    right("tiff_real.tif", "real numbers", _real, _GREY),
    right(
        "tiff_32_bits.tif",
        "whole numbers of 32 bits",
        lambda: saved(ramp("I"), "TIFF"),
        Look((256, 8), ((0.0, 0.5, (0, 0, 0)), (0.5, 0.5, (128, 128, 128))), tolerance=4),
    ),
    right("tiff_lab.tif", "Lab", _lab, Look(_SIZE, ((0.5, 0.5, (127, 127, 127)),))),
    right("tiff_1_bit.tif", "1 bit", _black_quarter, _ONE_BIT),
    right("tiff_white_is_zero.tif", "1 bit, white is nought", _white_is_zero, _ONE_BIT),
    right("tiff_group3.tif", "fax, group 3", lambda: _black_quarter(compression="group3"), _ONE_BIT),
    right("tiff_group4.tif", "fax, group 4", lambda: _black_quarter(compression="group4"), _ONE_BIT),
    right("tiff_loop.tif", "directories in a loop: the first counts", _loop, LOOK),
    right(
        "tiff_trailing.tif",
        "with a script behind its end",
        lambda: rgb() + b"<script>alert(1)</script>",
        LOOK,
    ),
)
