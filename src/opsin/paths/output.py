"""The one folder that downloads land in: nothing is written outside it, and nothing in it is overwritten."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from opsin.errors import PathRefused
from opsin.paths.folder_names import folder_parts
from opsin.paths.held_folder import HeldFolder, is_temporary
from opsin.paths.names import same_name_key

LOCK_SECONDS = 3.0
"""How long another program is waited for, in whose place a file may be saved twice rather than not at all."""

_MOST_NUMBERS = 10_000
_MOST_NAME_BYTES = 255
_ELSEWHERE = "Choose a folder that can be written with OPSIN_OUTPUT_DIR."
_FULL = ("is on a disk that is full", "Free some space and call again; what was fetched is kept.")
_PLAIN_WORDS = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EROFS: ("is on a disk that can only be read", _ELSEWHERE),
    errno.ENOENT: ("is not there any more", "Call again: it is made anew."),
    errno.ENAMETOOLONG: (
        "has a path or a name in it that is too long",
        "Give a shorter dir or prefix, or a shorter OPSIN_OUTPUT_DIR.",
    ),
    errno.EFBIG: (
        "takes no file of that size: File too large",
        "Choose a folder on another disk with OPSIN_OUTPUT_DIR, or give a smaller max_bytes.",
    ),
    errno.EEXIST: ("is a file or a link that leads nowhere, not a folder", _ELSEWHERE),
}
"""What an error of the file system means for a folder, and what to do; others are told in the system's words."""


class OutputRoot:
    """The output folder. It is made when something is first put into it.

    Args:
        root: The folder; links in its own path are the user's and are followed.
        link: Gives a file a second name, as `HeldFolder` takes it.
    """

    def __init__(self, root: Path, *, link: Callable[..., None] | None = None) -> None:
        self.root = root
        self._link = link

    def folder(self, dir: str | None = None) -> Path:  # noqa: A002
        """Make a folder inside the output folder, and return its real path.

        Args:
            dir: A relative path, or nothing for the output folder itself.

        Raises:
            PathRefused: the path leads out of the output folder, by its text or by a link, or cannot be made.
        """
        parts = folder_parts(dir or "")
        with _told(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
            real = current = self.root.resolve(strict=True)
            for part in parts:
                with self._open(current, real) as held:
                    held.make_folder(part)
                current = _inside(current / part, real)
        return current

    @contextmanager
    def open(self, folder: Path) -> Iterator[HeldFolder]:
        """Hold a folder that `folder` returned, for whoever keeps a page of its own in it.

        Raises:
            PathRefused: the folder is outside by now, or what is done in the block fails.
        """
        with _told(folder), self._held(folder) as held:
            yield held

    @contextmanager
    def alone_in(self, folder: Path, *, seconds: float = LOCK_SECONDS) -> Iterator[bool]:
        """Keep other programs and threads of opsin out of a folder, from a look at its files to a new one.

        It is no guard of the files, only against saving the same one twice. So it waits for a bounded time, and the
        block runs in any case. Not to be taken again within itself.

        Args:
            folder: A folder that `folder` returned.
            seconds: How long to wait for who holds it.

        Raises:
            PathRefused: the folder is outside by now, or cannot be opened.

        Yields:
            Whether nobody else is in.
        """
        with ExitStack() as stack:
            with _told(folder):
                held = stack.enter_context(self._held(folder))
            yield stack.enter_context(held.alone(seconds))

    def place(self, folder: Path, stem: str, extension: str, data: bytes, *, companion: str = "") -> Path:
        """Put a new file into a folder that `folder` returned.

        Args:
            folder: Where to.
            stem: The name's first part, as `safe_name` makes it. Where the name is taken, in any case or normal
                form, it gets a number: `stem-2`, `stem-3` and so on.
            extension: The name's end, with its dot.
            data: The whole file.
            companion: A further ending; a name is only taken when the name with this ending is free as well.

        Raises:
            PathRefused: the folder is outside by now, or cannot be written; nothing is left of the file then.
        """
        with _told(folder), self._held(folder) as held:
            held.sweep()
            taken = {same_name_key(name) for name in held.names()}
            temporary = held.write_temporary(data)
            try:
                for number in range(1, _MOST_NUMBERS):
                    name = f"{stem}{extension}" if number == 1 else f"{stem}-{number}{extension}"
                    if taken & {same_name_key(name), same_name_key(name + companion)}:
                        continue
                    try:
                        held.publish(temporary, _plain(name))
                    except FileExistsError:
                        continue
                    return folder / name
            finally:
                held.remove(temporary)
        raise PathRefused(f"{folder} has too many files named {stem}.", hint="Give another prefix or dir.")

    def place_beside(self, file: Path, ending: str, data: bytes) -> Path:
        """Put a file beside another one, under its name with an ending; a file that is there already stays.

        Raises:
            PathRefused: as for `place`, or a folder or a link that leads nowhere has the name.
        """
        name = f"{file.name}{ending}"
        with _told(file.parent), self._held(file.parent) as held:
            temporary = held.write_temporary(data)
            try:
                held.publish(temporary, _plain(name))
            except FileExistsError:
                if not (file.parent / name).is_file():
                    raise PathRefused(
                        f"{file.parent / name} is there and is not a file.",
                        hint="Move it away, or give another dir.",
                    ) from None
            finally:
                held.remove(temporary)
        return file.parent / name

    def find_same(
        self,
        folder: Path,
        data: bytes,
        *,
        companion: str = "",
        among: Callable[[str], bool] | None = None,
    ) -> Path | None:
        """Return a file of the folder that has exactly these bytes, or None.

        Args:
            folder: Where to look.
            data: The whole file.
            companion: A further ending; a file is passed over where nothing could be put beside it: something
                other than a file has its name with this ending, or the name would be too long.
            among: Tells by its name whether a file may be it; all may where None.
        """
        with _told(folder), self._held(folder) as held:
            names = held.names()
            for name in sorted(names):
                if among is not None and not among(name):
                    continue
                if is_temporary(name) or held.read(name, size=len(data)) != data:
                    continue
                beside = name + companion
                if companion and beside in names and not (folder / beside).is_file():
                    continue
                if len(os.fsencode(beside)) > _MOST_NAME_BYTES:
                    continue
                return folder / name
        return None

    @contextmanager
    def _held(self, folder: Path) -> Iterator[HeldFolder]:
        """Hold a folder, sure that it is inside the output folder."""
        root, real = self.root.resolve(strict=True), folder.resolve(strict=True)
        if not real.is_relative_to(root):
            raise _not_inside(folder)
        with self._open(real, root) as held:
            yield held

    @contextmanager
    def _open(self, real: Path, root: Path) -> Iterator[HeldFolder]:
        with ExitStack() as stack:
            try:
                held = stack.enter_context(HeldFolder(real, within=root, link=self._link))
            except OSError as error:
                # A link was put in its way in this moment.
                if error.errno in {errno.ELOOP, errno.ENOTDIR}:
                    raise _not_inside(real) from error
                raise
            yield held


def working_folder() -> Path | None:
    """The working directory; None where it was taken away, as clients do that start a server in a folder of a task."""
    try:
        return Path.cwd()
    except OSError:
        return None


def default_root(output_dir: str, cwd: Path | None, *, pictures: Path | None = None) -> tuple[Path, str]:
    """Work out the output folder, without making it.

    Args:
        output_dir: The setting; a relative one counts from the working directory.
        cwd: The working directory; None where it is gone. Clients start servers in `/`, or where nothing can be
            written.
        pictures: The user's folder for pictures; the platform's where None.

    Returns:
        The folder, and a sentence that says so where it is not the one that the setting names; else "".

    Raises:
        PathRefused: the system does not take the path, because a name in it is too long, say.
    """
    wanted = Path(output_dir)
    if wanted.is_absolute():
        return wanted, ""
    if cwd is not None and cwd != Path(cwd.anchor) and not _is_system(cwd):
        target = Path(os.path.normpath(cwd / wanted))
        with _told(target):
            nearest = target if target.exists() else cwd
        if os.access(nearest, os.W_OK):
            return target, ""
    if pictures is None:
        from platformdirs import user_pictures_path

        pictures = user_pictures_path()
    folder = pictures / "opsin"
    why = "is gone" if cwd is None else f"{cwd} cannot be written"
    return folder, f"The working directory {why}, so pictures are saved in {folder}."


def _is_system(cwd: Path) -> bool:
    """Say whether it is Windows' own folder, in which services and some clients start what they run."""
    system = os.environ.get("SYSTEMROOT", "") if os.name == "nt" else ""
    return bool(system) and cwd.is_relative_to(system)


def _not_inside(folder: Path) -> PathRefused:
    return PathRefused(f"{folder} is not inside the output folder.", hint=_ELSEWHERE)


def _inside(target: Path, root: Path) -> Path:
    try:
        real = target.resolve(strict=True)
    except (FileNotFoundError, RuntimeError):
        raise PathRefused(f"{target} is a link that leads nowhere.", hint="Give another dir.") from None
    if not real.is_relative_to(root):
        raise PathRefused(
            f"{target} is a link that leads out of the output folder.", hint="Give another dir."
        )
    if not real.is_dir():
        raise PathRefused(f"{target} is a file, not a folder.", hint="Give another dir.")
    return real


def _plain(name: str) -> str:
    if not name or name in {".", ".."} or set(name) & set("/\\\0"):
        raise PathRefused(f"{name!r} is not a file name.")
    return name


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Tell an error of the file system in a sentence that says what to do."""
    try:
        yield
    except OSError as error:
        what, hint = _PLAIN_WORDS.get(
            error.errno or 0, (f"cannot be written: {error.strerror or error}", _ELSEWHERE)
        )
        raise PathRefused(f"{folder} {what}.", hint=hint) from error
