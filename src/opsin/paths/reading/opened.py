"""What opening brings: a handle and a real path, or the files of a folder."""

import stat
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Opened:
    """An open file or folder. Whoever gets it closes it.

    Attributes:
        handle: Its descriptor.
        real: Its path without links.
    """

    handle: int
    real: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A regular file of a folder: its name, when it was changed (seconds since 1970) and its bytes."""

    name: str
    changed: float
    size: int


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder's path without links, and its regular files."""

    real: str
    files: tuple[Entry, ...]


def kind_of(mode: int) -> str:
    """What something is that is no file, in a word or two."""
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    )
    return next((name for test, name in kinds if test(mode)), "something else")
