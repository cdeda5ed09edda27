"""Reading a picture of the user's folders: opened below its root, by handle, and judged on the open file."""

import os
from contextlib import suppress
from dataclasses import dataclass

from opsin.errors import OpsinError
from opsin.local.folders import Folders
from opsin.local.sidecars import MOST_BYTES
from opsin.local.walking import SIDECAR, Stamp
from opsin.paths.reading.opening import open_file
from opsin.paths.reading.refused import ReadRefused, Reason

SETTING = "OPSIN_LOCAL_DIRS"

_MESSAGES = {
    Reason.FILE_NOT_FOUND: "The file is not there any more: it was deleted, moved or renamed.",
    Reason.PATH_NOT_ALLOWED: f"The file is not in one of the folders that {SETTING} names now.",
    Reason.NOT_A_FILE: "Something else stands in the place of the file.",
    Reason.FILE_TOO_LARGE: "The file has more bytes than are read.",
}


class LocalRefused(OpsinError):
    """A picture of the user's folders that could not be read."""

    code = "local-file"

    def __init__(self, reason: Reason) -> None:
        message = _MESSAGES.get(reason, "The file cannot be read.")
        hints = {
            Reason.FILE_NOT_FOUND: "Search again: the index forgets what is gone.",
            Reason.PATH_NOT_ALLOWED: f"Name its folder in {SETTING}.",
        }
        super().__init__(message, hint=hints.get(reason, "Choose another picture."))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class LocalPicture:
    """A picture's file, whole.

    Attributes:
        stamp: As it was when it was read.
        sidecar: The bytes of the file `NAME.json` beside it; empty where there is none, or it was not asked for.
    """

    data: bytes
    stamp: Stamp
    sidecar: bytes = b""


def read_picture(path: str, folders: Folders, *, max_bytes: int, sidecar: bool = False) -> LocalPicture:
    """Read a picture. It blocks.

    Args:
        path: Its absolute path.
        folders: Where it has to lie.
        max_bytes: The largest file that is read.
        sidecar: Read what is beside it, too.

    Raises:
        LocalRefused: it is not there, lies outside, is no file, is too large, or cannot be read.
    """
    try:
        data, size, changed = _read(path, folders, max_bytes)
        beside, told = 0, b""
        if sidecar:
            with suppress(ReadRefused):
                told, _, beside = _read(f"{path}{SIDECAR}", folders, MOST_BYTES)
    except ReadRefused as why:
        raise LocalRefused(why.reason) from why
    return LocalPicture(data, Stamp(size, changed, beside), told)


def _read(path: str, folders: Folders, most: int) -> tuple[bytes, int, int]:
    opened = open_file(path, "", folders.roots)
    try:
        with os.fdopen(opened.handle, "rb") as file:
            told = os.fstat(file.fileno())
            data = file.read(most + 1) if told.st_size <= most else b""
    except OSError as error:
        raise ReadRefused(Reason.UNREADABLE, "It cannot be read.") from error
    if told.st_size > most or len(data) > most:
        raise ReadRefused(Reason.FILE_TOO_LARGE, "It is too large.")
    return data, told.st_size, told.st_mtime_ns
