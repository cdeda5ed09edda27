"""What a file is, told from its first bytes.

Only formats of the list in `Format` are ever given to a decoder; everything else is refused by name. The
signatures are those of the formats' own specifications.
"""

import re
from enum import StrEnum

from opsin.errors import PictureError

HEAD_BYTES = 64


class NotAPicture(PictureError):
    """Somebody sent something else than a picture.

    Args:
        message: Who sent what.
        what: What it is in a word, as `describe` says.
    """

    def __init__(self, message: str, *, what: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.what = what


class Format(StrEnum):
    """The formats that opsin decodes; HEIC and PDF only in files of this machine, with an optional package each."""

    JPEG = "jpeg"
    PNG = "png"
    WEBP = "webp"
    GIF = "gif"
    AVIF = "avif"
    BMP = "bmp"
    TIFF = "tiff"
    ICO = "ico"
    HEIC = "heic"
    PDF = "pdf"

    @property
    def extension(self) -> str:
        """The file name's extension, with its dot."""
        return ".jpg" if self is Format.JPEG else f".{self.value}"

    @property
    def mime(self) -> str:
        """The media type as IANA registers it."""
        other = {Format.ICO: "image/vnd.microsoft.icon", Format.PDF: "application/pdf"}
        return other.get(self, f"image/{self.value}")

    @property
    def label(self) -> str:
        """The name as people write it."""
        return "WebP" if self is Format.WEBP else self.value.upper()


_SIGNATURES = (
    (b"\xff\xd8\xff", Format.JPEG),
    (b"\x89PNG\r\n\x1a\n", Format.PNG),
    (b"GIF87a", Format.GIF),
    (b"GIF89a", Format.GIF),
    (b"II*\0", Format.TIFF),
    (b"MM\0*", Format.TIFF),
    (b"II+\0", Format.TIFF),
    (b"MM\0+", Format.TIFF),
)
_BMP_HEADER_SIZES = frozenset({12, 16, 40, 52, 56, 64, 108, 124})
_AVIF_BRANDS = frozenset({b"avif", b"avis"})
_HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})

_PDF = b"%PDF-"

# Formats that are told by name when they are refused.
_OTHERS = (
    (_PDF, "PDF"),
    (b"\0\0\0\x0cJXL \r\n\x87\n", "JPEG XL"),
    (b"\xff\x0a", "JPEG XL"),
    (b"\0\0\0\x0cjP  \r\n", "JPEG 2000"),
    (b"\xff\x4f\xff\x51", "JPEG 2000"),
    (b"%!PS", "PostScript"),
    (b"\xc5\xd0\xd3\xc6", "PostScript"),
    (b"8BPS", "a Photoshop file"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "gzip data"),
    (b"\x1a\x45\xdf\xa3", "a video (WebM)"),
    (b"FLV\x01", "a video (FLV)"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"version https://git-lfs", "a Git LFS pointer"),
)
# Read in this order, at the start of the text in lower case.
_TEXTS = tuple(
    (re.compile(pattern, re.DOTALL), name)
    for pattern, name in (
        (rb"\Z", "white space"),
        (rb"<svg|<!doctype svg|(?:<\?xml|<!--|<!doctype).*<svg", "SVG"),
        (
            rb"<(?:!doctype html|html|head|body|script|style|title|meta|table|div|p|br|h1|a|iframe|!--)\b",
            "HTML",
        ),
        (rb".*<html", "HTML"),
        (rb"<", "XML"),
        (rb"[{\[][^\0]*\Z", "JSON"),
        (rb"[^\0-\x08\x0e-\x1f]+\Z", "text"),
    )
)


def sniff(head: bytes) -> Format | None:
    """Tell the format from the first 64 bytes; None where it is not one that is taken from the web."""
    for signature, found in _SIGNATURES:
        if head.startswith(signature):
            return found
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return Format.WEBP
    if head[4:8] == b"ftyp" and _AVIF_BRANDS & _brands(head):
        return Format.AVIF
    if head[:2] == b"BM" and int.from_bytes(head[14:18], "little") in _BMP_HEADER_SIZES:
        return Format.BMP
    if head[:4] == b"\0\0\1\0" and 0 < int.from_bytes(head[4:6], "little") <= 256:  # noqa: PLR2004 - a sane count of icons
        return Format.ICO
    return None


def sniff_file(head: bytes) -> Format | None:
    """Do what `sniff` does for a file of this machine, which may be HEIC or PDF as well."""
    if head.startswith(_PDF):
        return Format.PDF
    if head[4:8] == b"ftyp" and not _AVIF_BRANDS & _brands(head) and _HEIF_BRANDS & _brands(head):
        return Format.HEIC
    return sniff(head)


def describe(head: bytes) -> str:
    """Say in a word or two what the bytes are, for an error; a kilobyte of them tells SVG from other XML."""
    known = sniff(head)
    if known is not None:
        return known.label
    if not head:
        return "nothing"
    for signature, name in _OTHERS:
        if head.startswith(signature):
            return name
    if head[4:8] == b"ftyp":
        return "HEIC" if _HEIF_BRANDS & _brands(head) else "a video (MP4)"
    if head[:4] == b"RIFF" and head[8:12] == b"AVI ":
        return "a video (AVI)"
    return _describe_text(head)


def refuse_no_picture(head: bytes, host: str) -> None:
    """Check the first 64 bytes of a file.

    Args:
        head: The bytes.
        host: Who sent them, for the error.

    Raises:
        NotAPicture: they do not begin a picture of a format that is decoded.
    """
    if sniff(head) is None:
        what = describe(head)
        raise NotAPicture(f"{host} sent {what} instead of a picture.", what=what)


def _brands(head: bytes) -> set[bytes]:
    """The major and the compatible brands of an ISO base media file's first box (ISO/IEC 14496-12)."""
    end = min(int.from_bytes(head[:4], "big"), len(head))
    return {head[8:12], *(head[start : start + 4] for start in range(16, end, 4))}


def _describe_text(head: bytes) -> str:
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    return next((name for pattern, name in _TEXTS if pattern.match(text)), "data of an unknown kind")
