"""Pictures of one pixel, of one row, and of as many pixels as are allowed and one more."""

from collections.abc import Callable
from typing import Any

from PIL import Image

from tests.corpus.gifs import claiming as gif_claiming
from tests.corpus.hand_png import GREY, GREY_ALPHA, RGB, RGB_ALPHA, plain_png
from tests.corpus.jpegs import scan_bomb
from tests.corpus.piece import Colour, Door, Look, Piece, Spot, failed
from tests.pixels.pictures import RED, animation, saved

_EVERYWHERE: tuple[Spot, ...] = ((0.5, 0.5, RED),)
_TOO_LARGE_FOR_A_CELL: dict[Door, str] = {"thumbnail": "pixels; at most"}
_SAVED: dict[str, dict[str, Any]] = {
    "JPEG": {"quality": 95},
    "PNG": {"compress_level": 1},
    "WEBP": {"lossless": True},
    "GIF": {},
    "AVIF": {"quality": 95, "speed": 10},
    "BMP": {},
    "TIFF": {},
}


def _plain(width: int, height: int, kind: str) -> bytes:
    if kind == "GIF":
        return saved(_indexed((width, height), 0), kind)
    return saved(Image.new("RGB", (width, height), RED), kind, **_SAVED[kind])


def _sized(kind: str, width: int, height: int, *, heavy: bool = False) -> Piece:
    """One colour in that size; no cell takes a side above 20,000 or more than 25 million pixels."""
    large = max(width, height) > 20_000 or width * height > 25_000_000
    return Piece(
        f"{kind.lower()}_{width}x{height}.{kind.lower()}",
        f"{kind} of {width}x{height} pixels",
        lambda: _plain(width, height, kind),
        Look((width, height), _EVERYWHERE),
        _TOO_LARGE_FOR_A_CELL if large else {},
        heavy=heavy,
    )


def _whites(width: int, height: int, kind: int, depth: int) -> Piece:
    return Piece(
        f"png_{width}x{height}_{depth}.png",
        f"PNG of {width}x{height} pixels of {depth} bits",
        lambda: plain_png(width, height, depth, kind),
        Look((width, height), ((0.5, 0.5, (255, 255, 255)),)),
        _TOO_LARGE_FOR_A_CELL,
        heavy=True,
    )


def _largest() -> list[Piece]:
    """What takes most memory among what is allowed: deep greys, real numbers, alpha, inks, coefficients kept."""
    size, wide = (7_000, 7_000), (10_000, 10_000)
    deep = Image.new("I", (1, 1), 40_000)
    recipes: tuple[tuple[str, str, tuple[int, int], Colour, Callable[[], bytes]], ...] = (
        (
            "png_largest_grey_16.png",
            "grey of 16 bits",
            size,
            (155, 155, 155),
            lambda: plain_png(*size, 16, GREY, level=0x9B),
        ),
        (
            "png_largest_la_16.png",
            "grey of 16 bits with alpha",
            size,
            (255, 255, 255),
            lambda: plain_png(*size, 16, GREY_ALPHA),
        ),
        (
            "png_largest_rgba.png",
            "RGBA that hides nothing",
            size,
            (255, 255, 255),
            lambda: plain_png(*size, 8, RGB_ALPHA),
        ),
        ("png_largest_palette.png", "palette", size, RED, lambda: saved(_indexed(size, 0))),
        (
            "tiff_largest_real.tif",
            "real numbers",
            size,
            (128, 128, 128),
            lambda: _tiff(Image.new("F", size, 0.5)),
        ),
        (
            "tiff_largest_32_bits.tif",
            "whole numbers of 32 bits",
            size,
            (156, 156, 156),
            lambda: _tiff(deep.resize(size)),
        ),
        ("tiff_largest_cmyk.tif", "inks", size, (255, 255, 255), lambda: _tiff(Image.new("CMYK", size))),
        (
            "jpeg_largest_cmyk.jpg",
            "inks",
            wide,
            (255, 255, 255),
            lambda: saved(Image.new("CMYK", wide), "JPEG"),
        ),
        (
            "jpeg_largest_progressive.jpg",
            "progressive, chroma at full size",
            wide,
            RED,
            lambda: saved(
                Image.new("RGB", wide, RED), "JPEG", progressive=True, subsampling="4:4:4", quality=95
            ),
        ),
        (
            "webp_largest_lossless.webp",
            "lossless",
            size,
            RED,
            lambda: saved(Image.new("RGB", size, RED), "WEBP", lossless=True, method=0),
        ),
        (
            "gif_largest_blank.gif",
            "animated, one colour in every frame",
            size,
            RED,
            lambda: animation("GIF", [_indexed(size, number % 2) for number in range(5)]),
        ),
    )
    return [
        Piece(
            name,
            f"{what}, {whole[0]}x{whole[1]} pixels",
            make,
            Look(whole, ((0.5, 0.5, colour),), animated="blank" in name),
            _TOO_LARGE_FOR_A_CELL,
            heavy=True,
        )
        for name, what, whole, colour, make in recipes
    ]


def _indexed(size: tuple[int, int], index: int) -> Image.Image:
    image = Image.new("P", size, index)
    image.putpalette([*RED, 0, 0, 0])
    return image


def _tiff(image: Image.Image) -> bytes:
    return saved(image, "TIFF", compression="tiff_adobe_deflate")


PIECES: tuple[Piece, ...] = (
    *(_sized(kind, 1, 1) for kind in _SAVED),
    *(
        _sized(kind, *size)
        for kind in ("JPEG", "PNG", "GIF", "BMP", "TIFF")
        for size in ((1, 20_000), (20_000, 1))
    ),
    _sized("WEBP", 1, 16_383),
    _sized("WEBP", 16_383, 1),
    _sized("AVIF", 8, 16_384),
    _sized("JPEG", 65_500, 1),
    _sized("PNG", 60_000, 1),
    _sized("PNG", 1, 65_535),
    _sized("GIF", 65_535, 1),
    failed(
        "png_65536x1.png",
        "PNG of 65,536x1 pixels",
        lambda: _plain(65_536, 1, "PNG"),
        "65536x1 pixels; at most",
    ),
    _sized("JPEG", 5_000, 5_000, heavy=True),
    _sized("JPEG", 10_000, 10_000, heavy=True),
    _sized("PNG", 5_000, 5_000, heavy=True),
    _sized("WEBP", 5_000, 5_000, heavy=True),
    _sized("PNG", 7_000, 7_000, heavy=True),
    _sized("WEBP", 7_000, 7_000, heavy=True),
    _sized("GIF", 7_000, 7_000, heavy=True),
    _sized("BMP", 2_600, 2_600, heavy=True),
    _sized("TIFF", 2_600, 2_600, heavy=True),
    _sized("AVIF", 7_000, 7_000, heavy=True),
    *_largest(),
    _whites(7_000, 7_000, 0, 1),
    _whites(7_000, 7_000, RGB, 16),
    failed(
        "gif_7000.gif",
        "35 bytes with a screen that originals may have, and no pixels",
        lambda: gif_claiming(7_000, 7_000),
        "cut short|damaged|at most",
        heavy=True,
    ),
    failed(
        "jpeg_scans_most.jpg",
        "12 scans for 100 million pixels, which are not there",
        lambda: scan_bomb(2, (10_000, 10_000)),
        "too few bytes|at most",
    ),
)
