"""The folders whose pictures the user wants to find again, as the setting names them."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from opsin.paths.reading.roots import Root, Roots
from opsin.paths.reading.system import System, this_system
from opsin.settings import Settings


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders that are there, none inside another.

    Attributes:
        roots: The same as roots: nothing outside them is opened.
        missing: Those that the setting names and that are not there now, as it names them.
        own: Those that the setting names and that hold what opsin itself keeps and shows, as it names them.
    """

    roots: Roots
    missing: tuple[str, ...] = ()
    own: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """Their paths without links."""
        return tuple(one.real for one in self.roots.folders)


def without_own(folders: Folders, own: Iterable[str], but: str = "") -> Folders:
    """The folders without those that lie in opsin's own.

    Args:
        folders: The folders.
        own: Paths without links of folders that hold what opsin keeps and shows.
        but: The path of one within them that holds pictures all the same: where downloads land.
    """
    system = folders.roots.system

    def lies_in(path: str, outer: str) -> bool:
        return Path(system.key(path)).is_relative_to(system.key(outer))

    def is_own(one: Root) -> bool:
        return any(
            lies_in(one.real, outer)
            and not (but and not lies_in(outer, but) and lies_in(but, outer) and lies_in(one.real, but))
            for outer in own
        )

    kept = tuple(one for one in folders.roots.folders if not is_own(one))
    dropped = tuple(one.spelled for one in folders.roots.folders if is_own(one))
    return replace(folders, roots=replace(folders.roots, folders=kept), own=dropped)


def folders_of(settings: Settings, *, system: System | None = None) -> Folders:
    """Look the folders up. It blocks.

    Args:
        settings: Name the folders.
        system: Whose paths these are; this system's where None.
    """
    system = this_system() if system is None else system
    found: list[Root] = []
    missing: list[str] = []
    for text in filter(None, map(str.strip, settings.local_dirs.split(os.pathsep))):
        try:
            real = Path(text).resolve(strict=True)
            if not real.is_dir():
                raise NotADirectoryError
        except (OSError, RuntimeError, ValueError):
            missing.append(text)
        else:
            found.append(Root(os.path.normpath(text), str(real)))
    outer = [one for one in found if not any(_inside(one, other, system) for other in found)]
    unique = {system.key(one.real): one for one in reversed(outer)}
    roots = Roots(folders=tuple(reversed(unique.values())), bases=(), pictures=(), home="", system=system)
    return Folders(roots, tuple(missing))


def _inside(one: Root, other: Root, system: System) -> bool:
    mine, others = Path(system.key(one.real)), Path(system.key(other.real))
    return mine != others and mine.is_relative_to(others)
