"""Roots for tests, and both ways of opening a file in them."""

import os
import sys
from pathlib import Path

import pytest

from opsin.paths.reading import judging, walking
from opsin.paths.reading.opened import Folder, Opened
from opsin.paths.reading.roots import Root, Roots
from opsin.paths.reading.system import System


def roots_at(*folders: Path, base: Path | None = None, home: Path | None = None, note: str = "") -> Roots:
    """Roots with these folders alone."""
    start = folders[0] if base is None else base
    return Roots(
        folders=tuple(Root(str(one), os.path.realpath(one)) for one in folders),
        bases=(str(start),),
        pictures=tuple(map(str, folders)),
        home=str(home or start),
        system=System.LINUX if sys.platform != "win32" else System.WINDOWS,
        note=note,
    )


class Walking:
    """By handle, folder by folder."""

    def open_file(self, path: Path | str, roots: Roots) -> Opened:
        return walking.open_file(str(path), "GIVEN", roots)

    def list_folder(self, path: Path | str, roots: Roots) -> Folder:
        return walking.list_folder(str(path), "GIVEN", roots)


class Judging:
    """First opened, then judged by where the open file lies, as the kernel knows it."""

    def open_file(self, path: Path | str, roots: Roots) -> Opened:
        return judging.open_file(
            str(path), "GIVEN", roots, lambda handle: str(Path(f"/proc/self/fd/{handle}").readlink())
        )

    def list_folder(self, path: Path | str, roots: Roots) -> Folder:
        return judging.list_folder(str(path), "GIVEN", roots)


Way = Walking | Judging
WAYS = [
    pytest.param(
        Walking(), id="walking", marks=pytest.mark.skipif(os.name == "nt", reason="no handles of folders")
    ),
    pytest.param(
        Judging(),
        id="judging",
        marks=pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc"),
    ),
]


def read(way: Way, path: Path | str, roots: Roots) -> tuple[str, bytes]:
    """Open, read and close."""
    opened = way.open_file(path, roots)
    with os.fdopen(opened.handle, "rb") as file:
        return opened.real, file.read()
