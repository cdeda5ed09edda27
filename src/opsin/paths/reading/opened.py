"""What opening brings: a handle and a real path, or the files of a folder."""

import os
import stat
from dataclasses import dataclass
from itertools import islice

MOST_NAMES = 50_000
"""Names of a folder that are looked at."""


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


def files_of(folder: str | int) -> tuple[Entry, ...]:
    """The regular files of a folder, which is a path or an open handle; of very many, not all.

    Raises:
        OSError: it cannot be listed.
    """
    with os.scandir(folder) as entries:
        files = [entry for entry in islice(entries, MOST_NAMES) if entry.is_file(follow_symlinks=False)]
        found = [(entry.name, entry.stat(follow_symlinks=False)) for entry in files]
    return tuple(Entry(name, one.st_mtime, one.st_size) for name, one in found)


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
