"""JPEGs: every kind of coding, sampling and colour, and what stands around the picture."""

import struct
import zipfile
from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageChops

from tests.corpus.hand_jpeg import Component, Plane, hand_jpeg, segment
from tests.corpus.piece import GREY_QUARTERS, ONE_BLACK_QUARTER, Look, Piece, failed, right
from tests.pixels.pictures import BLUE, GREEN, RED, WHITE, quarters, saved, turned

_ADOBE_PLAIN, _ADOBE_YCC, _ADOBE_YCCK = (
    segment(0xEE, b"Adobe\0\x64\0\0\0\0" + bytes([transform])) for transform in (0, 1, 2)
)
_HAND_SIZE = (128, 64)
_HAND = Look(size=_HAND_SIZE, tolerance=20)


def _quarter(values: Sequence[int]) -> Plane:
    """A level for each quarter."""
    return lambda x, y: values[(x >= 0.5) + 2 * (y >= 0.5)]


def _ycc(*, inverted: bool = False) -> list[Plane]:
    image = Image.new("RGB", (4, 1))
    for column, colour in enumerate((RED, GREEN, BLUE, WHITE)):
        image.putpixel((column, 0), colour)
    image = ImageChops.invert(image) if inverted else image
    return [_quarter(list(band.tobytes())) for band in image.convert("YCbCr").split()]


def _rgb() -> list[Plane]:
    return [_quarter([colour[band] for colour in (RED, GREEN, BLUE, WHITE)]) for band in range(3)]


def _sampled(across: int, down: int, *, interleaved: bool = True) -> bytes:
    luma, *chroma = _ycc()
    components = [Component(across, down, luma), *(Component(1, 1, plane) for plane in chroma)]
    return hand_jpeg(_HAND_SIZE, components, interleaved=interleaved)


def _inks(adobe: bytes, *, ycck: bool) -> bytes:
    """Red, green, blue and white as inks, stored inverted as Adobe's programs do: the levels are those of RGB."""
    # YCCK is made of what the inks leave out, and is inverted once more.
    planes = [*(_ycc(inverted=True) if ycck else _rgb()), _quarter((255, 255, 255, 255))]
    return hand_jpeg(_HAND_SIZE, [Component(1, 1, plane) for plane in planes], head=adobe)


def _grey(frame: int, bits: int = 8) -> bytes:
    levels = [level << (bits - 8) for level in (87, 130, 52, 240)]
    return hand_jpeg(_HAND_SIZE, [Component(1, 1, _quarter(levels))], frame=frame, bits=bits)


def _plain(**options: object) -> bytes:
    return saved(quarters(), "JPEG", quality=92, **options)


def _zip() -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(zipfile.ZipInfo("a.txt"), "text")
    return target.getvalue()


def _cmyk_without_marker() -> bytes:
    data = saved(quarters().convert("CMYK"), "JPEG", quality=92)
    at = data.index(b"\xff\xee")
    return data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4], "big") :]


def _mpo() -> bytes:
    return saved(
        quarters(), "MPO", quality=92, save_all=True, append_images=[Image.new("RGB", (120, 80), (9, 9, 9))]
    )


def _with_preview() -> bytes:
    """The EXIF block carries a small JPEG of another colour."""
    small = saved(Image.new("RGB", (16, 16), (255, 0, 255)), "JPEG")
    body = struct.pack("<2sHIHI", b"II", 42, 8, 0, 14) + struct.pack("<H", 2)
    body += struct.pack("<HHII", 0x201, 4, 1, 44) + struct.pack("<HHII", 0x202, 4, 1, len(small)) + bytes(4)
    data = _plain()
    return data[:2] + segment(0xE1, b"Exif\0\0" + body + small) + data[2:]


def scan_bomb(scans: int, size: tuple[int, int] | None = None) -> bytes:
    """A progressive JPEG whose last scan comes again and again."""
    data = saved(quarters(), "JPEG", progressive=True)
    end = data.rindex(b"\xff\xd9")
    data = data[:end] + data[data.rindex(b"\xff\xda") : end] * scans + data[end:]
    return data if size is None else claiming(data, *size)


def claiming(data: bytes, width: int, height: int) -> bytes:
    """A JPEG that says to have another size."""
    at = next(place for place in (data.find(b"\xff\xc0"), data.find(b"\xff\xc2")) if place >= 0)
    return data[: at + 5] + struct.pack(">HH", height, width) + data[at + 9 :]


def _without(marker: bytes) -> bytes:
    data = _plain()
    at = data.index(marker)
    return data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4], "big") :]


def _many_segments(body: bytes, count: int) -> bytes:
    data = _plain()
    return data[:2] + segment(0xE2, body) * count + data[2:]


_GREY = Look(size=_HAND_SIZE, spots=GREY_QUARTERS)
_NOT_DECODED = "damaged and cannot be decoded"

PIECES: tuple[Piece, ...] = (
    *(
        right(
            f"jpeg_orientation_{value}.jpg",
            f"EXIF orientation {value}",
            lambda value=value: turned(value, "JPEG", quality=92),  # type: ignore[misc]  # the value of now
            Look(orientation=value),
        )
        for value in range(1, 9)
    ),
    right("jpeg_progressive.jpg", "progressive", lambda: _plain(progressive=True)),
    right("jpeg_restarts.jpg", "with restart markers", lambda: _plain(restart_marker_blocks=2)),
    right("jpeg_444.jpg", "chroma at full size", lambda: _plain(subsampling="4:4:4")),
    right("jpeg_422.jpg", "chroma at half width", lambda: _plain(subsampling="4:2:2")),
    right("jpeg_411.jpg", "chroma at a quarter of the width", lambda: _sampled(4, 1), _HAND),
    right("jpeg_440.jpg", "chroma at half height", lambda: _sampled(1, 2), _HAND),
    right("jpeg_410.jpg", "chroma at a quarter of the width and half height", lambda: _sampled(4, 2), _HAND),
    right(
        "jpeg_scan_each.jpg",
        "sequential, a scan for each component",
        lambda: _sampled(1, 1, interleaved=False),
        _HAND,
    ),
    right("jpeg_extended.jpg", "extended sequential, 8 bits", lambda: _grey(frame=0xC1), _GREY),
    failed(
        "jpeg_12_bits.jpg", "extended sequential, 12 bits", lambda: _grey(frame=0xC1, bits=12), _NOT_DECODED
    ),
    failed(
        "jpeg_arithmetic_empty.jpg",
        "arithmetic coding by its header, with nothing coded so",
        lambda: _grey(frame=0xCB),
        _NOT_DECODED,
    ),
    right(
        "jpeg_grey.jpg",
        "grey",
        lambda: saved(quarters().convert("L"), "JPEG", quality=92),
        Look(spots=GREY_QUARTERS),
    ),
    right("jpeg_rgb.jpg", "RGB without a change of colour space", lambda: _plain(keep_rgb=True)),
    right(
        "jpeg_rgb_adobe.jpg",
        "RGB by Adobe's marker",
        lambda: hand_jpeg(_HAND_SIZE, [Component(1, 1, p) for p in _rgb()], head=_ADOBE_PLAIN),
        _HAND,
    ),
    right(
        "jpeg_ycc_adobe.jpg",
        "YCbCr by Adobe's marker",
        lambda: hand_jpeg(_HAND_SIZE, [Component(1, 1, p) for p in _ycc()], head=_ADOBE_YCC),
        _HAND,
    ),
    right(
        "jpeg_cmyk.jpg",
        "CMYK with Adobe's marker",
        lambda: saved(quarters().convert("CMYK"), "JPEG", quality=92),
    ),
    right("jpeg_cmyk_no_marker.jpg", "CMYK without Adobe's marker", _cmyk_without_marker),
    right(
        "jpeg_cmyk_hand.jpg", "CMYK, inverted, flat blocks", lambda: _inks(_ADOBE_PLAIN, ycck=False), _HAND
    ),
    right("jpeg_ycck.jpg", "YCCK", lambda: _inks(_ADOBE_YCCK, ycck=True), _HAND),
    failed(
        "jpeg_two_components.jpg",
        "two components, which no colour space has",
        lambda: hand_jpeg(_HAND_SIZE, [Component(1, 1, p) for p in _rgb()[:2]]),
        _NOT_DECODED,
    ),
    right(
        "jpeg_trailing_html.jpg",
        "with a script behind its end",
        lambda: _plain() + b"<script>alert(1)</script>",
    ),
    right("jpeg_trailing_zip.jpg", "with an archive behind its end", lambda: _plain() + _zip()),
    right(
        "jpeg_twice.jpg",
        "two pictures in a row: the first counts",
        lambda: _plain() + saved(Image.new("RGB", (30, 30)), "JPEG"),
    ),
    right("jpeg_mpo.jpg", "two views in one file (MPO): the first counts", _mpo),
    right("jpeg_preview.jpg", "with a preview of another colour in its EXIF", _with_preview),
    right("jpeg_comment.jpg", "with a comment", lambda: _plain(comment=b"<script>alert(1)</script>")),
    right(
        "jpeg_fill_bytes.jpg",
        "with fill bytes between its segments",
        lambda: _plain()[:2] + b"\xff" * 40 + _plain()[2:],
    ),
    right(
        "jpeg_many_segments.jpg",
        "300 segments of an unknown kind",
        lambda: _many_segments(b"MORE" + bytes(2_000), 300),
    ),
    right("jpeg_no_jfif.jpg", "without the JFIF segment", lambda: _without(b"\xff\xe0")),
    right(
        "jpeg_1_bit_look.jpg",
        "black and white only",
        lambda: saved(_black_quarter(), "JPEG", quality=95),
        Look(spots=ONE_BLACK_QUARTER),
    ),
    right(
        "jpeg_odd.jpg",
        "sides that are no multiple of a block",
        lambda: saved(quarters(37, 23), "JPEG", quality=95),
        Look(size=(37, 23)),
    ),
    failed("jpeg_no_tables.jpg", "without quantisation tables", lambda: _without(b"\xff\xdb"), _NOT_DECODED),
    failed("jpeg_no_frame.jpg", "without a frame", lambda: _without(b"\xff\xc0"), _NOT_DECODED),
    failed(
        "jpeg_no_height.jpg",
        "a height of nought, which a later marker would tell",
        lambda: claiming(_plain(), 120, 0),
        _NOT_DECODED,
    ),
    failed("jpeg_no_width.jpg", "a width of nought", lambda: claiming(_plain(), 0, 80), _NOT_DECODED),
    failed(
        "jpeg_no_scan.jpg",
        "headers and an end",
        lambda: _plain()[: _plain().index(b"\xff\xda")] + b"\xff\xd9",
        "cut short|damaged",
    ),
    failed("jpeg_scan_bomb.jpg", "a thousand scans", lambda: scan_bomb(1_000), "in more than 100 scans"),
    failed(
        "jpeg_scans_large.jpg",
        "95 scans for 98 million pixels",
        lambda: scan_bomb(90, (9_900, 9_900)) + bytes(200_000),
        "in more than 12 scans|at most 25 million",
    ),
    failed(
        "jpeg_few_bytes.jpg",
        "claims 5,000 pixels a side, for which its bytes are too few",
        lambda: claiming(_plain(), 5_000, 5_000),
        "too few bytes",
    ),
    failed(
        "jpeg_crowded.jpg",
        "100,000 empty segments",
        lambda: _many_segments(b"", 100_000),
        "more segments than",
    ),
    failed(
        "jpeg_filled.jpg",
        "100,000 fill bytes between its segments",
        lambda: _plain()[:2] + b"\xff" * 100_000 + _plain()[2:],
        "more segments than",
    ),
    failed(
        "jpeg_65500.jpg", "claims 65,500 pixels a side", lambda: claiming(_plain(), 65_500, 65_500), "at most"
    ),
    right(
        "jpeg_claims_more.jpg",
        "claims 2,000 rows and has 80 and a proper end: the rest is of one colour, as in browsers",
        lambda: claiming(_plain(), 120, 2_000),
        Look((120, 2_000), ((0.25, 0.01, RED), (0.75, 0.01, GREEN))),
    ),
    failed(
        "jpeg_segment_beyond.jpg",
        "a segment that is longer than the file",
        lambda: b"\xff\xd8\xff\xe1\xff\xff" + _plain()[2:],
        "cut short|damaged",
    ),
    failed("jpeg_only_start.jpg", "three bytes", lambda: b"\xff\xd8\xff", "cut short|damaged"),
    failed(
        "jpeg_all_ff.jpg",
        "nothing but 0xFF behind the start",
        lambda: b"\xff\xd8" + b"\xff" * 5_000,
        "cut short|damaged",
    ),
)


def _black_quarter() -> Image.Image:
    image = Image.new("L", (120, 80), 255)
    image.paste(0, (0, 0, 60, 40))
    return image
