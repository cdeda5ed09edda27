"""Pictures with colour profiles: wide, of inks, of grey, of the wrong kind, broken and huge."""

from PIL import Image

from tests.corpus.hand_icc import ADOBE_RGB, DISPLAY_P3, cmyk_profile, grey_profile, rgb_profile
from tests.corpus.piece import Colour, Look, Piece, right
from tests.pixels.pictures import quarters, saved

_P3 = rgb_profile("Display P3", DISPLAY_P3)
_ADOBE = rgb_profile("Adobe RGB (1998)", ADOBE_RGB)


def _plain(kind: str, colour: Colour, profile: bytes) -> bytes:
    options = {"lossless": True} if kind == "WEBP" else {"quality": 95} if kind in {"JPEG", "AVIF"} else {}
    return saved(Image.new("RGB", (40, 40), colour), kind, icc_profile=profile, **options)


def _one(colour: Colour, tolerance: int = 10) -> Look:
    return Look((40, 40), ((0.5, 0.5, colour),), tolerance)


def _inks(colour: tuple[int, int, int, int]) -> bytes:
    """Paper is white, and every ink is a green that no ink has."""
    return saved(
        Image.new("CMYK", (40, 40), colour),
        "JPEG",
        quality=95,
        icc_profile=cmyk_profile("inks", (100, 0, 0), (60, -60, 50)),
    )


def _greys(mode: str, profile: bytes) -> bytes:
    return saved(
        Image.new(mode, (40, 40), 128 if mode == "L" else (128, 128, 128)), "PNG", icc_profile=profile
    )


# sRGB red is (234, 51, 35) in Display P3 and (219, 0, 0) in Adobe RGB.
PIECES: tuple[Piece, ...] = (
    *(
        right(
            f"profile_p3.{kind.lower()}",
            f"Display P3 in {kind}",
            lambda kind=kind: _plain(kind, (234, 51, 35), _P3),  # type: ignore[misc]  # the kind of now
            _one((255, 0, 0), 14),
        )
        for kind in ("JPEG", "PNG", "WEBP", "AVIF", "TIFF")
    ),
    right("profile_adobe.png", "Adobe RGB", lambda: _plain("PNG", (219, 0, 0), _ADOBE), _one((255, 0, 0))),
    right(
        "profile_cmyk_paper.jpg",
        "CMYK with a profile: paper",
        lambda: _inks((0, 0, 0, 0)),
        _one((255, 255, 255)),
    ),
    right(
        "profile_cmyk_ink.jpg",
        "CMYK with a profile: ink",
        lambda: _inks((255, 0, 0, 0)),
        _one((0, 169, 50), 24),
    ),
    right(
        "profile_grey.png",
        "grey with a profile of another curve",
        lambda: _greys("L", grey_profile("linear", 1.0)),
        _one((188, 188, 188)),
    ),
    right(
        "profile_grey_on_rgb.png",
        "a profile of grey on RGB: passed over",
        lambda: _greys("RGB", grey_profile("linear", 1.0)),
        _one((128, 128, 128), 2),
    ),
    right(
        "profile_rgb_on_grey.png",
        "a profile of RGB on grey: passed over",
        lambda: _greys("L", _P3),
        _one((128, 128, 128), 2),
    ),
    right(
        "profile_cmyk_on_rgb.png",
        "a profile of inks on RGB: passed over",
        lambda: _greys("RGB", cmyk_profile("inks", (100, 0, 0), (0, 0, 0))),
        _one((128, 128, 128), 2),
    ),
    right(
        "profile_broken.jpg",
        "a profile of other bytes: passed over",
        lambda: _plain("JPEG", (234, 51, 35), b"no profile at all"),
        _one((234, 51, 35)),
    ),
    right(
        "profile_cut.jpg",
        "a profile that is cut short: passed over",
        lambda: _plain("JPEG", (234, 51, 35), _P3[:200]),
        _one((234, 51, 35)),
    ),
    right(
        "profile_lying.png",
        "a profile whose tags lie beyond it: passed over",
        lambda: _plain("PNG", (234, 51, 35), _beyond()),
        _one((234, 51, 35)),
    ),
    right(
        "profile_many_tags.png",
        "a profile of four thousand million tags: passed over",
        lambda: _plain("PNG", (234, 51, 35), _P3[:128] + b"\xff" * 4 + _P3[132:]),
        _one((234, 51, 35)),
    ),
    right(
        "profile_huge.jpg",
        "a profile of five megabytes: passed over",
        lambda: _plain("JPEG", (234, 51, 35), _P3 + bytes(5_000_000)),
        _one((234, 51, 35)),
    ),
    right(
        "profile_srgb_name.png",
        "a wide profile that calls itself sRGB: believed",
        lambda: _plain("PNG", (234, 51, 35), rgb_profile("sRGB", DISPLAY_P3)),
        _one((234, 51, 35), 2),
    ),
    right(
        "profile_p3_turned.jpg",
        "Display P3 on the four quarters, whose greys stay",
        lambda: saved(quarters(), "JPEG", quality=95, icc_profile=_P3),
        Look(spots=((0.75, 0.75, (240, 240, 240)),)),
    ),
)


def _beyond() -> bytes:
    data = bytearray(_P3)
    for entry in range(int.from_bytes(data[128:132], "big")):
        data[132 + 12 * entry + 4 : 132 + 12 * entry + 8] = b"\x7f\xff\xff\0"
    return bytes(data)
