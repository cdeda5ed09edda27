"""GIFs: frames of all kinds, screens that are not to be believed."""

import struct

from tests.corpus.hand_gif import Frame, hand_gif
from tests.corpus.piece import LIGHT_GROUND, QUARTERS, Look, Piece, failed, right
from tests.pixels.pictures import BLUE, GREEN, RED, WHITE, animation, quarters, saved

_COLOURS = (RED, GREEN, BLUE, WHITE)
_SIZE = (40, 24)
_DAMAGED = "cut short|damaged"


def _indices(size: tuple[int, int] = _SIZE) -> bytes:
    width, height = size
    return bytes((x >= width // 2) + 2 * (y >= height // 2) for y in range(height) for x in range(width))


def _whole(**options: object) -> Frame:
    return Frame((0, 0, *_SIZE), _indices(), **options)  # type: ignore[arg-type]


def _blank(colour: int = 0) -> Frame:
    return Frame((0, 0, *_SIZE), bytes([colour]) * (_SIZE[0] * _SIZE[1]))


def _offset() -> bytes:
    """The first frame is the lower right quarter of the screen."""
    width, height = _SIZE[0] // 2, _SIZE[1] // 2
    return hand_gif(_SIZE, [Frame((width, height, width, height), bytes([2]) * (width * height))], _COLOURS)


def claiming(width: int, height: int) -> bytes:
    """35 bytes that ask for a frame of that size."""
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0, 0, 0)
    return head + b",\0\0\0\0" + struct.pack("<HHB", width, height, 0) + b"\2\2\x44\1\0;"


def _grown() -> bytes:
    """A small frame and then one of 12,000 pixels a side."""
    frames = (
        b"!\xf9\4\x08\0\0\0\0,\0\0\0\0" + struct.pack("<HHB", side, side, 0) + b"\2\2\x44\1\0"
        for side in (16, 12_000)
    )
    return b"GIF89a" + struct.pack("<HHBBB", 16, 16, 0, 0, 0) + b"".join(frames) + b";"


def _cleared_quarter() -> bytes:
    image = quarters().convert("RGBA")
    image.paste((0, 0, 0, 0), (60, 40, 120, 80))
    return saved(image, "GIF")


_LOOK = Look(size=_SIZE, tolerance=8)
_MOVING = Look(size=_SIZE, tolerance=8, animated=True)

PIECES: tuple[Piece, ...] = (
    right("gif_87a.gif", "GIF87a", lambda: b"GIF87a" + hand_gif(_SIZE, [_whole()], _COLOURS)[6:], _LOOK),
    right("gif_plain.gif", "by Pillow", lambda: saved(quarters(), "GIF")),
    right(
        "gif_interlaced.gif",
        "interlaced",
        lambda: hand_gif(_SIZE, [_whole(interlaced=True)], _COLOURS),
        _LOOK,
    ),
    right(
        "gif_local.gif",
        "a palette of its own, another for the file",
        lambda: hand_gif(_SIZE, [_whole(colours=_COLOURS)], ((9, 9, 9), (1, 1, 1))),
        _LOOK,
    ),
    right(
        "gif_clear.gif",
        "a see-through quarter",
        _cleared_quarter,
        Look(spots=(*QUARTERS[:3], (0.75, 0.75, LIGHT_GROUND)), has_alpha=True),
    ),
    right(
        "gif_clear_hand.gif",
        "a see-through colour by its control block",
        lambda: hand_gif(_SIZE, [_whole(clear=3)], _COLOURS),
        Look(_SIZE, (*QUARTERS[:3], (0.75, 0.75, LIGHT_GROUND)), has_alpha=True),
    ),
    right(
        "gif_animated.gif",
        "animated",
        lambda: animation("GIF", [quarters(), quarters().rotate(180)]),
        Look(animated=True),
    ),
    right(
        "gif_animated_local.gif",
        "animated, a palette to each frame",
        lambda: hand_gif(_SIZE, [_whole(colours=_COLOURS), _whole(colours=_COLOURS[::-1])]),
        _MOVING,
    ),
    right(
        "gif_blank_first.gif",
        "a blank first frame",
        lambda: hand_gif(_SIZE, [_blank(), _whole()], _COLOURS),
        _MOVING,
    ),
    right(
        "gif_blank_three.gif",
        "three blank frames before the first that shows something",
        lambda: hand_gif(_SIZE, [_blank(), _blank(1), _blank(2), _whole()], _COLOURS),
        _MOVING,
    ),
    right(
        "gif_clear_first.gif",
        "a first frame that cannot be seen",
        lambda: hand_gif(
            _SIZE,
            [Frame((0, 0, *_SIZE), bytes(_SIZE[0] * _SIZE[1]), clear=0, disposal=2), _whole()],
            _COLOURS,
        ),
        _MOVING,
    ),
    right(
        "gif_disposal.gif",
        "frames that are cleared and taken back",
        lambda: hand_gif(_SIZE, [_whole(disposal=3), _blank(), _whole(disposal=2)], _COLOURS),
        _MOVING,
    ),
    right(
        "gif_many_frames.gif",
        "2,000 frames of one pixel behind the first",
        lambda: hand_gif(_SIZE, [_whole(), *[Frame((0, 0, 1, 1), b"\1")] * 2_000], _COLOURS),
        _MOVING,
    ),
    right(
        "gif_offset.gif",
        "a first frame that is smaller than the screen, and off its corner",
        _offset,
        Look(_SIZE, ((0.75, 0.75, BLUE),), has_alpha=False),
    ),
    right(
        "gif_no_end.gif",
        "without its last byte",
        lambda: hand_gif(_SIZE, [_whole()], _COLOURS, end=b""),
        _LOOK,
    ),
    right(
        "gif_trailing.gif",
        "with a script behind its end",
        lambda: hand_gif(_SIZE, [_whole()], _COLOURS) + b"<script>alert(1)</script>",
        _LOOK,
    ),
    right(
        "gif_comment.gif",
        "a comment behind the frame",
        lambda: hand_gif(_SIZE, [_whole()], _COLOURS, end=b"!\xfe\x06script\0;"),
        _LOOK,
    ),
    right(
        "gif_one_colour.gif",
        "one colour",
        lambda: hand_gif(_SIZE, [_blank(1)], _COLOURS),
        Look(_SIZE, ((0.5, 0.5, GREEN),)),
    ),
    failed(
        "gif_9000.gif",
        "35 bytes with a screen of 9,000 pixels a side",
        lambda: claiming(9_000, 9_000),
        "9000x9000 pixels; at most",
    ),
    failed(
        "gif_65535.gif",
        "35 bytes with a screen of 65,535 pixels a side",
        lambda: claiming(65_535, 65_535),
        "65535x65535 pixels; at most",
    ),
    failed("gif_grown.gif", "a second frame of 12,000 pixels a side", _grown, "pixels; at most"),
    failed(
        "gif_many_blocks.gif",
        "a comment in 100,000 blocks of a byte",
        lambda: (
            hand_gif(_SIZE, [], _COLOURS, end=b"")
            + b"!\xfe"
            + b"\1a" * 100_000
            + b"\0"
            + hand_gif(_SIZE, [_whole()])[13:]
        ),
        _DAMAGED,
    ),
    failed("gif_no_frame.gif", "a screen and an end", lambda: hand_gif(_SIZE, [], _COLOURS), _DAMAGED),
    failed(
        "gif_frame_missing.gif",
        "pixels that end early",
        lambda: (
            hand_gif(_SIZE, [], _COLOURS, end=b"")
            + b","
            + struct.pack("<HHHHB", 0, 0, *_SIZE, 0)
            + b"\x08\0;"
        ),
        _DAMAGED,
    ),
    failed(
        "gif_bad_code_size.gif",
        "a code size that cannot be",
        lambda: (
            hand_gif(_SIZE, [], _COLOURS, end=b"")
            + b","
            + struct.pack("<HHHHB", 0, 0, *_SIZE, 0)
            + b"\x0d\1\0\0;"
        ),
        _DAMAGED,
    ),
    failed("gif_size_0.gif", "no pixels by its screen", lambda: hand_gif((0, 0), [], _COLOURS), _DAMAGED),
    failed("gif_header.gif", "the header alone", lambda: b"GIF89a", _DAMAGED),
    Piece(
        "gif_cut_later.gif",
        "cut short in its second frame: a cell may show the first, a download may not be kept",
        lambda: hand_gif(_SIZE, [_whole(), _whole()], _COLOURS)[:-200],
        _LOOK,
        {"check": "cut short"},
    ),
)
