"""What is no picture, or a picture and something else at once."""

import gzip
import struct
import zipfile
from io import BytesIO

from tests.corpus.hand_jpeg import segment
from tests.corpus.piece import Piece, failed, right
from tests.pixels.pictures import quarters, saved

_SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'


def _jpeg() -> bytes:
    return saved(quarters(), "JPEG", quality=92)


def _ftyp(brand: bytes, *more: bytes) -> bytes:
    body = b"ftyp" + brand + bytes(4) + b"".join(more)
    return struct.pack(">I", len(body) + 4) + body + bytes(500)


def _zipped(front: bytes = b"") -> bytes:
    target = BytesIO(front)
    with zipfile.ZipFile(target, "a") as archive:
        archive.writestr(zipfile.ZipInfo("a.txt"), "text")
    return target.getvalue()


def _commented_html() -> bytes:
    """A JPEG whose first segment is a page, for a browser that guesses."""
    data = _jpeg()
    return data[:2] + segment(0xFE, b"--><html><body><script>alert(1)</script><!--") + data[2:]


def _jpeg_with_pdf() -> bytes:
    data = _jpeg()
    return (
        data[:2]
        + segment(0xFE, b"%PDF-1.4\n1 0 obj\n<<>>\nstream\n")
        + data[2:]
        + b"\nendstream\nendobj\ntrailer\n%%EOF"
    )


PIECES: tuple[Piece, ...] = (
    right("jpeg_is_html.jpg", "a JPEG that is a page too", _commented_html),
    right("jpeg_is_pdf.jpg", "a JPEG that is a PDF too", _jpeg_with_pdf),
    right("png_is_zip.png", "a PNG that is an archive too", lambda: _zipped(saved(quarters()))),
    failed(
        "gif_is_script.gif",
        "a GIF that is a script",
        lambda: b"GIF89a=1/*" + bytes(20) + b"*/;alert(1)//",
        "cut short|damaged|at most",
    ),
    failed(
        "gif_is_script_large.gif",
        "a GIF that is a script, by its screen",
        lambda: b"GIF89a/*" + bytes(20) + b"*/=1;alert(1)",
        "cut short|damaged|at most",
    ),
    failed(
        "html_is_jpeg.jpg", "a page with a JPEG behind it", lambda: b"\n<html>" + _jpeg(), "The file is HTML"
    ),
    failed(
        "pdf_is_jpeg.pdf",
        "a PDF with a JPEG behind its head",
        lambda: b"%PDF-1.4\n" + _jpeg(),
        "The file is PDF",
    ),
    failed("space_is_jpeg.jpg", "a JPEG behind white space", lambda: b"  \n" + _jpeg(), "not a picture"),
    failed("page.html", "HTML", lambda: b"<!DOCTYPE html><html><body>404</body></html>", "The file is HTML"),
    failed(
        "page_with_mark.html",
        "HTML behind a byte-order mark",
        lambda: b"\xef\xbb\xbf<html></html>",
        "The file is HTML",
    ),
    failed("drawing.svg", "SVG", lambda: _SVG, "The file is SVG"),
    failed(
        "drawing_xml.svg",
        "SVG behind an XML head",
        lambda: b"<?xml version='1.0'?><!-- a -->" + _SVG,
        "The file is SVG",
    ),
    failed("feed.xml", "XML", lambda: b"<?xml version='1.0'?><rss/>", "The file is XML"),
    failed("text.pdf", "PDF", lambda: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "The file is PDF"),
    failed(
        "drawing.eps",
        "EPS",
        lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n" + b"%x\n" * 20_000,
        "The file is PostScript",
    ),
    failed(
        "drawing_dos.eps",
        "EPS with a preview",
        lambda: b"\xc5\xd0\xd3\xc6" + bytes(60),
        "The file is PostScript",
    ),
    failed("packed.gz", "gzip", lambda: gzip.compress(_jpeg(), mtime=0), "The file is gzip data"),
    failed("packed.zip", "ZIP", _zipped, "The file is a ZIP archive"),
    failed("photo.heic", "HEIC", lambda: _ftyp(b"heic", b"mif1", b"heic"), "The file is HEIC"),
    failed("photo.heif", "HEIF of no stated coding", lambda: _ftyp(b"mif1", b"miaf"), "The file is HEIC"),
    failed("film.mp4", "MP4", lambda: _ftyp(b"isom", b"mp42"), r"The file is a video \(MP4\)"),
    failed("film.webm", "WebM", lambda: b"\x1a\x45\xdf\xa3" + bytes(90), r"The file is a video \(WebM\)"),
    failed(
        "film.avi",
        "AVI",
        lambda: b"RIFF" + struct.pack("<I", 90) + b"AVI " + bytes(90),
        r"The file is a video \(AVI\)",
    ),
    failed(
        "sound.wav",
        "WAV",
        lambda: b"RIFF" + struct.pack("<I", 90) + b"WAVE" + bytes(90),
        "data of an unknown kind",
    ),
    failed(
        "photo.jxl",
        "JPEG XL in its container",
        lambda: b"\0\0\0\x0cJXL \r\n\x87\n" + bytes(60),
        "The file is JPEG XL",
    ),
    failed("photo_bare.jxl", "JPEG XL, bare", lambda: b"\xff\x0a" + bytes(60), "The file is JPEG XL"),
    failed(
        "photo.jp2", "JPEG 2000", lambda: b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(60), "The file is JPEG 2000"
    ),
    failed("photo.j2k", "JPEG 2000, bare", lambda: b"\xff\x4f\xff\x51" + bytes(60), "The file is JPEG 2000"),
    failed("photo.psd", "Photoshop", lambda: b"8BPS\0\1" + bytes(60), "The file is a Photoshop file"),
    failed("photo.pcx", "PCX, which is not decoded", lambda: saved(quarters(), "PCX"), "not a picture"),
    failed("photo.tga", "TGA, which is not decoded", lambda: saved(quarters(), "TGA"), "not a picture"),
    failed("photo.ppm", "PPM, which is not decoded", lambda: saved(quarters(), "PPM"), "not a picture"),
    failed("photo.dds", "DDS, which is not decoded", lambda: saved(quarters(), "DDS"), "not a picture"),
    failed("photo.mng", "MNG", lambda: b"\x8aMNG\r\n\x1a\n" + bytes(60), "data of an unknown kind"),
    failed("program.elf", "a program", lambda: b"\x7fELF" + bytes(60), "data of an unknown kind"),
    failed("type.woff2", "a font", lambda: b"wOF2" + bytes(60), "The file is a font"),
    failed("answer.json", "JSON", lambda: b'{"error": "not found"}', "The file is JSON"),
    failed("words.txt", "text", lambda: b"Not found", "The file is text"),
    failed(
        "pointer.txt",
        "a Git LFS pointer",
        lambda: b"version https://git-lfs.github.com/spec/v1\n",
        "The file is a Git LFS pointer",
    ),
    failed("empty", "nothing", bytes, "The file is empty"),
    failed("one_byte", "one byte", lambda: b"\0", "data of an unknown kind"),
    failed("zeros", "zeros", lambda: bytes(5_000), "data of an unknown kind"),
    failed("white_space", "white space", lambda: b" \n" * 2_000, "The file is white space"),
    failed(
        "noise",
        "other bytes",
        lambda: bytes(value * 167 & 0xFF for value in range(3_000)),
        "data of an unknown kind",
    ),
)
