import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.pixels.sniff import Format, NotAPicture, describe, refuse_no_picture, sniff
from tests.pixels.pictures import STILLS


@pytest.mark.parametrize("name", STILLS)
def test_every_format_is_told_from_its_first_64_bytes(name: str) -> None:
    assert sniff(STILLS[name]()[:64]) is Format(name)


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"", "nothing"),
        (b"  \n ", "white space"),
        (b"<!DOCTYPE html><html>", "HTML"),
        (b"\xef\xbb\xbf\n <HTML><head>", "HTML"),
        (b"\n<html>\xff\xd8\xff\xe0", "HTML"),
        (b'<?xml version="1.0"?>\n<!-- made by -->\n<svg xmlns="x">', "SVG"),
        (b"<svg viewBox='0 0 1 1'>", "SVG"),
        (b"<?xml version='1.0'?><Error><Code>AccessDenied</Code>", "XML"),
        (b'{"error": "not found"}', "JSON"),
        (b"Not found", "text"),
        (b"%PDF-1.7", "PDF"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"),
        (b"\0\0\0\x18ftypisom\0\0\0\0isomiso2", "a video (MP4)"),
        (b"\xff\x0a\xfa", "JPEG XL"),
        (b"%!PS-Adobe-3.0 EPSF-3.0", "PostScript"),
        (b"\x1f\x8b\x08\0", "gzip data"),
        (b"\x00\x01\x02\x03", "data of an unknown kind"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
    ],
)
def test_what_is_refused_is_named(head: bytes, name: str) -> None:
    assert describe(head) == name


@pytest.mark.parametrize(
    "head", [b"BM and other words", b"RIFF\0\0\0\0WAVEfmt ", b"\0\0\x01\0\0\0", b"GIF90a"]
)
def test_what_only_begins_like_a_picture_is_none(head: bytes) -> None:
    assert sniff(head) is None


@given(st.binary(max_size=200))
def test_any_bytes_have_a_description(head: bytes) -> None:
    assert describe(head)


def test_extension_and_media_type() -> None:
    assert (Format.JPEG.extension, Format.JPEG.mime) == (".jpg", "image/jpeg")
    assert (Format.AVIF.extension, Format.AVIF.mime) == (".avif", "image/avif")


def test_what_is_no_picture_is_refused_by_name() -> None:
    refuse_no_picture(STILLS["png"]()[:64], "host.example")
    with pytest.raises(NotAPicture, match=r"host\.example sent HTML instead of a picture") as caught:
        refuse_no_picture(b"<!doctype html>", "host.example")
    assert caught.value.what == "HTML"
