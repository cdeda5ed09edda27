"""PNGs that are not to be believed: damaged, cut short, or with more in them than a picture has."""

import zlib
from functools import cache

from tests.corpus.hand_png import GREY, PALETTE, SIGNATURE, chunk, hand_png, header, plain_png
from tests.corpus.piece import Look, Piece, failed, right
from tests.corpus.pngs import after_header, plain
from tests.pixels.pictures import animation, quarters

_SIZE = (32, 24)
_DAMAGED = "damaged and cannot be decoded"


def _bad_sum(name: bytes) -> bytes:
    data = bytearray(plain())
    at = data.index(name)
    end = at + 4 + int.from_bytes(data[at - 4 : at], "big")
    data[end] ^= 0xFF
    return bytes(data)


def _bad_pixels() -> bytes:
    data = bytearray(plain())
    data[data.index(b"IDAT") + 40] ^= 0x10
    return bytes(data)


def _before_end(extra: bytes) -> bytes:
    data = plain()
    return data[:-12] + extra + data[-12:]


@cache
def _bomb(megabytes: int) -> bytes:
    return zlib.compress(bytes(megabytes * 1_000_000), 9)


def claiming(width: int, height: int, depth: int = 1) -> bytes:
    """A PNG that says to have that many pixels, and has next to none."""
    pixels = chunk(b"IDAT", zlib.compress(bytes(100)))
    return SIGNATURE + header(width, height, depth, GREY) + pixels + chunk(b"IEND", b"")


def _two_headers(second: int) -> bytes:
    return claiming(16, 16)[:33] + claiming(second, second)[8:]


PIECES: tuple[Piece, ...] = (
    right(
        "png_bad_sum_pixels.png",
        "wrong checksum of the chunk of pixels, whose own is right",
        lambda: _bad_sum(b"IDAT"),
    ),
    failed("png_bad_pixels.png", "a wrong byte in the pixels", _bad_pixels, _DAMAGED),
    failed(
        "png_empty_chunks.png",
        "70,000 empty chunks of pixels",
        lambda: _before_end(chunk(b"IDAT", b"") * 70_000),
        _DAMAGED,
    ),
    failed(
        "png_texts_behind.png",
        "70,000 texts behind the pixels",
        lambda: _before_end(chunk(b"tEXt", b"a\0b") * 70_000),
        _DAMAGED,
    ),
    Piece(
        "png_animated_cut.png",
        "APNG, cut short in its second frame",
        lambda: animation("PNG", [quarters(), quarters().rotate(180)])[:-60],
        Look(animated=True),
        {"check": "cut short"},
    ),
    Piece("png_no_end.png", "whole pixels and no end", lambda: plain()[:-12], Look(), {"check": "cut short"}),
    failed("png_bad_sum_header.png", "wrong checksum of the header", lambda: _bad_sum(b"IHDR"), _DAMAGED),
    failed(
        "png_text_bomb.png",
        "70 MB of text in 70 kB (zTXt)",
        lambda: after_header(chunk(b"zTXt", b"Comment\0\0" + _bomb(70))),
        _DAMAGED,
    ),
    failed(
        "png_itext_bomb.png",
        "70 MB of text in 70 kB (iTXt)",
        lambda: after_header(chunk(b"iTXt", b"Comment\0\1\0\0\0" + _bomb(70))),
        _DAMAGED,
    ),
    failed(
        "png_many_texts.png",
        "a hundred texts of a megabyte each",
        lambda: after_header(chunk(b"zTXt", b"Comment\0\0" + _bomb(1)) * 100),
        _DAMAGED,
    ),
    failed(
        "png_profile_bomb.png",
        "a profile of 70 MB in 70 kB",
        lambda: after_header(chunk(b"iCCP", b"p\0\0" + _bomb(70))),
        _DAMAGED,
    ),
    failed(
        "png_many_chunks.png",
        "2,000 chunks before the pixels",
        lambda: after_header(chunk(b"prVt", b"") * 2_000),
        _DAMAGED,
    ),
    failed("png_two_headers.png", "a second header", lambda: _two_headers(16), _DAMAGED),
    failed(
        "png_second_header_large.png",
        "a second header of 13,000 pixels a side",
        lambda: _two_headers(13_000),
        _DAMAGED,
    ),
    failed(
        "png_text_first.png",
        "a text before the header",
        lambda: plain()[:8] + chunk(b"tEXt", b"a\0b") + plain()[8:],
        _DAMAGED,
    ),
    failed(
        "png_no_palette.png",
        "palette indices without a palette",
        lambda: hand_png(_SIZE, 2, PALETTE, lambda x, y: (0,)),
        _DAMAGED,
    ),
    failed(
        "png_bad_depth.png",
        "seven bits",
        lambda: SIGNATURE + header(16, 16, 7, GREY) + claiming(16, 16)[33:],
        _DAMAGED,
    ),
    failed("png_size_0.png", "no pixels by its header", lambda: claiming(0, 16), _DAMAGED),
    failed(
        "png_no_pixels.png",
        "header and end only",
        lambda: SIGNATURE + header(16, 16, 8, GREY) + chunk(b"IEND", b""),
        "cut short|damaged",
    ),
    failed(
        "png_too_few_pixels.png",
        "fewer pixels than its header says",
        lambda: claiming(500, 500),
        "cut short|damaged",
    ),
    failed(
        "png_apple.png",
        "Apple's own kind (CgBI)",
        lambda: plain()[:8] + chunk(b"CgBI", bytes(4)) + plain()[8:],
        _DAMAGED,
    ),
    failed(
        "png_60000.png",
        "claims 60,000 pixels a side",
        lambda: claiming(60_000, 60_000),
        "60000x60000 pixels; at most",
    ),
    failed(
        "png_13000.png",
        "one bit, 13,000 pixels a side, whole",
        lambda: plain_png(13_000, 13_000),
        "13000x13000 pixels; at most",
    ),
    failed(
        "png_9000.png",
        "one bit, 9,000 pixels a side, whole: ten kilobytes",
        lambda: plain_png(9_000, 9_000),
        "9000x9000 pixels; at most",
    ),
    failed(
        "png_2_to_31.png",
        "claims two thousand million pixels a side",
        lambda: claiming(0x7FFFFFFF, 0x7FFFFFFF),
        "at most",
    ),
)
