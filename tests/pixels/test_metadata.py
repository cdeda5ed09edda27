"""What files say of their pictures, in whichever place they say it."""

from io import BytesIO

import pytest
from PIL import ExifTags, Image
from PIL.PngImagePlugin import PngInfo

from opsin.pixels.limits import ORIGINAL_LIMITS
from opsin.pixels.metadata import MOST_KEYWORDS, Metadata, day_and_time, read_metadata
from opsin.pixels.opening import open_picture
from tests.local.own_pictures import jpeg
from tests.pixels.test_iptc import dataset
from tests.pixels.test_xmp import packet


def said(data: bytes) -> Metadata:
    return read_metadata(open_picture(data, ORIGINAL_LIMITS)[0])


def test_exif() -> None:
    found = said(
        jpeg(
            exif={
                ExifTags.Base.ImageDescription: "A café in Lisbon".encode().decode("latin-1"),
                ExifTags.Base.Artist: "Ada Berg",
                ExifTags.Base.Copyright: "© Ada Berg, all rights reserved",
                ExifTags.Base.Make: "Opsin",
                ExifTags.Base.Model: "Opsin Eye 7",
                ExifTags.Base.DateTime: "2025:03:01 10:20:30",
                0x9C9B: "A title".encode("utf-16-le"),
                0x9C9E: "coffee;morning".encode("utf-16-le"),
            }
        )
    )
    assert (found.title, found.creator, found.camera) == ("A title", "Ada Berg", "Opsin Eye 7")
    assert (found.taken, found.keywords) == ("2025-03-01T10:20:30", ("coffee", "morning"))
    assert "all rights reserved" in found.rights
    assert "caf" in found.caption


def test_xmp_and_iptc() -> None:
    xmp = packet(
        "<dc:title>Panda</dc:title><cc:license rdf:resource='https://creativecommons.org/licenses/by/4.0/'/>"
    )
    found = said(jpeg(xmp=xmp))
    assert (found.title, found.licence_url) == ("Panda", "https://creativecommons.org/licenses/by/4.0/")
    block = dataset(25, b"bridge") + dataset(90, b"Porto")
    size = len(block).to_bytes(4, "big")
    photoshop = b"".join([b"Photoshop 3.0\0", b"8BIM\x04\x04\0\0", size, block, b"\0" * (len(block) % 2)])
    plain = jpeg()
    segment = b"\xff\xed" + (len(photoshop) + 2).to_bytes(2, "big") + photoshop
    found = said(plain[:2] + segment + plain[2:])
    assert (found.keywords, found.place) == (("bridge",), "Porto")


def test_text_fields_of_png() -> None:
    info = PngInfo()
    info.add_text("Title", "A window")
    info.add_text("Author", "Noor")
    info.add_text("parameters", "a red panda, oil on canvas")
    file = BytesIO()
    Image.new("RGB", (8, 8)).save(file, "PNG", pnginfo=info)
    found = said(file.getvalue())
    assert (found.title, found.creator, found.caption) == ("A window", "Noor", "a red panda, oil on canvas")


def test_keywords_have_a_bound_and_nothing_that_cannot_be_seen() -> None:
    words = "".join(f"<rdf:li>w{number}\u202e</rdf:li>" for number in range(60))
    found = said(jpeg(xmp=packet(f"<dc:subject><rdf:Bag>{words}</rdf:Bag></dc:subject>")))
    assert found.keywords == tuple(f"w{number}" for number in range(60))[:MOST_KEYWORDS]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2025:03:01 10:20:30", "2025-03-01T10:20:30"),
        ("2025-03-01T10:20:30+02:00", "2025-03-01T10:20:30"),
        ("20250301", "2025-03-01"),
        ("2025:02:31 10:00:00", ""),
        ("0000:00:00 00:00:00", ""),
        ("yesterday", ""),
    ],
)
def test_dates(text: str, expected: str) -> None:
    assert day_and_time(text) == expected


def test_damaged_exif_gives_less_and_no_error() -> None:
    data = jpeg(exif={ExifTags.Base.Artist: "Ada", ExifTags.Base.Copyright: "x" * 200})
    at = data.index(b"Exif\0\0") + 14
    assert isinstance(said(data[:at] + b"\xff" * 40 + data[at + 40 :]), Metadata)
