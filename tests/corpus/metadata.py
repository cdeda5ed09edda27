"""Pictures whose metadata is damaged, endless, or somebody else's business."""

import struct

from tests.corpus.hand_jpeg import segment
from tests.corpus.hand_png import chunk
from tests.corpus.piece import Look, Piece, failed, right
from tests.pixels.pictures import exif, quarters, saved

_ORIENTATION, _EXIF_POINTER, _GPS_POINTER, _MAKER_NOTE = 0x0112, 0x8769, 0x8825, 0x927C
_SHORT, _LONG, _UNDEFINED = 3, 4, 7


def _block(entries: list[tuple[int, int, int, int]], following: int = 0, tail: bytes = b"") -> bytes:
    """An EXIF block with one directory of tag, type, count and value."""
    body = struct.pack("<2sHIH", b"II", 42, 8, len(entries))
    for tag, kind, count, value in entries:
        body += struct.pack("<HHII", tag, kind, count, value)
    return body + struct.pack("<I", following) + tail


def _with(body: bytes) -> bytes:
    data = saved(quarters(), "JPEG", quality=92)
    return data[:2] + segment(0xE1, b"Exif\0\0" + body) + data[2:]


def _with_xmp(text: str, data: bytes | None = None) -> bytes:
    data = data or saved(quarters(), "JPEG", quality=92)
    return data[:2] + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + text.encode()) + data[2:]


def _xmp(inside: str) -> str:
    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" {inside}/></rdf:RDF></x:xmpmeta>'
    )


def _entities() -> str:
    """Ten entities, each ten times the one before: a thousand million letters, where somebody expands them."""
    lines = ['<!ENTITY a0 "aaaaaaaaaa">']
    lines += [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)]
    return f"<?xml version='1.0'?><!DOCTYPE x [{''.join(lines)}]><x>&a9;</x>"


def _extended_xmp() -> bytes:
    """40 segments of 60 kB, as cameras keep depth maps."""
    data = saved(quarters(), "JPEG", quality=92)
    part = segment(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + bytes(60_000))
    return data[:2] + part * 40 + data[2:]


def _turned_by(body: bytes) -> bytes:
    """A PNG with these bytes for its EXIF."""
    data = saved(quarters())
    return data[:33] + chunk(b"eXIf", body) + data[33:]


def _raw_profile() -> bytes:
    inside = exif(Orientation=1).tobytes()
    text = f"\nexif\n{len(inside):8}\n{inside.hex()}\n".encode()
    data = saved(quarters())
    return data[:33] + chunk(b"tEXt", b"Raw profile type exif\0" + text) + data[33:]


PIECES: tuple[Piece, ...] = (
    right("exif_zeros.jpg", "EXIF of zeros", lambda: _with(bytes(200))),
    right("exif_noise.jpg", "EXIF of other bytes", lambda: _with(bytes(range(256)))),
    right(
        "exif_cut.jpg",
        "EXIF that is cut short",
        lambda: _with(exif(Orientation=6, Make="Maker" * 20).tobytes()[6:30]),
    ),
    right("exif_empty.jpg", "EXIF without a byte", lambda: _with(b"")),
    right(
        "exif_loop.jpg",
        "a directory that points to itself",
        lambda: _with(_block([(_EXIF_POINTER, _LONG, 1, 8), (_GPS_POINTER, _LONG, 1, 8)], following=8)),
    ),
    right(
        "exif_maker_loop.jpg",
        "a maker's note that holds all",
        lambda: _with(_block([(_MAKER_NOTE, _UNDEFINED, 0xFFFFFFFF, 8), (_EXIF_POINTER, _LONG, 1, 8)])),
    ),
    right(
        "exif_many.jpg",
        "5,000 tags",
        lambda: _with(_block([(0xC000 + n % 4_000, _SHORT, 1, n) for n in range(5_000)])),
    ),
    right(
        "exif_counts.jpg",
        "tags of four thousand million values",
        lambda: _with(_block([(0x010E + n, 5, 0xFFFFFFFF, 8) for n in range(50)])),
    ),
    right(
        "exif_long_text.jpg",
        "a description of 60 kB",
        lambda: _with(exif(ImageDescription="word " * 12_000).tobytes()[6:]),
    ),
    right(
        "exif_orientation_0.jpg", "an orientation of 0", lambda: _with(_block([(_ORIENTATION, _SHORT, 1, 0)]))
    ),
    right(
        "exif_orientation_9.jpg", "an orientation of 9", lambda: _with(_block([(_ORIENTATION, _SHORT, 1, 9)]))
    ),
    right(
        "exif_orientation_text.jpg",
        "an orientation that is a text",
        lambda: _with(_block([(_ORIENTATION, 2, 2, 0x36)])),
    ),
    right(
        "exif_orientation_many.jpg",
        "an orientation of many values",
        lambda: _with(_block([(_ORIENTATION, _SHORT, 8, 8)], tail=bytes(40))),
    ),
    right(
        "exif_twice.jpg",
        "two EXIF blocks",
        lambda: (
            _with(_block([(_ORIENTATION, _SHORT, 1, 1)]))[:2]
            + segment(0xE1, b"Exif\0\0" + _block([(_ORIENTATION, _SHORT, 1, 1)]))
            + _with(b"")[2:]
        ),
    ),
    right(
        "exif_place.jpg",
        "a place",
        lambda: _with(_block([(_GPS_POINTER, _LONG, 1, 26)], tail=struct.pack("<HHHII", 1, 1, 2, 2, 0x4E))),
    ),
    right("exif_broken.png", "EXIF of other bytes in a PNG", lambda: _turned_by(bytes(range(256)))),
    right(
        "exif_loop.png",
        "a directory that points to itself in a PNG",
        lambda: _turned_by(_block([(_EXIF_POINTER, _LONG, 1, 8)], following=8)),
    ),
    right("exif_raw_profile.png", "EXIF in a text, as older programs write it", _raw_profile),
    right(
        "exif_broken.webp",
        "EXIF of other bytes in a WebP",
        lambda: saved(quarters(), "WEBP", quality=92, exif=bytes(range(256))),
    ),
    right(
        "xmp_orientation.jpg", "an orientation in XMP only", lambda: _with_xmp(_xmp('tiff:Orientation="1"'))
    ),
    right("xmp_entities.jpg", "XMP with entities of entities", lambda: _with_xmp(_entities())),
    right("xmp_broken.jpg", "XMP that is no XML", lambda: _with_xmp("<x:xmpmeta " * 4_000)),
    right("xmp_extended.jpg", "two megabytes of XMP", _extended_xmp),
    right(
        "iptc_broken.jpg",
        "IPTC of other bytes",
        lambda: (
            saved(quarters(), "JPEG")[:2]
            + segment(0xED, b"Photoshop 3.0\x008BIM\x04\x04" + b"\xff" * 500)
            + saved(quarters(), "JPEG", quality=92)[2:]
        ),
    ),
    failed(
        "adobe_short.jpg",
        "Adobe's marker cut short",
        lambda: (
            saved(quarters(), "JPEG")[:2]
            + segment(0xEE, b"Adobe")
            + saved(quarters(), "JPEG", quality=92)[2:]
        ),
        "damaged",
    ),
    right(
        "exif_turned_small.jpg",
        "upright by EXIF, one pixel high",
        lambda: saved(quarters(2, 2), "JPEG", exif=exif(Orientation=6), quality=95),
        Look((2, 2), (), orientation=6),
    ),
)
