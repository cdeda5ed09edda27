"""The copies of a client's file that `opsin install` keeps beside it: never more than two.

One is the file as it was before opsin first changed it, which later changes leave alone; the other is the file as it
was before the last change. When opsin is taken out and the file is as it was again, the first says nothing more and
goes.
"""

from dataclasses import dataclass
from pathlib import Path

from opsin.cli.files import write

_FIRST = ".before-opsin.bak"
_LAST = ".before-last-change.bak"


@dataclass(frozen=True, slots=True)
class Kept:
    """Where the copies are.

    Attributes:
        first: The file as it was before opsin first changed it; None where there is no such copy.
        last: The file as it was before this change; None where that is the first one, or there was no file.
        restored: Whether the file is, byte for byte, as it was before opsin first changed it.
    """

    first: Path | None = None
    last: Path | None = None
    restored: bool = False


def first_of(file: Path) -> bytes | None:
    """The bytes that a file had before opsin first changed it; None where no copy says so."""
    return _bytes_of(_beside(file, _FIRST))


def copies_of(file: Path) -> list[bytes]:
    """The bytes of each copy of a file that is kept, the first one first."""
    found = (_bytes_of(_beside(file, ending)) for ending in (_FIRST, _LAST))
    return [one for one in found if one is not None]


def keep(file: Path, before: bytes, mode: int, *, puts_in: bool) -> Kept:
    """Keep what a file holds, before it is changed.

    Args:
        file: The file, no link.
        before: Its bytes.
        mode: Its permissions.
        puts_in: Whether opsin is put into it, and not taken out.

    Raises:
        PathRefused: the copy cannot be written.
    """
    first = _beside(file, _FIRST)
    if puts_in and not first.exists():
        return Kept(first=write(first, before, mode=mode))
    last = write(_beside(file, _LAST), before, mode=mode)
    return Kept(first if first.exists() else None, last)


def without_first(file: Path, kept: Kept) -> Kept:
    """Let go of the first copy, the file being the same again."""
    _beside(file, _FIRST).unlink(missing_ok=True)
    return Kept(None, kept.last, restored=True)


def _bytes_of(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)
