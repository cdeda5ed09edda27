"""What was made of a folder of icon data, kept so that it is made once: packs in a folder of their own."""

import hashlib
import os
import shutil
import tempfile
import time
import weakref
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

_KEPT_DAYS = 7
_DAY = 86_400


def stamp(paths: Iterable[Path], salt: str) -> str:
    """A key for files as they are now: by their paths, sizes and times of change.

    A file that is gone counts as such.
    """
    digest = hashlib.sha256(salt.encode())
    for path in paths:
        try:
            state = path.stat()
            digest.update(
                f"\n{path}\t{state.st_size}\t{state.st_mtime_ns}".encode("utf-8", "surrogateescape")
            )
        except OSError:
            digest.update(f"\n{path}\tgone".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:24]


class FolderCache:
    """The packs made of one state of one folder.

    Two programs may make the same at the same time: each writes beside, then renames.

    Args:
        root: Where caches of all folders are. Where it cannot be written, they go into a temporary folder, which
            lasts as long as this object.
        folder: The folder of icon data.
        key: Its state, as `stamp` gives it.
    """

    def __init__(self, root: Path, folder: Path, key: str) -> None:
        of = hashlib.sha256(os.fsencode(folder)).hexdigest()[:8]
        self._home = root / f"{of}-{key}"
        try:
            self._home.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._home):
                pass
            _remove_old(root, of, self._home)
        except OSError:
            self._home = Path(tempfile.mkdtemp(prefix="opsin-icons-"))
            weakref.finalize(self, shutil.rmtree, self._home, ignore_errors=True)

    def path(self, name: str) -> Path:
        """The path of a pack, whether it is there or not."""
        return self._home / f"{name}.pack"

    def write(self, name: str, data: bytes) -> Path:
        """Keep a pack under a name; whoever reads it meanwhile sees the whole one or none.

        Raises:
            OSError: It cannot be written.
        """
        target = self.path(name)
        with tempfile.NamedTemporaryFile(dir=self._home, suffix=".part", delete=False) as file:
            part = Path(file.name)
            try:
                file.write(data)
                file.close()
                _rename(part, target)
            finally:
                with suppress(OSError):
                    part.unlink(missing_ok=True)
        return target

    def forget(self, name: str) -> None:
        """Remove a pack that turned out damaged."""
        with suppress(OSError):
            self.path(name).unlink(missing_ok=True)


def _rename(part: Path, target: Path) -> None:
    try:
        part.replace(target)
    except PermissionError:
        # On Windows a file that somebody reads cannot be replaced. The one that is there was made of the same.
        if not target.is_file():
            raise


def _remove_old(root: Path, of: str, current: Path) -> None:
    """Remove what was made of earlier states of the folder, unless a program may still read it."""
    oldest = time.time() - _KEPT_DAYS * _DAY
    for other in root.glob(f"{of}-*"):
        with suppress(OSError):
            if other != current and other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)
