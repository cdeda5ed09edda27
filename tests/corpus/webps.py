"""WebPs: lossy, lossless, with alpha, animated, and canvases that are not to be believed. Source: RFC 9649."""

import struct

from PIL import Image

from tests.corpus.piece import LIGHT_GROUND, QUARTERS, Look, Piece, failed, right
from tests.pixels.pictures import animation, quarters, saved, turned

_CLEAR = Look(spots=(*QUARTERS[:3], (0.75, 0.75, LIGHT_GROUND)), has_alpha=True)
_DAMAGED = "cut short|damaged"


def _plain(**options: object) -> bytes:
    return saved(quarters(), "WEBP", **{"quality": 92, **options})


def _clear(**options: object) -> bytes:
    image = quarters().convert("RGBA")
    image.paste((0, 0, 0, 0), (60, 40, 120, 80))
    return saved(image, "WEBP", **{"quality": 92, **options})


def _riff(*chunks: tuple[bytes, bytes]) -> bytes:
    body = b"WEBP"
    for name, inside in chunks:
        body += name + struct.pack("<I", len(inside)) + inside + b"\0" * (len(inside) % 2)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _canvas(width: int, height: int, flags: int = 0) -> tuple[bytes, bytes]:
    return b"VP8X", bytes([flags, 0, 0, 0]) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(
        3, "little"
    )


def _pixels() -> tuple[bytes, bytes]:
    data = _plain()
    return data[12:16], data[20 : 20 + int.from_bytes(data[16:20], "little")]


def _lying_lossy(width: int, height: int) -> bytes:
    data = bytearray(_plain())
    data[26:30] = struct.pack("<HH", width, height)
    return bytes(data)


def _frame(width: int, height: int) -> tuple[bytes, bytes]:
    name, pixels = _pixels()
    inside = name + struct.pack("<I", len(pixels)) + pixels + b"\0" * (len(pixels) % 2)
    place = bytes(6) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"ANMF", place + bytes([100, 0, 0, 0]) + inside


def _blank_first() -> bytes:
    return animation("WEBP", [Image.new("RGB", (120, 80), (200, 200, 200)), quarters(), quarters()])


PIECES: tuple[Piece, ...] = (
    *(
        right(
            f"webp_orientation_{value}.webp",
            f"EXIF orientation {value}",
            lambda value=value: turned(value, "WEBP", quality=92),  # type: ignore[misc]  # the value of now
            Look(orientation=value),
        )
        for value in range(1, 9)
    ),
    right("webp_lossy.webp", "lossy", _plain),
    right("webp_lossless.webp", "lossless", lambda: _plain(lossless=True)),
    right("webp_alpha.webp", "lossy with alpha", _clear, _CLEAR),
    right("webp_alpha_lossless.webp", "lossless with alpha", lambda: _clear(lossless=True), _CLEAR),
    right(
        "webp_animated.webp",
        "animated",
        lambda: animation("WEBP", [quarters(), quarters().rotate(180)]),
        Look(animated=True),
    ),
    right("webp_blank_first.webp", "animated, a blank first frame", _blank_first, Look(animated=True)),
    right("webp_canvas.webp", "with a canvas of its own size", lambda: _riff(_canvas(120, 80), _pixels())),
    right(
        "webp_unknown_chunk.webp",
        "a chunk that nobody knows",
        lambda: _riff(_canvas(120, 80), _pixels(), (b"WHAT", bytes(99))),
    ),
    right(
        "webp_trailing.webp", "with a script behind its end", lambda: _plain() + b"<script>alert(1)</script>"
    ),
    failed(
        "webp_animated_cut.webp",
        "animated, cut short in its second frame",
        lambda: animation("WEBP", [quarters(), quarters().rotate(180)])[:-20],
        _DAMAGED,
    ),
    failed(
        "webp_canvas_larger.webp",
        "a canvas that is larger than its picture",
        lambda: _riff(_canvas(1_200, 800), _pixels()),
        _DAMAGED,
    ),
    failed(
        "webp_canvas_huge.webp",
        "a canvas of 16,383 pixels a side",
        lambda: _riff(_canvas(16_383, 16_383), _pixels()),
        "16383x16383 pixels; at most",
    ),
    failed(
        "webp_canvas_2_to_24.webp",
        "a canvas of 16,777,216 pixels a side",
        lambda: _riff(_canvas(1 << 24, 1 << 24), _pixels()),
        "at most",
    ),
    failed(
        "webp_canvas_smaller.webp",
        "a canvas that is smaller than its picture",
        lambda: _riff(_canvas(12, 8), _pixels()),
        _DAMAGED,
    ),
    failed(
        "webp_frame_larger.webp",
        "a frame that leads out of the canvas",
        lambda: _riff(_canvas(40, 40, 2), (b"ANIM", bytes(6)), _frame(120, 80)),
        _DAMAGED,
    ),
    failed(
        "webp_no_frames.webp",
        "an animation without frames",
        lambda: _riff(_canvas(40, 40, 2), (b"ANIM", bytes(6))),
        _DAMAGED,
    ),
    failed(
        "webp_lying_lossy.webp",
        "a lossy picture that claims 16,383 pixels a side",
        lambda: _lying_lossy(16_383, 16_383),
        "16383x16383 pixels; at most",
    ),
    failed(
        "webp_claims_more.webp",
        "a lossy picture that claims 1,200x800 pixels",
        lambda: _lying_lossy(1_200, 800),
        _DAMAGED,
    ),
    failed(
        "webp_long.webp",
        "a container that says to be longer than the file",
        lambda: _plain()[:4] + struct.pack("<I", 1 << 20) + _plain()[8:],
        _DAMAGED,
    ),
    failed("webp_empty.webp", "a container without a picture", _riff, _DAMAGED),
    failed(
        "webp_lossless_bad.webp",
        "a lossless picture of zeros",
        lambda: _riff((b"VP8L", b"\x2f" + bytes(40))),
        _DAMAGED,
    ),
)
