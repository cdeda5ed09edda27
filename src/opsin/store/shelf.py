"""Pictures saved as files beside the store, so that a person can open what an agent was shown."""

import logging
import os
import time
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

SHEETS = "sheets"
INSPECTED = "inspected"
MOST_FILES = 400
"""Of one kind; at the size of a usual sheet that is about a hundred megabytes."""

DATA = ".json"
"""Ending of what is told of a sheet as data, which lies beside it."""

PART = ".part"
"""Ending of a file that is being written. One that is left is of a process that was killed."""

_DAY = 86_400.0

_LOG = logging.getLogger(__name__)


def shelve(state: Path, kind: str, name: str, data: bytes, *, keep_days: float) -> Path:
    """Save one file under its final name only when it is whole, and take out what is too old or too many.

    Args:
        state: The folder of the store; it is made, readable by its owner alone, where it is missing.
        kind: `SHEETS` or `INSPECTED`.
        name: The file's name; an older file of that name is replaced.
        data: The file.
        keep_days: How long such files are kept, in days.

    Raises:
        OSError: the file cannot be written.
    """
    folder = state / kind
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=folder, prefix=".", suffix=PART, delete=False) as part:
        try:
            part.write(data)
            part.close()
            os.replace(part.name, folder / name)  # noqa: PTH105 - Path.replace reads no better
        except OSError:
            Path(part.name).unlink(missing_ok=True)
            raise
    _thin_out(folder, keep_days)
    return folder / name


def shelve_if_possible(store: Path | None, kind: str, name: str, data: bytes, *, keep_days: float) -> str:
    """Save as `shelve` does, beside the store's file.

    Returns:
        The file's path; empty where there is no file of a store (None), or nothing can be written beside it.
    """
    if store is None:
        return ""
    try:
        return str(shelve(store.parent, kind, name, data, keep_days=keep_days))
    except OSError as why:
        _LOG.warning("%s could not be saved beside the store: %s.", name, why)
        return ""


def clear_shelves(state: Path) -> int:
    """Take out every saved file, and return how many pictures there were."""
    files = [path for kind in (SHEETS, INSPECTED) for path in (state / kind).glob("*")]
    for path in files:
        path.unlink(missing_ok=True)
    return sum(path.suffix not in {PART, DATA} for path in files)


def _thin_out(folder: Path, keep_days: float) -> None:
    now = time.time()
    ages: list[tuple[float, Path]] = []
    for path in folder.iterdir():
        # Another process may thin out the same folder at the same time.
        with suppress(FileNotFoundError):
            ages.append((path.stat().st_mtime, path))
    ages.sort(reverse=True)
    for place, (changed, path) in enumerate(ages):
        days = 1.0 if path.suffix == PART else keep_days
        if place >= MOST_FILES or changed < now - days * _DAY:
            with suppress(OSError):
                path.unlink()
