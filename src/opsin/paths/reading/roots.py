"""The folders whose images may be read, and where in them a path lies."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from opsin.paths.reading.system import System, this_system

USER_FOLDERS = ("Desktop", "Pictures", "Downloads")
_SCREENSHOTS = "Screenshots"


class NamesFolders(Protocol):
    """The settings that name folders."""

    @property
    def project_dir(self) -> str:
        """The project's folder; empty for the working directory."""

    @property
    def vision_allowed_paths(self) -> str:
        """Further folders, separated as the platform separates paths."""


@dataclass(frozen=True, slots=True)
class Root:
    """One folder. It was there, and was a folder, when the roots were put together.

    Attributes:
        spelled: Its absolute path as it was named, which may lead through links.
        real: Its path without links.
    """

    spelled: str
    real: str


@dataclass(frozen=True, slots=True)
class Roots:
    """All of them.

    Attributes:
        folders: The roots.
        bases: What a relative path counts from: each in turn.
        pictures: Folders in which `latest` alone looks.
        home: The user's home folder.
        system: Whose paths these are.
        note: A sentence on what is not among them and why; empty where there is none.
    """

    folders: tuple[Root, ...]
    bases: tuple[str, ...]
    pictures: tuple[str, ...]
    home: str
    system: System
    note: str = ""

    def place(self, path: str) -> tuple[Root, tuple[str, ...]] | None:
        """Find the root that an absolute path lies in, and the names from there on; None where it lies in none.

        First by its text, `..` worked out, so that nothing outside is looked at for a path that is written inside. One
        that is written outside may lead inside by a link in its way; only for such a one is the path looked up. What
        this returns is where to begin, no proof: a root is left by no link only when it is walked by handle.
        """
        text = self._normal(path)
        if found := self._within(text, spelled=True):
            return found
        if text.startswith("\\\\"):
            # Looking up a share sends the user's name to its host.
            return None
        try:
            return self._within(os.path.realpath(text), spelled=False)
        except (OSError, ValueError):
            return None

    def holds(self, real: str) -> bool:
        """Whether a path without links lies in one of the roots."""
        return self._within(self._normal(real), spelled=False) is not None

    def _normal(self, path: str) -> str:
        text: str = self.system.paths.normpath(path)
        # POSIX keeps two slashes at the beginning apart; all of these systems take them for one.
        return text[1:] if self.system is not System.WINDOWS and text.startswith("//") else text

    def _within(self, path: str, *, spelled: bool) -> tuple[Root, tuple[str, ...]] | None:
        parts = self._parts(path)
        keys = [self.system.key(part) for part in parts]
        found: tuple[Root, tuple[str, ...]] | None = None
        most = 0
        for root in self.folders:
            for base in (root.real, root.spelled) if spelled else (root.real,):
                above = [self.system.key(part) for part in self._parts(base)]
                if keys[: len(above)] == above and len(above) > most:
                    found, most = (root, parts[len(above) :]), len(above)
        return found

    def _parts(self, path: str) -> tuple[str, ...]:
        paths = self.system.paths
        drive, tail = paths.splitdrive(path)
        return (drive, *filter(None, tail.split(paths.sep)))


def allowed_roots(
    settings: NamesFolders,
    state: Path,
    output: Path,
    home: Path,
    cwd: Path | None,
    *,
    user_folders: Sequence[Path] | None = None,
    system: System | None = None,
) -> Roots:
    """Put the roots together. A folder that is not there is left out.

    A working directory that is the top of the file system is where desktop apps start servers, and says nothing about
    a project; it is a root only where a setting names it. Nor is the whole home folder a root because a desktop is
    configured to have no Pictures folder of its own (freedesktop.org's xdg-user-dirs names the home folder then). The
    output folder is none where it is written inside the project and led out of it: that link may have come with the project.

    Args:
        settings: Name the project and further folders.
        state: Opsin's folder for state.
        output: Opsin's folder for downloads.
        home: The user's home folder.
        cwd: The working directory; None where it is gone.
        user_folders: The system's own Desktop, Pictures and Downloads; asked of the system where None.
        system: Whose paths these are; this system's where None.
    """
    system = this_system() if system is None else system
    working = cwd if cwd is not None and not _says_nothing(cwd) else None
    start = working or cwd or home
    project = _absolute(settings.project_dir, start, home) if settings.project_dir else working
    own = [home / name for name in USER_FOLDERS]
    users = [
        one
        for one in (*own, *(_system_folders() if user_folders is None else user_folders))
        if not home.is_relative_to(one)
    ]
    named = [
        _absolute(part.strip(), project or start, home)
        for part in settings.vision_allowed_paths.split(system.separator)
        if part.strip()
    ]
    wanted = [*([project] if project else []), *users, *named, start / state]
    downloads = _root(start / output)
    if downloads and any(_led_out(downloads, base) for base in (project, working) if base):
        downloads = None
    pictures = [one / _SCREENSHOTS for one in users] + users
    bases = [one for one in (project, cwd, home) if one is not None]
    return Roots(
        folders=tuple(filter(None, (*map(_root, dict.fromkeys(wanted)), downloads))),
        bases=tuple(map(str, dict.fromkeys(bases))),
        pictures=tuple(map(str, dict.fromkeys(pictures))),
        home=str(home),
        system=system,
        note=_note(settings.project_dir, project, cwd),
    )


def _note(named: str, project: Path | None, cwd: Path | None) -> str:
    if project is None:
        where = "is gone" if cwd is None else f"is {cwd}"
        return f"The working directory {where}, so no project folder is known: CLAUDE_PROJECT_DIR names it."
    if named and _root(project) is None:
        return "The folder that CLAUDE_PROJECT_DIR or OPSIN_PROJECT_DIR names is not there."
    return ""


def _says_nothing(cwd: Path) -> bool:
    system = os.environ.get("SYSTEMROOT", "") if os.name == "nt" else ""
    return cwd == Path(cwd.anchor) or (bool(system) and cwd.is_relative_to(system))


def _absolute(text: str, start: Path, home: Path) -> Path:
    if text == "~" or text.startswith(("~/", "~\\")):
        return home / text[2:]
    return start / text


def _led_out(root: Root, folder: Path) -> bool:
    """Whether a root that is written inside a folder is led out of it by a link."""
    written = Path(root.spelled).is_relative_to(os.path.normpath(folder))
    return written and not Path(root.real).is_relative_to(os.path.realpath(folder))


def _root(path: Path) -> Root | None:
    try:
        if not path.is_absolute():
            return None
        real = path.resolve(strict=True)
        return Root(os.path.normpath(path), str(real)) if real.is_dir() else None
    except (OSError, RuntimeError, ValueError):
        return None


def _system_folders() -> list[Path]:
    from platformdirs import user_desktop_path, user_downloads_path, user_pictures_path

    return [user_desktop_path(), user_pictures_path(), user_downloads_path()]
