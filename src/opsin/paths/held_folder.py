"""A folder that is held open while a file is put into it: whole, under a new name, or not at all.

The bytes go into a temporary file in the same folder, which then gets its final name in one step that fails
where the name is taken. So nobody ever sees half a file under a final name, and nothing is overwritten.
"""

# pathlib knows no folder handles.
# ruff: noqa: PTH102, PTH104, PTH105, PTH116, PTH208

import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from opsin.paths.folder_lock import folder_lock
from opsin.paths.renaming import rename_new

_TEMPORARY = (".opsin-", ".part")
_LOCK = "lock".join(_TEMPORARY)
_CLAIM_SECONDS = 1.0
"""A claim is held for the time of one renaming."""

_LEFT_OVER_SECONDS = 86_400.0
_NO_LINKS = frozenset(
    {errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL}
)
_BY_HANDLE = {os.open, os.link, os.mkdir, os.unlink, os.rename, os.stat} <= os.supports_dir_fd and (
    os.listdir in os.supports_fd
)
_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)


class HeldFolder:
    """An open folder. Where the system allows it, all work goes through its handle and not through its path.

    A path may be led elsewhere between a check and its use, by a link put in the place of a folder. A handle
    cannot.

    Args:
        path: The folder, without links in it.
        within: A folder above it, or itself: from there on no link is followed, whenever it was put there.
        link: Gives a file a second name, and fails where that is taken; some file systems have none.
        rename: Gives a file of a folder another name, and fails where that is taken; few file systems cannot.
    """

    def __init__(
        self,
        path: Path,
        *,
        within: Path | None = None,
        link: Callable[..., None] | None = None,
        rename: Callable[..., None] = rename_new,
    ) -> None:
        self.path = path
        self._within = path if within is None else within
        self._link = link or getattr(os, "link", None)
        self._rename = rename
        self._handle: int | None = None

    def __enter__(self) -> Self:
        if sys.platform != "win32" and _BY_HANDLE:
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
            handle = os.open(self._within, flags)
            for part in self.path.relative_to(self._within).parts:
                above = handle
                try:
                    handle = os.open(part, flags, dir_fd=above)
                finally:
                    os.close(above)
            self._handle = handle
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def alone(self, seconds: float) -> AbstractContextManager[bool]:
        """Hold the folder's lock among programs; gives whether it is held within the time."""
        return folder_lock(self.path, self._handle, _LOCK, seconds=seconds)

    def make_folder(self, name: str) -> None:
        """Make a folder in it, where nothing has the name."""
        with suppress(FileExistsError):
            os.mkdir(self._at(name), **self._dir("dir_fd"))

    def names(self) -> list[str]:
        """Return the names of everything in it."""
        return os.listdir(self.path if self._handle is None else self._handle)

    def read(self, name: str, *, size: int) -> bytes | None:
        """Return the bytes of a plain file that has exactly that size, or None."""
        try:
            found = os.stat(self._at(name), follow_symlinks=False, **self._dir("dir_fd"))
            if not stat.S_ISREG(found.st_mode) or found.st_size != size:
                return None
            # What is a pipe by now would keep whoever opens it waiting.
            flags = os.O_RDONLY | _PLAIN | getattr(os, "O_NONBLOCK", 0)
            with os.fdopen(os.open(self._at(name), flags, **self._dir("dir_fd")), "rb") as file:
                if not os.path.samestat(found, os.fstat(file.fileno())):
                    return None
                data = file.read(size + 1)
        except OSError:
            return None
        return data if len(data) == size else None

    def write_temporary(self, data: bytes) -> str:
        """Write a temporary file and return its name; nothing is left of it when that fails."""
        name = f"{_TEMPORARY[0]}{secrets.token_hex(8)}{_TEMPORARY[1]}"
        handle = self._create(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
        except BaseException:
            self.remove(name)
            raise
        return name

    def publish(self, temporary: str, name: str) -> None:
        """Give a temporary file its final name.

        Raises:
            FileExistsError: the name is taken; the temporary file stays.
        """
        if os.name == "nt":
            # Renaming onto a name that is taken fails there.
            os.rename(self._at(temporary), self._at(name))
            return
        try:
            self._give_second_name(temporary, name)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            self._rename_or_claim(temporary, name)
        else:
            self.remove(temporary)

    def _give_second_name(self, temporary: str, name: str) -> None:
        if self._link is None:
            raise OSError(errno.ENOSYS, "this system has no links")
        self._link(self._at(temporary), self._at(name), **self._dir("src_dir_fd"), **self._dir("dst_dir_fd"))

    def _rename_or_claim(self, temporary: str, name: str) -> None:
        """Rename in one step where the system can; else claim the name among the programs of opsin.

        The claim is a temporary file of its own, so that a kill at any moment leaves nothing under the final name.
        """
        if self._handle is not None:
            try:
                self._rename(temporary, name, folder=self._handle)
            except OSError as error:
                if error.errno not in _NO_LINKS:
                    raise
            else:
                return
        mark = sha256(name.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:16]
        claim = f"{_TEMPORARY[0]}{mark}{_TEMPORARY[1]}"
        self._claim(claim)
        try:
            if name in self.names():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)
            os.rename(
                self._at(temporary), self._at(name), **self._dir("src_dir_fd"), **self._dir("dst_dir_fd")
            )
        finally:
            self.remove(claim)

    def _claim(self, claim: str) -> None:
        """Make the file that stands for a claim. One that is not given up soon is of a process that was killed."""
        while True:
            try:
                os.close(self._create(claim))
            except FileExistsError:
                with suppress(FileNotFoundError):
                    made = os.stat(self._at(claim), follow_symlinks=False, **self._dir("dir_fd")).st_mtime
                    if not 0 <= time.time() - made < _CLAIM_SECONDS:
                        self.remove(claim)
                time.sleep(0.02)
            else:
                return

    def stamp(self, name: str) -> tuple[int, int] | None:
        """Return size and time of change (nanoseconds) of a plain file, or None."""
        try:
            found = os.stat(self._at(name), follow_symlinks=False, **self._dir("dir_fd"))
        except OSError:
            return None
        return (found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None

    def replace(self, temporary: str, name: str) -> None:
        """Put a temporary file in the place of a file that may be overwritten, in one step."""
        os.replace(self._at(temporary), self._at(name), **self._dir("src_dir_fd"), **self._dir("dst_dir_fd"))

    def remove(self, name: str) -> None:
        """Remove a file if it is there."""
        try:
            os.unlink(self._at(name), **self._dir("dir_fd"))
        except FileNotFoundError:
            return

    def sweep(self, *, now: float | None = None) -> None:
        """Remove temporary files that a process which was killed left a day or more ago."""
        before = (time.time() if now is None else now) - _LEFT_OVER_SECONDS
        for name in self.names():
            if is_temporary(name):
                try:
                    if (
                        os.stat(self._at(name), follow_symlinks=False, **self._dir("dir_fd")).st_mtime
                        < before
                    ):
                        self.remove(name)
                except OSError:
                    continue

    def _create(self, name: str) -> int:
        return os.open(
            self._at(name), os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN, 0o666, **self._dir("dir_fd")
        )

    def _at(self, name: str) -> str:
        return name if self._handle is not None else str(self.path / name)

    def _dir(self, parameter: str) -> dict[str, Any]:
        return {} if self._handle is None else {parameter: self._handle}


def is_temporary(name: str) -> bool:
    """Say whether a file is one that is being written, or that was when its process was killed."""
    return name.startswith(_TEMPORARY[0]) and name.endswith(_TEMPORARY[1])
