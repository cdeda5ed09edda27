"""PNGs: every depth and kind, what stands between the chunks, and what is not to be believed."""

import struct
import zlib

from PIL import Image

from tests.corpus.hand_png import (
    GREY,
    GREY_ALPHA,
    PALETTE,
    RGB,
    RGB_ALPHA,
    Samples,
    chunk,
    hand_png,
)
from tests.corpus.piece import (
    LIGHT_GROUND,
    PAPER,
    QUARTERS,
    Look,
    Piece,
    Spot,
    four,
    right,
)
from tests.pixels.pictures import BLUE, GREEN, RED, WHITE, animation, exif, quarters, saved, turned

_SIZE = (32, 24)
_COLOURS = (RED, GREEN, BLUE, WHITE)
_NO_WHITE = (*QUARTERS[:3], (0.75, 0.75, LIGHT_GROUND))
_PALETTE = chunk(b"PLTE", b"".join(bytes(colour) for colour in _COLOURS))
_DAMAGED = "damaged and cannot be decoded"


def _index(x: int, y: int) -> int:
    return (x >= _SIZE[0] // 2) + 2 * (y >= _SIZE[1] // 2)


def _grey(depth: int) -> Samples:
    """Black, a third, two thirds and white; with one bit black, white, white, black."""
    top = (1 << depth) - 1
    levels = (0, top // 3, top - top // 3, top) if depth > 1 else (0, 1, 1, 0)
    return lambda x, y: (levels[_index(x, y)],)


def _grey_look(depth: int) -> Look:
    levels = (0, 85, 170, 255) if depth > 1 else (0, 255, 255, 0)
    a, b, c, d = ((level, level, level) for level in levels)
    return Look(size=_SIZE, spots=four(a, b, c, d), tolerance=3)


def _colour(depth: int) -> Samples:
    return lambda x, y: tuple(value * ((1 << depth) - 1) // 255 for value in _COLOURS[_index(x, y)])


def _with_clear_quarter(depth: int) -> Samples:
    """The fourth quarter can be seen through."""
    top = (1 << depth) - 1
    return lambda x, y: (*_colour(depth)(x, y), 0 if _index(x, y) == 3 else top)


def _grey_with_clear_quarter(depth: int) -> Samples:
    top = (1 << depth) - 1
    return lambda x, y: ((0, top // 3, top // 3, 0)[_index(x, y)], 0 if _index(x, y) == 3 else top)


_GREY_CLEAR = Look(
    size=_SIZE,
    spots=four((0, 0, 0), (85, 85, 85), (85, 85, 85), LIGHT_GROUND),
    tolerance=3,
    has_alpha=True,
)
_CLEAR = Look(size=_SIZE, spots=_NO_WHITE, has_alpha=True)
_WHOLE = Look(size=_SIZE)


def plain(**options: object) -> bytes:
    return saved(quarters(), "PNG", **options)


def _kind(depth: int, kind: int, samples: Samples, look: Look, chunks: bytes = b"") -> list[Piece]:
    """One kind of pixels, in one pass and interlaced."""
    names = {GREY: "grey", RGB: "rgb", PALETTE: "palette", GREY_ALPHA: "la", RGB_ALPHA: "rgba"}
    return [
        right(
            f"png_{names[kind]}_{depth}{'_interlaced' if interlaced else ''}.png",
            f"{names[kind]}, {depth} bits{', interlaced' if interlaced else ''}",
            lambda interlaced=interlaced: hand_png(  # type: ignore[misc]  # the value of now
                _SIZE, depth, kind, samples, chunks=chunks, interlaced=interlaced
            ),
            look,
        )
        for interlaced in (False, True)
    ]


def _black_on_clear() -> bytes:
    """A black disc where everything else can be seen through: black on black, if the alpha is dropped."""
    image = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    image.paste((0, 0, 0, 255), (16, 16, 48, 48))
    return saved(image)


def _white_on_clear() -> bytes:
    image = Image.new("RGBA", (64, 64), (255, 255, 255, 0))
    image.paste((255, 255, 255, 255), (16, 16, 48, 48))
    return saved(image)


def _centred(inside: tuple[int, int, int], outside: tuple[int, int, int]) -> tuple[Spot, ...]:
    return ((0.5, 0.5, inside), (0.05, 0.05, outside), (0.95, 0.95, outside))


def _hidden_default() -> bytes:
    """An APNG whose default image is no frame of the animation."""
    other = Image.new("RGB", (120, 80), (255, 0, 255))
    return saved(
        quarters(),
        "PNG",
        save_all=True,
        default_image=True,
        append_images=[other, quarters(120, 80).rotate(180)],
    )


def after_header(extra: bytes) -> bytes:
    data = plain()
    return data[:33] + extra + data[33:]


def _split_pixels() -> bytes:
    """Every byte of the pixels in a chunk of its own, and empty ones between."""
    data = plain()
    at = data.index(b"IDAT")
    body = data[at + 4 : at + 4 + int.from_bytes(data[at - 4 : at], "big")]
    parts = b"".join(chunk(b"IDAT", body[n : n + 1]) + chunk(b"IDAT", b"") for n in range(len(body)))
    return data[: at - 4] + parts + chunk(b"IEND", b"")


def _exif_behind() -> bytes:
    stored = quarters().transpose(Image.Transpose.ROTATE_90)
    data = saved(stored, "PNG")
    return data[:-12] + chunk(b"eXIf", exif(Orientation=6).tobytes().removeprefix(b"Exif\0\0")) + data[-12:]


PIECES: tuple[Piece, ...] = (
    *(piece for depth in (1, 2, 4, 8, 16) for piece in _kind(depth, GREY, _grey(depth), _grey_look(depth))),
    *(
        piece
        for depth in (2, 4, 8)
        for piece in _kind(depth, PALETTE, lambda x, y: (_index(x, y),), _WHOLE, _PALETTE)
    ),
    *(piece for depth in (8, 16) for piece in _kind(depth, RGB, _colour(depth), _WHOLE)),
    *(piece for depth in (8, 16) for piece in _kind(depth, RGB_ALPHA, _with_clear_quarter(depth), _CLEAR)),
    *(
        piece
        for depth in (8, 16)
        for piece in _kind(depth, GREY_ALPHA, _grey_with_clear_quarter(depth), _GREY_CLEAR)
    ),
    *(
        right(
            f"png_orientation_{value}.png",
            f"EXIF orientation {value}",
            lambda value=value: turned(value, "PNG"),  # type: ignore[misc]  # the value of now
            Look(orientation=value),
        )
        for value in range(1, 9)
    ),
    right(
        "png_palette_1.png",
        "palette of two, one bit",
        lambda: hand_png(_SIZE, 1, PALETTE, lambda x, y: (_index(x, y) % 2,), chunks=_PALETTE),
        Look(size=_SIZE, spots=four(RED, GREEN, RED, GREEN)),
    ),
    right(
        "png_palette_trns.png",
        "palette with a see-through colour",
        lambda: hand_png(
            _SIZE,
            2,
            PALETTE,
            lambda x, y: (_index(x, y),),
            chunks=_PALETTE + chunk(b"tRNS", b"\xff\xff\xff\0"),
        ),
        _CLEAR,
    ),
    right(
        "png_palette_half.png",
        "palette with a colour that is half see-through",
        lambda: hand_png(
            _SIZE, 2, PALETTE, lambda x, y: (_index(x, y),), chunks=_PALETTE + chunk(b"tRNS", b"\x80")
        ),
        Look(size=_SIZE, spots=QUARTERS[1:], has_alpha=True),
    ),
    right(
        "png_rgb_trns.png",
        "RGB with one see-through colour",
        lambda: hand_png(_SIZE, 8, RGB, _colour(8), chunks=chunk(b"tRNS", struct.pack(">HHH", *WHITE))),
        _CLEAR,
    ),
    right(
        "png_grey_trns.png",
        "grey with one see-through level",
        lambda: hand_png(_SIZE, 8, GREY, _grey(8), chunks=chunk(b"tRNS", struct.pack(">H", 255))),
        Look(size=_SIZE, spots=four((0, 0, 0), (85, 85, 85), (170, 170, 170), LIGHT_GROUND), has_alpha=True),
    ),
    right(
        "png_black_on_clear.png",
        "black content on a see-through ground",
        _black_on_clear,
        Look((64, 64), _centred((0, 0, 0), LIGHT_GROUND), has_alpha=True),
    ),
    right(
        "png_white_on_clear.png",
        "white content on a see-through ground",
        _white_on_clear,
        Look((64, 64), _centred(PAPER, (38, 38, 38)), has_alpha=True),
    ),
    right(
        "png_all_opaque.png", "an alpha channel that hides nothing", lambda: saved(quarters().convert("RGBA"))
    ),
    right(
        "png_animated.png",
        "APNG",
        lambda: animation("PNG", [quarters(), quarters().rotate(180)]),
        Look(animated=True),
    ),
    right(
        "png_hidden_default.png", "APNG whose default image is no frame", _hidden_default, Look(animated=True)
    ),
    right("png_trailing.png", "with a script behind its end", lambda: plain() + b"<script>alert(1)</script>"),
    right("png_split_pixels.png", "pixels a byte to a chunk", _split_pixels),
    right(
        "png_unknown_chunks.png",
        "chunks that nobody knows",
        lambda: after_header(chunk(b"prVt", bytes(50)) * 100),
    ),
    right(
        "png_gamma.png",
        "gamma and chromaticities stated",
        lambda: after_header(
            chunk(b"gAMA", struct.pack(">I", 45_455))
            + chunk(
                b"cHRM", struct.pack(">8I", 31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000)
            )
        ),
    ),
    right(
        "png_texts.png",
        "texts of all three kinds",
        lambda: after_header(
            chunk(b"tEXt", b"Title\0Fox")
            + chunk(b"zTXt", b"Author\0\0" + zlib.compress(b"Ann"))
            + chunk(b"iTXt", b"Comment\0\1\0\0\0" + zlib.compress(b"none"))
        ),
    ),
    right("png_exif_behind.png", "EXIF behind the pixels", _exif_behind, Look(orientation=6)),
)
