"""What a picture's metadata says, as a few lines: camera, date, author, copyright, program, whether a place is in it."""

from collections.abc import Iterator, Mapping
from typing import Any

from PIL import ExifTags, Image

from opsin.pixels.opening import quiet
from opsin.text import clean

MAX_NOTES = 16
NOTE_CHARACTERS = 160

_BASE = ExifTags.Base
_EXIF_LINES = (
    ("description", _BASE.ImageDescription),
    ("author", _BASE.Artist),
    ("copyright", _BASE.Copyright),
    ("software", _BASE.Software),
)
_DETAIL_LINES = (
    ("lens", _BASE.LensModel),
    ("date", _BASE.DateTimeOriginal),
    ("comment", _BASE.UserComment),
)

# Keywords of the PNG specification, and the one under which image generators keep their settings.
_TEXT_KEYS = (
    "Title",
    "Author",
    "Description",
    "Copyright",
    "Creation Time",
    "Software",
    "Source",
    "Comment",
    "parameters",
)


def read_notes(image: Image.Image) -> tuple[str, ...]:
    """Read the metadata of an opened picture into "key: value" lines. Outside text, cleaned and short.

    Of a position only that there is one is told. Damaged metadata gives fewer lines, never an error.
    """
    lines: dict[str, str] = {}
    try:
        with quiet():
            for key, value in [*_from_exif(image.getexif()), *_from_text(image.info)]:
                text = clean(as_text(value), NOTE_CHARACTERS)
                if text and text not in lines.values():
                    lines.setdefault(key, text)
    except Exception:  # noqa: BLE001, S110 - damaged metadata raises anything, and is no reason to refuse the picture
        pass
    return tuple(f"{key}: {text}" for key, text in lines.items())[:MAX_NOTES]


def _from_exif(exif: Image.Exif) -> Iterator[tuple[str, Any]]:
    maker, model = as_text(exif.get(_BASE.Make, "")).strip(), as_text(exif.get(_BASE.Model, "")).strip()
    yield "camera", model if model.lower().startswith(maker.lower()) else f"{maker} {model}"
    detail = exif.get_ifd(ExifTags.IFD.Exif)
    for key, tag in _DETAIL_LINES:
        yield key, detail.get(tag, "")
    yield "date", exif.get(_BASE.DateTime, "")
    for key, tag in _EXIF_LINES:
        yield key, exif.get(tag, "")
    position = exif.get_ifd(ExifTags.IFD.GPSInfo)
    if ExifTags.GPS.GPSLatitude in position or ExifTags.GPS.GPSLongitude in position:
        yield "position", "the file says where the picture was taken"


def _from_text(info: Mapping[str | tuple[int, int], Any]) -> Iterator[tuple[str, Any]]:
    for key in _TEXT_KEYS:
        if key in info:
            yield ("generation parameters" if key == "parameters" else key.lower()), info[key]
    yield "comment", info.get("comment", "")


def as_text(value: Any) -> str:
    """A value of EXIF, or of a text field, as text; empty where it is none."""
    if isinstance(value, bytes):
        # A user comment starts with eight bytes that name its encoding.
        return (
            value.removeprefix(b"ASCII\0\0\0")
            .removeprefix(b"UNICODE\0")
            .decode("utf-8", "replace")
            .strip("\0 \ufffd")
        )
    if not isinstance(value, str):
        return ""
    try:
        # EXIF text is ASCII by its standard and UTF-8 in practice; Pillow reads it as Latin-1.
        return value.encode("latin-1").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return value
