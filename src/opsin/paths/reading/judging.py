"""Opening a file first, and judging then where the open one lies: for systems without handles of folders (Windows).

The system says which file a handle belongs to, whatever its path leads to by now. Nothing is read from one that lies
outside.
"""

# A path is text here: it is judged as text, and compared as text with what the system says.
# ruff: noqa: PTH112, PTH116, PTH118, PTH208

import os
import stat
from collections.abc import Callable

from opsin.paths.reading.like_names import nearest, twin
from opsin.paths.reading.opened import MOST_NAMES, Folder, Opened, files_of, kind_of
from opsin.paths.reading.refused import not_a_file, not_allowed, not_found
from opsin.paths.reading.roots import Roots

_FILE = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOINHERIT", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
)

FinalName = Callable[[int], str]
"""Gives the path without links of an open file, as the system knows it."""


def open_file(path: str, given: str, roots: Roots, final_name: FinalName) -> Opened:
    """Open a regular file in the roots for reading.

    Args:
        path: Its absolute path.
        given: The path as it was given, for errors.
        roots: Where it has to lie.
        final_name: Tells where an open file lies.

    Raises:
        ReadRefused: it lies outside, is not there, or is no file.
        OSError: the system does not give it.
    """
    target = _target(path, given, roots)
    _refuse_outside(os.path.realpath(target), given, roots)
    try:
        handle = os.open(target, _FILE)
    except OSError as error:
        _refuse_other(_mode(target), given)
        if isinstance(error, FileNotFoundError | NotADirectoryError):
            raise not_found(given) from None
        raise
    try:
        real = final_name(handle)
        _refuse_outside(real, given, roots)
        _refuse_other(os.fstat(handle).st_mode, given)
    except BaseException:
        os.close(handle)
        raise
    return Opened(handle, real)


def list_folder(path: str, given: str, roots: Roots) -> Folder:
    """List the regular files of a folder in the roots. Each is judged when it is opened.

    Raises:
        ReadRefused, OSError: as for `open_file`.
    """
    target = _target(path, given, roots)
    real = os.path.realpath(target)
    _refuse_outside(real, given, roots)
    if not os.path.isdir(real):
        raise not_found(given)
    return Folder(real, files_of(real))


def _target(path: str, given: str, roots: Roots) -> str:
    """The path with the names that are there, where one of them only looks the same as the one that was given."""
    place = roots.place(path)
    if place is None:
        raise not_allowed(given, roots.note)
    root, parts = place
    target = root.real
    for part in parts:
        following = os.path.join(target, part)
        if not os.path.lexists(following):
            following = os.path.join(target, _meant(target, part, given, roots))
        target = following
    return target


def _meant(folder: str, name: str, given: str, roots: Roots) -> str:
    _refuse_outside(os.path.realpath(folder), given, roots)
    try:
        names = os.listdir(folder)[:MOST_NAMES]
    except OSError:
        raise not_found(given) from None
    found = twin(name, names)
    if found is None:
        raise not_found(given, nearest(name, names)) from None
    return found


def _refuse_outside(real: str, given: str, roots: Roots) -> None:
    if not roots.holds(real):
        raise not_allowed(given, roots.note)


def _mode(path: str) -> int:
    """What a path leads to, where opening it failed; as for a file where that cannot be said."""
    try:
        return os.stat(path).st_mode
    except OSError:
        return stat.S_IFREG


def _refuse_other(mode: int, given: str) -> None:
    if not stat.S_ISREG(mode):
        raise not_a_file(given, kind_of(mode))
