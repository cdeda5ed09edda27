"""Walking through a folder and all below it: which pictures are there, how large, and when they were changed.

Where the system has handles of folders (POSIX), each folder is opened by its handle in the one above, and no link is
followed, so that no name of a file outside is ever seen. Elsewhere a folder that the system places outside is left out.
"""

# A path is text here, as it goes to be opened.
# ruff: noqa: PTH118

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePath

from opsin.local.folder_changes import time_of

PICTURES = frozenset(
    {
        ".jpg",
        ".jpeg",
        ".jpe",
        ".jfif",
        ".png",
        ".webp",
        ".gif",
        ".bmp",
        ".tif",
        ".tiff",
        ".avif",
        ".heic",
        ".heif",
    }
)
SIDECAR = ".json"
MOST_DEPTH = 32
MOST_PICTURES = 500_000
_NOT_ENTERED = frozenset({"node_modules", "__pycache__", "$recycle.bin", "system volume information"})
_FOLDER = (
    os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
)
_BY_HANDLE = os.open in os.supports_dir_fd and os.scandir in os.supports_fd


@dataclass(frozen=True, slots=True)
class Stamp:
    """By what a changed file is told from the same one: its bytes, when it was changed, and when its sidecar was.

    Attributes:
        size: Bytes.
        changed: Nanoseconds since 1970.
        beside: Nanoseconds since 1970 at which the file `NAME.json` was changed; 0 where there is none.
    """

    size: int
    changed: int
    beside: int = 0


@dataclass(frozen=True, slots=True)
class Listed:
    """One folder that was listed.

    Attributes:
        folder: Its path from the root, empty for the root itself.
        pictures: The stamp of each picture in it, by name.
        changed: When the folder itself was changed, in nanoseconds since 1970; 0 where that is not known.
    """

    folder: str
    pictures: dict[str, Stamp]
    changed: int = 0


class Walk:
    """A walk through one root; iterate over it once.

    Args:
        root: The root's path without links.
        is_over: Asked at each folder whether to stop.
        leave_out: Paths of folders that are not entered (opsin's own).
        most: How many pictures are taken.

    Attributes:
        whole: Whether it was walked to its end, once the iteration has ended.
        unlisted: Folders that could not be listed, which says nothing about what is in them.
        too_deep: How many folders lie too deep to be entered.
        beyond: There are more pictures than are taken, so that further folders were left out.
    """

    def __init__(
        self,
        root: str,
        *,
        is_over: Callable[[], bool] = lambda: False,
        leave_out: frozenset[str] = frozenset(),
        most: int = MOST_PICTURES,
    ) -> None:
        self.root = root
        self.whole = False
        self.unlisted: list[str] = []
        self.too_deep = 0
        self.beyond = False
        self._is_over = is_over
        self._leave_out = leave_out
        self._stopped = False
        self._left = most

    def __iter__(self) -> Iterator[Listed]:
        try:
            handle = os.open(self.root, _FOLDER) if _BY_HANDLE else -1
        except OSError:
            self.unlisted.append("")
        else:
            yield from self._below("", handle, 0)
        self.whole = not self._stopped

    def _below(self, folder: str, handle: int, depth: int) -> Iterator[Listed]:
        """List a folder, then those in it, the one changed last first. It closes the handle."""
        try:
            if self._is_over():
                self._stopped = True
                return
            if self._left <= 0:
                self.beyond = True
                return
            listed, inner = self._list(folder, handle)
            if listed is None:
                self.unlisted.append(folder)
                return
            self._left -= len(listed.pictures)
            yield listed
            if depth >= MOST_DEPTH:
                self.too_deep += len(inner)
                return
            for name, _ in sorted(inner, key=lambda one: -one[1]):
                if self._stopped:
                    return
                path = os.path.join(folder, name)
                if os.path.join(self.root, path) in self._leave_out:
                    continue
                try:
                    opened = os.open(name, _FOLDER, dir_fd=handle) if _BY_HANDLE else -1
                except OSError:
                    self.unlisted.append(path)
                    continue
                yield from self._below(path, opened, depth + 1)
        finally:
            if handle >= 0:
                os.close(handle)

    def _list(self, folder: str, handle: int) -> tuple[Listed | None, list[tuple[str, int]]]:
        found: dict[str, Stamp] = {}
        beside: dict[str, int] = {}
        inner: list[tuple[str, int]] = []
        place = handle if _BY_HANDLE else os.path.join(self.root, folder)
        if not _BY_HANDLE and not self._holds(str(place)):
            return None, []
        changed = time_of(place)
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    if entry.name.startswith("."):
                        continue
                    try:
                        self._take(entry, found, beside, inner)
                    except OSError:
                        # It went meanwhile.
                        continue
        except OSError:
            return None, []
        stamped = {
            name: Stamp(stamp.size, stamp.changed, beside.get(f"{name}{SIDECAR}", 0))
            for name, stamp in found.items()
        }
        return Listed(folder, stamped, changed), inner

    @staticmethod
    def _take(
        entry: "os.DirEntry[str]",
        found: dict[str, Stamp],
        beside: dict[str, int],
        inner: list[tuple[str, int]],
    ) -> None:
        if entry.is_dir(follow_symlinks=False):
            if entry.name.casefold() not in _NOT_ENTERED:
                inner.append((entry.name, entry.stat(follow_symlinks=False).st_mtime_ns))
            return
        ending = PurePath(entry.name).suffix.lower()
        if ending not in PICTURES and ending != SIDECAR:
            return
        if not entry.is_file(follow_symlinks=False):
            return
        told = entry.stat(follow_symlinks=False)
        if ending == SIDECAR:
            beside[entry.name] = told.st_mtime_ns
        elif told.st_size:
            found[entry.name] = Stamp(told.st_size, told.st_mtime_ns)

    def _holds(self, path: str) -> bool:
        """Whether a folder lies in the root, whatever links there are in its way."""
        real = os.path.realpath(path)
        key = os.path.normcase
        return (
            sys.platform != "win32"
            or key(real) == key(self.root)
            or key(real).startswith(key(self.root + os.sep))
        )
