"""The newest picture of some folders: names of screenshots are long, and mistyped."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from opsin.paths.reading.opened import Entry
from opsin.paths.reading.opening import list_folder, open_file
from opsin.paths.reading.refused import ReadRefused, Reason, shown
from opsin.paths.reading.roots import Roots

HEAD_BYTES = 1_024
FRESH_S = 10.0
"""Seconds for which a file that was changed may still be on its way."""

_MOST_LOOKED_AT = 200
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".avif", ".heic"})

IsPicture = Callable[[bytes], bool]
"""Tells from a file's first kilobyte whether it is a picture."""


@dataclass(frozen=True, slots=True)
class _Found:
    folder: str
    file: Entry

    @property
    def path(self) -> str:
        return os.path.join(self.folder, self.file.name)  # noqa: PTH118 - text, as it goes to be opened


def newest_picture(
    folders: Sequence[str],
    given: str,
    roots: Roots,
    is_picture: IsPicture,
    now: Callable[[], float] = time.time,
) -> str:
    """Give the path of the picture that was changed last; hidden files and links do not count.

    An empty file that has a picture's ending and was made just now counts: it is about to be filled.

    Args:
        folders: Absolute paths. Where there are several, those that cannot be listed are passed over.
        given: The path as it was given, for errors.
        roots: Where they have to lie.
        is_picture: Tells a picture by its beginning.
        now: The time, in seconds since 1970.

    Raises:
        ReadRefused: the one folder cannot be listed, or there is no picture.
    """
    files = []
    for folder in folders:
        try:
            listed = list_folder(folder, given, roots)
        except ReadRefused:
            if len(folders) == 1:
                raise
            continue
        files += [_Found(listed.real, file) for file in listed.files if not file.name.startswith(".")]
    files.sort(key=lambda one: (-one.file.changed, one.file.name))
    for one in files[:_MOST_LOOKED_AT]:
        if _counts(one, given, roots, is_picture, now()):
            return one.path
    raise _no_picture(folders, given)


def _counts(one: _Found, given: str, roots: Roots, is_picture: IsPicture, now: float) -> bool:
    if one.file.size == 0:
        fresh = now - one.file.changed < FRESH_S
        return fresh and PurePath(one.file.name).suffix.lower() in _PICTURES
    try:
        opened = open_file(one.path, given, roots)
    except ReadRefused:
        return False
    try:
        return is_picture(os.read(opened.handle, HEAD_BYTES))
    except OSError:
        return False
    finally:
        os.close(opened.handle)


def _no_picture(folders: Sequence[str], given: str) -> ReadRefused:
    if len(folders) == 1:
        message = f"There is no picture in the folder that {shown(given)} names."
        return ReadRefused(Reason.FILE_NOT_FOUND, message, hint="Name another folder, or a file by its path.")
    return ReadRefused(
        Reason.FILE_NOT_FOUND,
        "There is no picture in Desktop, Pictures, Screenshots or Downloads.",
        hint="Name a folder (latest:FOLDER), or a file by its path.",
    )
