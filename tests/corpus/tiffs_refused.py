"""TIFFs that are not to be believed: directories that lie, pages that are cut off, numbers that are none."""

import struct
from collections.abc import Callable

from tests.corpus.hand_tiff import (
    BITS,
    COMPRESSION,
    FORMAT,
    LENGTH,
    ROWS,
    SAMPLES,
    TILE_LENGTH,
    TILE_WIDTH,
    WIDTH,
    hand_tiff,
)
from tests.corpus.piece import Look, Piece, failed
from tests.corpus.tiffs import LOOK, places, rgb, tags
from tests.pixels.pictures import quarters, saved

_DAMAGED = "cut short|damaged"


def _not_numbers() -> bytes:
    values = [float("nan")] * len(places())
    return hand_tiff({**tags(32, 1, 1), FORMAT: [3]}, [struct.pack(f"<{len(values)}f", *values)])


def _two_pages() -> bytes:
    return saved(quarters(), "TIFF", save_all=True, append_images=[quarters()])


def _lying(**stated: list[int]) -> Callable[[], bytes]:
    numbers = {
        "width": WIDTH,
        "length": LENGTH,
        "bits": BITS,
        "samples": SAMPLES,
        "rows": ROWS,
        "compression": COMPRESSION,
    }
    return lambda: hand_tiff(
        {**tags(8, 1, 1), **{numbers[name]: value for name, value in stated.items()}}, [bytes(places())]
    )


PIECES: tuple[Piece, ...] = (
    Piece(
        "tiff_second_page_cut.tif",
        "cut short in its second page",
        lambda: _two_pages()[:-40],
        Look(),
        {"check": "cut short"},
    ),
    Piece(
        "tiff_next_beyond.tif",
        "a second directory beyond the file",
        lambda: rgb(next_directory=1 << 30),
        LOOK,
        {"check": "cut short"},
    ),
    failed("tiff_not_numbers.tif", "real numbers that are none", _not_numbers, "values that are not numbers"),
    failed(
        "tiff_bigtiff_big_endian.tif",
        "BigTIFF, big-endian, which two decoders read in two ways",
        lambda: rgb(order=">", big=True),
        _DAMAGED,
    ),
    failed(
        "tiff_60000.tif", "claims 60,000 pixels a side", _lying(width=[60_000], length=[60_000]), "at most"
    ),
    failed(
        "tiff_2_to_32.tif",
        "claims four thousand million pixels a side",
        _lying(width=[0xFFFFFFFF], length=[0xFFFFFFFF]),
        "at most",
    ),
    failed("tiff_size_0.tif", "no pixels by its directory", _lying(width=[0]), _DAMAGED),
    failed("tiff_two_widths.tif", "two widths", _lying(width=[64, 64]), _DAMAGED),
    failed(
        "tiff_claims_more.tif", "claims 2,000 rows and has 48", _lying(length=[2_000], rows=[2_000]), _DAMAGED
    ),
    failed(
        "tiff_samples.tif",
        "60,000 samples to a pixel",
        _lying(samples=[60_000]),
        "more than is decoded at once|damaged",
    ),
    failed("tiff_compression.tif", "a compression that is none", _lying(compression=[60_001]), _DAMAGED),
    failed(
        "tiff_large_tile.tif",
        "a tile of 40,000 pixels a side",
        lambda: _tile_of(40_000),
        "more than is decoded at once",
    ),
    failed(
        "tiff_overfull.tif",
        "5,000 strips for 48 rows",
        lambda: hand_tiff(tags(8, 1, 1), [b"\0"] * 5_000),
        "more tiles or strips",
    ),
    failed(
        "tiff_no_directory.tif",
        "a directory beyond the file",
        lambda: struct.pack("<2sHI", b"II", 42, 1 << 30),
        _DAMAGED,
    ),
    failed(
        "tiff_directory_at_0.tif",
        "a directory at its own beginning",
        lambda: struct.pack("<2sHI", b"II", 42, 0) + bytes(40),
        _DAMAGED,
    ),
    failed("tiff_header.tif", "the header alone", lambda: b"II*\0", _DAMAGED),
)


def _tile_of(side: int) -> bytes:
    stated = {key: value for key, value in tags(8, 1, 1).items() if key != ROWS}
    return hand_tiff({**stated, TILE_WIDTH: [side], TILE_LENGTH: [side]}, [bytes(100)], tiled=True)
