"""What a picture's file says of the picture: title, caption, keywords, who made it, when, with what, under which terms.

It is read from EXIF, IPTC-IIM, XMP and the text fields of PNG. All of it is outside text: cleaned and short.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import ExifTags, Image

from opsin.pixels import iptc, xmp
from opsin.pixels.notes import as_text
from opsin.pixels.opening import quiet
from opsin.text import clean

TEXT_CHARACTERS = 1_000
NAME_CHARACTERS = 200
MOST_KEYWORDS = 64
KEYWORD_CHARACTERS = 80

_BASE = ExifTags.Base
_TIFF_IPTC, _TIFF_XMP = 33_723, 700
_XP = {"title": 0x9C9B, "comment": 0x9C9C, "creator": 0x9C9D, "subject": 0x9C9E}
"""The fields that Windows writes, in UTF-16 (learn.microsoft.com/windows/win32/wic)."""

_DATE = re.compile(
    r"(?P<year>[12][0-9]{3})[-:]?(?P<month>[01][0-9])[-:]?(?P<day>[0-3][0-9])"
    r"(?:[T ](?P<hour>[0-2][0-9]):?(?P<minute>[0-5][0-9]):?(?P<second>[0-5][0-9]))?"
)


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a file says of its picture; empty where it says nothing.

    Attributes:
        caption: All descriptions and comments, one after the other.
        rights: The copyright line, as it stands.
        licence_url: The address of a licence that the file states, as it stands.
        place: Names of places. A position is not read.
        taken: `YYYY-MM-DDThh:mm:ss` in the local time of who took it, or the day alone.
        camera: Make and model of what took it.
        software: The program that made or changed it.
    """

    title: str = ""
    caption: str = ""
    keywords: tuple[str, ...] = ()
    creator: str = ""
    rights: str = ""
    licence_url: str = ""
    place: str = ""
    taken: str = ""
    camera: str = ""
    software: str = ""


def read_metadata(image: Image.Image) -> Metadata:
    """Read the metadata of an opened picture. Damaged metadata gives less, never an error."""
    found: dict[str, list[str]] = {}
    for source in (_from_exif, _from_iptc, _from_xmp, _from_text):
        try:
            with quiet():
                for name, value in source(image):
                    found.setdefault(name, []).append(value)
        except Exception:  # noqa: BLE001, S112 - damaged metadata raises anything, and is no reason to refuse the picture
            continue

    def first(*names: str, most: int = NAME_CHARACTERS) -> str:
        values = (clean(value, most) for name in names for value in found.get(name, ()))
        return next(filter(None, values), "")

    captions = [
        clean(one, TEXT_CHARACTERS) for one in (*found.get("description", ()), *found.get("headline", ()))
    ]
    keywords = (
        clean(part, KEYWORD_CHARACTERS) for one in found.get("subject", ()) for part in re.split("[;,]", one)
    )
    dates = (day_and_time(value) for name in ("original", "date", "changed") for value in found.get(name, ()))
    return Metadata(
        title=first("title"),
        caption=clean(" ".join(dict.fromkeys(filter(None, captions))), TEXT_CHARACTERS),
        keywords=tuple(dict.fromkeys(filter(None, keywords)))[:MOST_KEYWORDS],
        creator=first("creator"),
        rights=first("rights", most=TEXT_CHARACTERS),
        licence_url=first("license", "statement"),
        place=clean(", ".join(dict.fromkeys(found.get("place", ()))), NAME_CHARACTERS),
        taken=next(filter(None, dates), ""),
        camera=first("camera"),
        software=first("software", "tool"),
    )


def day_and_time(text: str) -> str:
    """A date as EXIF, IPTC or XMP write it, as `YYYY-MM-DDThh:mm:ss` or the day alone; empty where it is none."""
    from datetime import datetime

    match = _DATE.match(text.strip())
    if match is None:
        return ""
    parts = [int(part) for part in match.groups("0")]
    try:
        told = datetime(*parts).isoformat(timespec="seconds")  # type: ignore[arg-type]  # noqa: DTZ001
    except ValueError:
        return ""
    return told if match["hour"] else told[:10]


def _from_exif(image: Image.Image) -> Iterator[tuple[str, str]]:
    exif = image.getexif()
    detail = exif.get_ifd(ExifTags.IFD.Exif)
    maker, model = (as_text(exif.get(tag, "")).strip("\0 ") for tag in (_BASE.Make, _BASE.Model))
    yield "camera", model if model.lower().startswith(maker.lower()) else f"{maker} {model}"
    yield "original", as_text(detail.get(_BASE.DateTimeOriginal, ""))
    yield "changed", as_text(exif.get(_BASE.DateTime, ""))
    for name, tag in _XP.items():
        value = exif.get(tag, b"")
        if isinstance(value, bytes):
            text = value[: 2 * TEXT_CHARACTERS].decode("utf-16-le", "replace").strip("\0 ")
            yield ("description" if name == "comment" else name), text
    yield "description", as_text(exif.get(_BASE.ImageDescription, ""))
    yield "description", as_text(detail.get(_BASE.UserComment, ""))
    yield "creator", as_text(exif.get(_BASE.Artist, ""))
    yield "rights", as_text(exif.get(_BASE.Copyright, ""))
    yield "software", as_text(exif.get(_BASE.Software, ""))


def _from_iptc(image: Image.Image) -> Iterator[tuple[str, str]]:
    blocks = image.info.get("photoshop")
    data = blocks.get(iptc.RESOURCE) if isinstance(blocks, Mapping) else None
    tags: Any = getattr(image, "tag_v2", None)
    data = data or (tags.get(_TIFF_IPTC) if tags is not None else None)
    if isinstance(data, bytes):
        yield from _flat(iptc.read_iptc(data))


def _from_xmp(image: Image.Image) -> Iterator[tuple[str, str]]:
    tags: Any = getattr(image, "tag_v2", None)
    packet: Any = image.info.get("xmp") or image.info.get("XML:com.adobe.xmp")
    packet = packet or (tags.get(_TIFF_XMP) if tags is not None else None)
    if isinstance(packet, str):
        packet = packet.encode("utf-8", "replace")
    if isinstance(packet, bytes):
        yield from _flat(xmp.read_xmp(packet))


def _from_text(image: Image.Image) -> Iterator[tuple[str, str]]:
    names = {
        "Title": "title",
        "Author": "creator",
        "Description": "description",
        "Comment": "description",
        "comment": "description",
        "Copyright": "rights",
        "Creation Time": "date",
        "Software": "software",
        "Keywords": "subject",
        # Image generators write what they were asked for under this one.
        "parameters": "description",
    }
    for key, name in names.items():
        if key in image.info:
            yield name, as_text(image.info[key])


def _flat(values: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    return ((name, value) for name, found in values.items() for value in found)
