"""AVIFs: every depth, turned by its own boxes, in tiles, animated, and sizes that are not to be believed."""

import struct
from base64 import b85decode

from PIL import Image

from tests.corpus.hand_avif import Item, box, coded, full, hand_avif, ispe
from tests.corpus.piece import GREY_QUARTERS, LIGHT_GROUND, QUARTERS, Look, Piece, failed, four, right
from tests.pixels.pictures import BLUE, GREEN, RED, WHITE, animation, quarters, saved, turned

# The quarters in 60x40 pixels with 10 and with 12 bits to a channel, which Pillow reads and cannot write.
_TEN_BITS = (
    "0000WW^{RQVRmU|00000VRmU|ZE0pPZE0a<O+hh10002%ZDn*}000000000XXk=`10000000000aA{+7000000000000000000004sdC7Z2$l"
    "O000310016oY;R)#0000)000310RR910RR926951JN&o-=C~0YKW&i*H00031000_kZf0cy000000RRADb}%tRZ)|UJ00000YH4tCZ~y=ROKE"
    "UpZvX%Q6lrsCWdHyG00000JOBUyC;$Ke5O8UDX#fBK00RmN3IG5A3}JRLLxCVb000006Ju{|a&BX6cmM(b0ssbp0000NX>e^}000000000100"
    "9I60)qqq002^LWMOm?0162>6?>h$2nZTLGCM`!n87drJb(ZM<lO6sqActNV)R-e{>JH&`{k?1CLiUK#Y94|@2Sx+Tcps})o#$UDpHPOXr%wrfB"
)
_TWELVE_BITS = (
    "0000SW^{RQVRmU|00000VRmU|ZE0pPZE0a<0002%ZDn*}000000000XXk=`10000000000aA{+7000000000000000000004sdC7Z2$lO0003"
    "10016oY;R)#0000)000310RR910RR924*&oFP5=M^C~0YKW&i*H00031000_kZf0cy000000RRADb}%tRZ)|UJ00000YH4tCZ~y=ROKEUpZvX"
    "%Q6lrsCWdHyG00000JOBUyC;$Ke5O8UDX#fBK00RsR3;+NC3}JRLLxDhG000006Ju{|a&BX6cmM(b0ssbp0000NX>e^}0000000001009I60)"
    "qqq0035PWMOm?0163M6?>hn0s;nzGCxJ&n87drJb(cJ<lN^_Vk*a=o%KQMeJAR!nJ>OtxJ-A#MIyS>;>f&wvLb{FrrfX%eOB!YGNmZyCW=q}C;"
)
_DEEP = Look(size=(60, 40), tolerance=20)
_DAMAGED = "cut short|damaged"


def _plain(**options: object) -> bytes:
    return saved(quarters(), "AVIF", **{"quality": 92, **options})


def _clear() -> bytes:
    image = quarters().convert("RGBA")
    image.paste((0, 0, 0, 0), (60, 40, 120, 80))
    return saved(image, "AVIF", quality=92)


def _one(*more: bytes, size: tuple[int, int] = (120, 80), image: Image.Image | None = None) -> bytes:
    pixels, properties = coded(image or quarters())
    return hand_avif([Item(b"av01", pixels, [ispe(*size), *properties, *more])])


def _turned_by_boxes() -> bytes:
    """Stored with its left side up, and mirrored: a quarter turn and a mirror put it right."""
    stored = quarters().transpose(Image.Transpose.FLIP_LEFT_RIGHT).transpose(Image.Transpose.ROTATE_270)
    return _one(box(b"irot", b"\1"), box(b"imir", b"\1"), size=(80, 120), image=stored)


def _grid(output: tuple[int, int], columns: int = 2, rows: int = 2) -> bytes:
    """Four pictures of one colour, put together."""
    tiles = [coded(Image.new("RGB", (64, 64), colour)) for colour in (RED, GREEN, BLUE, WHITE)]
    grid = bytes([0, 0, rows - 1, columns - 1]) + struct.pack(">HH", *output)
    whole = Item(b"grid", grid, [ispe(*output), *tiles[0][1][1:]], {b"dimg": [2, 3, 4, 5]})
    return hand_avif(
        [whole, *(Item(b"av01", pixels, [ispe(64, 64), *properties]) for pixels, properties in tiles)]
    )


def _blank_first() -> bytes:
    return animation("AVIF", [Image.new("RGB", (120, 80), (200, 200, 200)), quarters(), quarters()])


PIECES: tuple[Piece, ...] = (
    *(
        right(
            f"avif_orientation_{value}.avif",
            f"turned as EXIF orientation {value} says",
            lambda value=value: turned(value, "AVIF", quality=92),  # type: ignore[misc]  # the value of now
            Look(orientation=value),
        )
        for value in range(1, 9)
    ),
    right("avif_8_bits.avif", "8 bits", _plain),
    right("avif_444.avif", "chroma at full size", lambda: _plain(subsampling="4:4:4")),
    right(
        "avif_grey.avif",
        "grey",
        lambda: saved(quarters().convert("L"), "AVIF", quality=92),
        Look(spots=GREY_QUARTERS),
    ),
    right("avif_10_bits.avif", "10 bits", lambda: b85decode(_TEN_BITS), _DEEP),
    right("avif_12_bits.avif", "12 bits", lambda: b85decode(_TWELVE_BITS), _DEEP),
    right(
        "avif_alpha.avif",
        "with alpha",
        _clear,
        Look(spots=(*QUARTERS[:3], (0.75, 0.75, LIGHT_GROUND)), has_alpha=True),
    ),
    right(
        "avif_animated.avif",
        "animated",
        lambda: animation("AVIF", [quarters(), quarters().rotate(180)]),
        Look(animated=True),
    ),
    right("avif_blank_first.avif", "animated, a blank first frame", _blank_first, Look(animated=True)),
    right("avif_hand.avif", "boxes written by hand", _one),
    right(
        "avif_boxes.avif", "turned and mirrored by boxes (irot, imir)", _turned_by_boxes, Look(orientation=7)
    ),
    right(
        "avif_grid.avif",
        "four pictures put together (grid)",
        lambda: _grid((128, 128)),
        Look(size=(128, 128), spots=four(RED, GREEN, BLUE, WHITE)),
    ),
    right(
        "avif_lying_size.avif",
        "a size (ispe) that its pixels do not have: stretched to it",
        lambda: _one(size=(1_200, 800)),
        Look((1_200, 800)),
    ),
    failed(
        "avif_animated_cut.avif",
        "animated, cut short in its second frame",
        lambda: animation("AVIF", [quarters(), quarters().rotate(180)])[:-20],
        "cut short",
    ),
    right(
        "avif_trailing.avif", "with a script behind its end", lambda: _plain() + b"<script>alert(1)</script>"
    ),
    right(
        "avif_lying_small.avif",
        "a size (ispe) smaller than that of its pixels: shrunk to it",
        lambda: _one(size=(60, 40)),
        Look((60, 40)),
    ),
    failed(
        "avif_lying_huge.avif",
        "a size (ispe) of 60,000 pixels a side",
        lambda: _one(size=(60_000, 60_000)),
        "at most|damaged",
    ),
    failed(
        "avif_grid_huge.avif",
        "a grid that claims 65,535 pixels a side",
        lambda: _grid((65_535, 65_535)),
        "at most|damaged",
    ),
    failed(
        "avif_grid_short.avif",
        "a grid of nine that has four pictures",
        lambda: _grid((192, 192), 3, 3),
        _DAMAGED,
    ),
    failed("avif_no_item.avif", "without an item", lambda: hand_avif([]), _DAMAGED),
    failed(
        "avif_self.avif",
        "a grid that is made of itself",
        lambda: hand_avif(
            [Item(b"grid", bytes(4) + struct.pack(">HH", 64, 64), [ispe(64, 64)], {b"dimg": [1]})]
        ),
        _DAMAGED,
    ),
    failed("avif_head_only.avif", "the first box alone", lambda: _plain()[:32], _DAMAGED),
    failed(
        "avif_no_pixels.avif",
        "boxes and no data",
        lambda: hand_avif([Item(b"av01", b"", [ispe(120, 80), *coded(quarters())[1]])]),
        _DAMAGED,
    ),
    failed(
        "avif_zeros.avif",
        "zeros for data",
        lambda: hand_avif([Item(b"av01", bytes(400), [ispe(120, 80), *coded(quarters())[1]])]),
        _DAMAGED,
    ),
    failed("avif_deep.avif", "boxes in boxes, 2,000 deep", lambda: _plain()[:32] + _nested(2_000), _DAMAGED),
)


def _nested(depth: int) -> bytes:
    inside = b""
    for _ in range(depth):
        inside = full(b"meta", inside)
    return inside
