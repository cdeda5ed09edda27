"""Why the file of the index cannot be used, and what its user can do about it."""

import errno
import os
import sqlite3
from pathlib import Path

from opsin.errors import StoreError

REBUILD = "`opsin index --rebuild` makes it anew"

_LET = "Give the user who runs opsin the right to write to it and to {folder}, or set OPSIN_STATE_DIR to another folder."
_HELD = "is held by another program", "Try again in a moment."
_DAMAGED = "is damaged", f"{REBUILD}; nothing but the time for that is lost."
_SHUT = "cannot be written or opened by the user who runs opsin", _LET
_SAID = {
    sqlite3.SQLITE_FULL: ("cannot be written: its disk is full", "Free some space on the disk of {folder}."),
    sqlite3.SQLITE_BUSY: _HELD,
    sqlite3.SQLITE_LOCKED: _HELD,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_READONLY: _SHUT,
    sqlite3.SQLITE_PERM: _SHUT,
    sqlite3.SQLITE_CANTOPEN: _SHUT,
    sqlite3.SQLITE_IOERR: (
        "could not be read or written by the disk",
        f"See whether {{folder}} has space left and its disk is well; if so, {REBUILD}.",
    ),
}
"""What a code of SQLite (https://www.sqlite.org/rescode.html) comes to, and what helps."""


def trouble_with(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """The error for what SQLite or the system said of the file.

    Args:
        path: The file.
        error: What was said.
    """
    cause, hint = _cause(path, error)
    return StoreError(f"The index of local pictures, {path}, {cause}.", hint=hint)


def _cause(path: Path, error: sqlite3.Error | OSError) -> tuple[str, str]:
    if path.is_symlink() and not path.exists():
        return "is a link to a file that is not there", f"Delete the link, or {REBUILD}."
    if path.is_dir():
        return "is a folder", "Move it away: the index is a file of that name."
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _SAID:
        cause, remedy = _SAID[code]
        return cause, remedy.format(folder=path.parent)
    if not isinstance(error, OSError):
        return f"cannot be used ({type(error).__name__}: {error})", f"If that stays so, {REBUILD}."
    if error.errno in {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}:
        cause, remedy = _SAID[sqlite3.SQLITE_FULL]
    else:
        why = os.strerror(error.errno) if error.errno else type(error).__name__
        cause, remedy = f"cannot be opened ({why})", _LET
    return cause, remedy.format(folder=path.parent)
