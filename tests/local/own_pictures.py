"""Pictures as people have them, small, and an index over their folder."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from PIL import ExifTags, Image, ImageDraw

from opsin.local.asked import read_query
from opsin.local.database import IndexFile
from opsin.local.entry import entry_of
from opsin.local.folders import Folders, folders_of
from opsin.local.index import LocalIndex, Read
from opsin.local.searching import Found
from opsin.local.sidecars import Beside
from opsin.local.survey import Survey
from opsin.pixels.metadata import Metadata
from opsin.pixels.sniff import Format
from opsin.settings import Settings, load_settings

NOW = 1_770_000_000
"""2026-02-02 02:40 UTC."""


def jpeg(
    colour: tuple[int, int, int] = (200, 30, 30),
    size: tuple[int, int] = (64, 48),
    *,
    exif: Mapping[int, object] | None = None,
    xmp: bytes = b"",
) -> bytes:
    """A JPEG of one colour with a mark in it, so that no two colours are one picture."""
    image = Image.new("RGB", size, colour)
    ImageDraw.Draw(image).rectangle((4, 4, 4 + colour[0] % 20, 4 + colour[1] % 20), fill=(250, 250, 250))
    tags = Image.Exif()
    for tag, value in (exif or {}).items():
        tags[tag] = value
    file = BytesIO()
    image.save(file, "JPEG", exif=tags, **({"xmp": xmp} if xmp else {}))
    return file.getvalue()


def camera_exif() -> dict[int, object]:
    """What a camera writes."""
    return {ExifTags.Base.Make: "Opsin", ExifTags.Base.Model: "Eye 7"}


def put(folder: Path, name: str, data: bytes, *, changed: float = NOW) -> Path:
    """Write a file with a time."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (changed, changed))
    return path


def settings_for(folder: Path, *dirs: Path, **more: str) -> Settings:
    """Settings whose state lies in a folder."""
    return load_settings(
        {
            "OPSIN_LOCAL_DIRS": os.pathsep.join(map(str, dirs)),
            "OPSIN_STATE_DIR": str(folder / "state"),
            "OPSIN_OUTPUT_DIR": str(folder / "out"),
            "OPSIN_LOCAL_OCR": "no",
            **more,
        },
        folder / "none.toml",
    )


def index_over(folder: Path, *dirs: Path, clock: float | None = None) -> LocalIndex:
    """An index over folders, in a file of the test."""
    file = IndexFile(folder / "state" / "local.db")
    found: Folders = folders_of(settings_for(folder, *dirs))
    return LocalIndex(file, found) if clock is None else LocalIndex(file, found, clock=lambda: clock)


def read_as(
    index: LocalIndex,
    name: str,
    *,
    colours: Mapping[str, float] | None = None,
    text: str = "",
    beside: Beside | None = None,
    **said: object,
) -> None:
    """Have the index know of a picture what its file would say, without decoding one."""
    from opsin.local.index_words import index_text

    row = next(row for row in index.waiting(1_000) if row.name == name)
    survey = Survey(Format.PNG, 640, 480, False, Metadata(**said), colours or {})  # type: ignore[arg-type]
    index.put([Read(row, row.stamp, entry_of(row.relative, row.stamp, survey, beside))])
    if text:
        index.put_text(row, index_text(text))


def ask(index: LocalIndex, text: str, *, most: int = 20, after: int = 0) -> Found:
    """Ask the index in words."""
    return index.search(read_query(text, datetime.fromtimestamp(NOW, UTC)), most=most, after=after)


def names(found: Found) -> list[str]:
    """The names of the files that were found."""
    return [match.row.name for match in found.matches]
