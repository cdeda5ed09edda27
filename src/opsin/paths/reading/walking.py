"""Opening a file by handle, folder by folder from a root, where the system has handles of folders (POSIX).

No link is followed by the system. One that stands in the way is read, and where it leads is judged like any path. So
there is no moment between a check and an opening in which a link could be put there: whatever is opened hangs below a
handle of a root.
"""

# pathlib knows no folder handles.
# ruff: noqa: PTH118, PTH208

import errno
import os
import stat
from dataclasses import dataclass

from opsin.paths.reading.like_names import nearest, twin
from opsin.paths.reading.opened import MOST_NAMES, Folder, Opened, files_of, kind_of
from opsin.paths.reading.refused import endless, not_a_file, not_allowed, not_found, unreadable
from opsin.paths.reading.roots import Root, Roots

_MOST_LINKS = 40
_TRIES = 5
_FOLDER = (
    getattr(os, "O_PATH", os.O_RDONLY)
    | getattr(os, "O_DIRECTORY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
_LISTED = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_FILE = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
"""A pipe that was put in the place of a file would keep whoever opens it waiting."""

_SWAPPED = frozenset({errno.ELOOP, errno.EMLINK, errno.ENOTDIR, errno.ENOENT, errno.ENXIO})


@dataclass(frozen=True, slots=True)
class _Link:
    target: str


def open_file(path: str, given: str, roots: Roots) -> Opened:
    """Open a regular file in the roots for reading.

    Args:
        path: Its absolute path.
        given: The path as it was given, for errors.
        roots: Where it has to lie.

    Raises:
        ReadRefused: it lies outside, is not there, or is no file.
        OSError: the system does not give it.
    """
    return _follow(path, given, roots, folder=False)


def list_folder(path: str, given: str, roots: Roots) -> Folder:
    """List the regular files of a folder in the roots.

    Raises:
        ReadRefused, OSError: as for `open_file`.
    """
    opened = _follow(path, given, roots, folder=True)
    try:
        handle = os.open(".", _LISTED, dir_fd=opened.handle)
    finally:
        os.close(opened.handle)
    try:
        return Folder(opened.real, files_of(handle))
    finally:
        os.close(handle)


def _follow(path: str, given: str, roots: Roots, *, folder: bool) -> Opened:
    for _ in range(_MOST_LINKS):
        place = roots.place(path)
        if place is None:
            raise not_allowed(given, roots.note)
        found = _walk(*place, given, folder=folder)
        if isinstance(found, Opened):
            return found
        path = found.target
    raise endless(given)


def _walk(root: Root, parts: tuple[str, ...], given: str, *, folder: bool) -> Opened | _Link:
    """Go from a root along the names; where one of them is a link, say where all of it leads."""
    if not parts and not folder:
        raise not_a_file(given, "a folder")
    handle, real = os.open(root.real, _FOLDER), root.real
    try:
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            step = _step(handle, part, given, folder=folder or not last)
            if isinstance(step, _Link):
                return _Link(os.path.join(real, step.target, *parts[number + 1 :]))
            os.close(handle)
            handle, real = step.handle, os.path.join(real, step.real)
        held, handle = handle, -1
        return Opened(held, real)
    finally:
        if handle >= 0:
            os.close(handle)


def _step(above: int, name: str, given: str, *, folder: bool) -> Opened | _Link:
    """Open one name of a folder. What is swapped while it is looked at is looked at again."""
    for _ in range(_TRIES):
        try:
            mode = os.stat(name, dir_fd=above, follow_symlinks=False).st_mode
            if stat.S_ISLNK(mode):
                return _Link(os.readlink(name, dir_fd=above))
            _refuse_other(mode, given, folder=folder)
            handle = os.open(name, _FOLDER if folder else _FILE, dir_fd=above)
        except FileNotFoundError:
            name = _meant(above, name, given)
        except OSError as error:
            # A link that is none any more cannot be read as one (EINVAL).
            if error.errno not in _SWAPPED | {errno.EINVAL}:
                raise
        else:
            try:
                _refuse_other(os.fstat(handle).st_mode, given, folder=folder)
            except BaseException:
                os.close(handle)
                raise
            return Opened(handle, name)
    raise unreadable(given, "is put in another place again and again", "Call again in a moment.")


def _refuse_other(mode: int, given: str, *, folder: bool) -> None:
    if folder and not stat.S_ISDIR(mode):
        raise not_found(given)
    if not folder and not stat.S_ISREG(mode):
        raise not_a_file(given, kind_of(mode))


def _meant(above: int, name: str, given: str) -> str:
    """The name in the folder that looks the same as one that is not there.

    Raises:
        ReadRefused: there is none.
    """
    try:
        handle = os.open(".", _LISTED, dir_fd=above)
    except OSError:
        raise not_found(given) from None
    try:
        names = os.listdir(handle)[:MOST_NAMES]
    finally:
        os.close(handle)
    found = twin(name, names)
    if found is None:
        raise not_found(given, nearest(name, names)) from None
    return found
