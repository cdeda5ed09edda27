"""From what a caller names to the bytes of an image: a file of this machine, or an id of a sheet."""

import os
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from opsin.errors import OpsinError
from opsin.paths.output import working_folder
from opsin.paths.reading.local_file import Kinds, read_local
from opsin.paths.reading.newest import HEAD_BYTES
from opsin.paths.reading.refused import ReadRefused, Reason, shown
from opsin.paths.reading.roots import Roots, allowed_roots
from opsin.pixels.container import is_cut_short
from opsin.pixels.extras import missing
from opsin.pixels.sniff import Format, describe, sniff_file
from opsin.services import Services, output_root, state_folder
from opsin.settings import Settings
from opsin.store.ids import parse_id
from opsin.threads import FILES
from opsin.vision.refused import Code, VisionRefused

OpenId = Callable[[Services, str], Awaitable[tuple[str, bytes]]]
"""Gives what an id such as s3:4 is shown as, and the bytes of its picture."""

_ID = re.compile(r"[\s`'\"(\[]*s(?:[0-9]+|[a-p][a-z2-7]{12}):[0-9]+[\s`'\")\]]*", re.IGNORECASE)
_END_OF_JPEG = b"\xff\xd9"
_TAIL = 65_536
_KINDS = "PNG, JPEG, WebP, GIF, BMP, TIFF, AVIF, ICO, HEIC and PDF can be looked at."
_HINTS = {
    "SVG": "It is a drawing in text: read it as text, or render it to PNG first.",
    "HTML": "It is a web page, perhaps saved in place of a picture: save the picture itself, or a screenshot.",
    "a Git LFS pointer": "The picture itself was not fetched: run `git lfs pull`.",
    "text": "Read it as text.",
    "JSON": "Read it as text.",
    "XML": "Read it as text.",
}


@dataclass(frozen=True, slots=True)
class Source:
    """An image as it was found.

    Attributes:
        shown: The file's real path, or the id.
        data: Its bytes, of a format that is decoded.
        note: What else is to be known of the file, a sentence; empty for nothing.
    """

    shown: str
    data: bytes
    note: str = ""


async def open_source(
    services: Services, given: str, open_id: OpenId | None, *, roots: Roots | None = None
) -> Source:
    """Open what a caller names.

    Args:
        services: The settings and the store.
        given: A path in any form, an id such as s3:4, or `latest:FOLDER`.
        open_id: Opens ids; None where there are none to open.
        roots: The folders whose images may be read; those of the settings where None.

    Raises:
        VisionRefused: it cannot be opened, or is no image; its code says why.
        UnknownId, ExpiredId: the id names no cell, or no longer does.
        OpsinError: nothing of an id's picture could be had.
    """
    settings = services.settings
    most = settings.vision_max_bytes
    if open_id is not None and _ID.fullmatch(given):
        name, data = await open_id(services, str(parse_id(given)))
        source = Source(name, data)
        if len(data) > most:
            raise VisionRefused(
                Code.FILE_TOO_LARGE,
                f"The picture of {name} has {len(data):,} bytes; at most {most:,} are read.",
                hint="Raise OPSIN_VISION_MAX_BYTES, or choose another cell.",
            )
    else:
        try:
            found = await read_local(
                given,
                await FILES.run(roots_of, settings) if roots is None else roots,
                max_bytes=most,
                kinds=Kinds(is_picture, ends_early),
            )
        except ReadRefused as refusal:
            raise VisionRefused(
                _code(refusal.reason), refusal.message, hint=refusal.hint, outside=refusal.outside
            ) from refusal
        source = Source(found.shown, found.data, found.note)
    refuse_other_types(source)
    return source


def roots_of(settings: Settings) -> Roots:
    """The folders whose images may be read, as the settings say. It blocks."""
    cwd = working_folder()
    try:
        home = Path.home()
    except RuntimeError:
        home = cwd or Path(os.sep)
    try:
        output = output_root(settings)[0].root
    except OpsinError:
        output = Path(settings.output_dir)
    return allowed_roots(settings, state_folder(settings), output, home, cwd)


def is_picture(head: bytes) -> bool:
    """Whether a file's first kilobyte begins a picture; a document is none."""
    return sniff_file(head) not in {None, Format.PDF}


def ends_early(data: bytes) -> bool:
    """Whether the end of a picture is missing, as far as its structure tells."""
    kind = sniff_file(data[:HEAD_BYTES])
    if kind is None:
        return False
    return _END_OF_JPEG not in data[-_TAIL:] if kind is Format.JPEG else is_cut_short(data, kind)


def refuse_other_types(source: Source, *, lacking: Callable[[Format], str] = missing) -> None:
    """Check by its bytes that it is an image which can be decoded here.

    Args:
        source: What was found.
        lacking: Gives the line that installs what a format takes, where it is not there.

    Raises:
        VisionRefused: it is something else, or takes a package that is not installed.
    """
    head = source.data[:HEAD_BYTES]
    name = shown(source.shown)
    kind = sniff_file(head)
    if kind is None:
        what = describe(head)
        raise VisionRefused(
            Code.UNSUPPORTED_TYPE,
            f"{name} is no picture: it holds {what}, whatever its name ends in.",
            hint=f"{_HINTS[what]} {_KINDS}" if what in _HINTS else _KINDS,
        )
    if line := lacking(kind):
        raise VisionRefused(
            Code.UNSUPPORTED_TYPE,
            f"{name} is {kind.label}, which takes a package that is not installed.",
            hint=f"Install it: {line}",
        )


def _code(reason: Reason) -> Code:
    return Code.VISION_ERROR if reason is Reason.UNREADABLE else Code(reason.value)
