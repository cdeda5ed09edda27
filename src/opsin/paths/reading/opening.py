"""Opening what a path leads to, once, in the way that this system is safe in; the system's errors told in ours."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from opsin.paths.reading import judging, walking
from opsin.paths.reading.opened import Folder, Opened
from opsin.paths.reading.refused import Unsettled, endless, invalid, unreadable
from opsin.paths.reading.roots import Roots

_BUSY = frozenset({errno.EBUSY, errno.ETXTBSY, errno.EAGAIN})

if sys.platform == "win32":
    from opsin.paths.reading.final_name import final_name

    def _open_file(path: str, given: str, roots: Roots) -> Opened:
        return judging.open_file(path, given, roots, final_name)

    _list_folder = judging.list_folder
else:
    _open_file = walking.open_file
    _list_folder = walking.list_folder


def open_file(path: str, given: str, roots: Roots) -> Opened:
    """Open a regular file in the roots for reading. A second name of a file (a hard link) is a name like any other.

    Who may give a file a further name in a root may as well write the file there; file systems keep no record of which
    name came first, and tools that save space by such names are common.

    Args:
        path: Its absolute path.
        given: The path as it was given, for errors.
        roots: Where it has to lie.

    Raises:
        ReadRefused: it lies outside, is not there, is no file, or the system does not give it.
    """
    with _told(given):
        return _open_file(path, given, roots)


def list_folder(path: str, given: str, roots: Roots) -> Folder:
    """List the regular files of a folder in the roots.

    Raises:
        ReadRefused: as for `open_file`.
    """
    with _told(given):
        return _list_folder(path, given, roots)


@contextmanager
def _told(given: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise invalid(
                given, "has a name in it that is too long", "Give the path of an image alone."
            ) from error
        if error.errno in _BUSY or (os.name == "nt" and error.errno == errno.EACCES):
            # Windows keeps a file that is being written from others, if its writer asks for that.
            raise Unsettled(given, "is in use by another program") from error
        if error.errno == errno.ELOOP:
            raise endless(given) from error
        words = (error.strerror or type(error).__name__).rstrip(".")
        hint = "Save it again, or copy it into the project folder."
        if error.errno in {errno.EACCES, errno.EPERM}:
            hint = "The user who runs opsin has to be allowed to read it."
        raise unreadable(given, f"cannot be read: {words}", hint) from error
    except ValueError as error:
        raise invalid(
            given, "is none that this system takes", "Give the path as it is on this machine."
        ) from error
