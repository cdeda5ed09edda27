"""Files that a person named as a target: checked before the work, written whole or not at all."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from opsin.errors import InvalidInput, PathRefused

_JPEG_ENDINGS = {".jpg", ".jpeg", ".jpe", "", "."}


def check_target(path: Path) -> None:
    """Find out before the work whether a file can be written there.

    Raises:
        InvalidInput: the folder is missing, the path is a folder or a link that leads round in a circle, or its
            ending is that of another format than JPEG, which is what is written.
    """
    if str(path) == "-":
        raise InvalidInput(
            "A picture is not written to standard output, where the lines of the result go.",
            hint="Name a file, such as sheet.jpg.",
        )
    if path.is_dir():
        raise InvalidInput(f"{path} is a folder.", hint="Name a file in it, such as sheet.jpg.")
    try:
        there = _end_of_links(path).parent.is_dir()
    except OSError as why:
        raise InvalidInput(f"{path} is a link that leads nowhere.", hint="Name another file.") from why
    if not there:
        raise InvalidInput(f"The folder of {path} is not there.", hint="Make it first, or name another file.")
    special = path.exists() and not path.is_file()
    if not special and path.suffix.lower() not in _JPEG_ENDINGS:
        raise InvalidInput(
            f"{path} ends in {path.suffix}, and what is written there is a JPEG.",
            hint=f"Name it {path.with_suffix('.jpg').name}, or leave the ending out.",
        )


def write(path: Path, data: bytes, *, mode: int | None = None) -> Path:
    """Write a file under its name only when all of it is written. An older file of that name is replaced.

    A link stays and its target is written; a device or a pipe is written to.

    Args:
        path: The file.
        data: All of its bytes.
        mode: Its permissions; what the umask leaves when None.

    Returns:
        The path.

    Raises:
        PathRefused: the file cannot be written there.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(_end_of_links(path), data, mode)
    except OSError as why:
        raise PathRefused(
            f"{path} can't be written: {why.strerror or why}.", hint="Name another file."
        ) from why
    return path


def write_sheet(out: Path | None, kept: str, sheet: bytes) -> str:
    """Write a sheet where the person asked for it, and say where it is: there, or where it was kept.

    Raises:
        PathRefused: the file cannot be written there.
    """
    return kept if out is None else str(write(out, sheet))


def _end_of_links(path: Path) -> Path:
    try:
        end = path.resolve()
    except RuntimeError as why:
        # Python before 3.13 tells a circle of links in this way; later ones give the link itself.
        raise OSError(f"a circle of links: {why}") from why
    if end.is_symlink():
        raise OSError("a circle of links")
    return end


def _replace(path: Path, data: bytes, mode: int | None) -> None:
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as part:
        try:
            part.write(data)
            part.close()
            # A temporary file is made for its owner alone; what a person asked for follows their umask.
            Path(part.name).chmod(0o666 & ~_umask() if mode is None else mode)
            os.replace(part.name, path)  # noqa: PTH105 - Path.replace reads no better
        except OSError:
            Path(part.name).unlink(missing_ok=True)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
