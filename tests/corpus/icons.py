"""Icons: with PNGs and with bitmaps, and directories that are not to be believed."""

import struct

from PIL import Image

from tests.corpus.bitmaps import hand_bmp
from tests.corpus.hand_png import GREY, RGB, chunk, header
from tests.corpus.piece import Look, Piece, failed, right
from tests.corpus.pngs_refused import claiming
from tests.pixels.pictures import quarters, saved

_DAMAGED = "cut short|damaged"
_TOO_MANY = "pixels; at most"


def icon(*pictures: tuple[int, bytes], kind: int = 1) -> bytes:
    """An icon: pictures with the side that the directory tells of each."""
    at = 6 + 16 * len(pictures)
    directory, inside = b"", b""
    for side, data in pictures:
        directory += struct.pack(
            "<BBBBHHII",
            side & 0xFF,
            side & 0xFF,
            0,
            0,
            1,
            32 if data.startswith(b"\x89PNG") else 24,
            len(data),
            at + len(inside),
        )
        inside += data
    return struct.pack("<HHH", 0, kind, len(pictures)) + directory + inside


def _icon_bitmap(image: Image.Image) -> bytes:
    """A bitmap as icons hold it: no file header, and called twice as high for its mask."""
    data = saved(image.convert("RGB"), "BMP")[14:]
    mask = bytes((-(-image.width // 32) * 4) * image.height)
    return data[:8] + struct.pack("<i", image.height * 2) + data[12:] + mask


def _square(side: int) -> bytes:
    return saved(quarters(side, side))


PIECES: tuple[Piece, ...] = (
    right("ico_png.ico", "an icon with a PNG", lambda: icon((64, _square(64))), Look(size=(64, 64))),
    right(
        "ico_bmp.ico",
        "an icon with a bitmap",
        lambda: icon((32, _icon_bitmap(quarters(32, 32)))),
        Look(size=(32, 32)),
    ),
    right(
        "ico_sizes.ico",
        "three sizes: the largest counts",
        lambda: icon(
            (16, saved(Image.new("RGB", (16, 16)))), (64, _square(64)), (32, _icon_bitmap(quarters(32, 32)))
        ),
        Look(size=(64, 64)),
    ),
    right(
        "ico_256.ico",
        "256 pixels, which the directory calls nought",
        lambda: icon((0, _square(256))),
        Look(size=(256, 256)),
    ),
    failed(
        "ico_bits.ico",
        "a bitmap of 24 bits where the directory says 32",
        lambda: icon((32, _icon_bitmap(quarters(32, 32)))).replace(b"\1\0\x18\0", b"\1\0\x20\0", 1),
        _DAMAGED,
    ),
    failed(
        "ico_lying.ico",
        "a picture of 9,000 pixels where the directory says 16",
        lambda: icon((16, claiming(9_000, 9_000))),
        _TOO_MANY,
    ),
    failed(
        "ico_lying_bitmap.ico",
        "a bitmap of 30,000 pixels where the directory says 16",
        lambda: icon((16, hand_bmp((30_000, 60_000), 24, b"")[14:])),
        _TOO_MANY,
    ),
    failed(
        "ico_beyond.ico",
        "a picture that begins beyond the file",
        lambda: icon((16, _square(16)))[:18] + struct.pack("<I", 1 << 30) + icon((16, _square(16)))[22:],
        _DAMAGED,
    ),
    failed(
        "ico_self.ico",
        "a picture that begins at the directory",
        lambda: icon((16, _square(16)))[:18] + struct.pack("<I", 0) + icon((16, _square(16)))[22:],
        _TOO_MANY,
    ),
    failed("ico_none.ico", "a directory of nought pictures", lambda: icon() + bytes(100), "unknown kind"),
    failed(
        "ico_many.ico",
        "a directory of 65,535 pictures",
        lambda: struct.pack("<HHH", 0, 1, 65_535) + bytes(5_000),
        "unknown kind",
    ),
    failed("ico_256_entries.ico", "256 pictures at one place", lambda: _same_place(256), _DAMAGED),
    failed(
        "ico_no_pixels.ico",
        "a PNG without pixels in an icon",
        lambda: icon((16, b"\x89PNG\r\n\x1a\n" + header(16, 16, 8, GREY) + chunk(b"IEND", b""))),
        _DAMAGED,
    ),
    failed(
        "cursor.cur",
        "a cursor, which is told by a number only",
        lambda: icon((32, _square(32)), kind=2),
        "unknown kind",
    ),
)


def _same_place(count: int) -> bytes:
    entry = struct.pack("<BBBBHHII", 16, 16, 0, 0, 1, 32, 60, 6 + 16 * count)
    return struct.pack("<HHH", 0, 1, count) + entry * count + b"\x89PNG\r\n\x1a\n" + header(16, 16, 8, RGB)
