"""A file saved with its companion, once: where the folder has the same one already, that is named instead."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from opsin.paths.output import OutputRoot

_saving = threading.Lock()
"""Held from the look for the same bytes to the new file's name, so that two threads do not both miss it.

Between programs the folder's own lock does that; it is waited for only so long, and some file systems have none.
"""


@dataclass(frozen=True, slots=True)
class SavedOnce:
    """Where a file and its companion are, and whether the file was there already."""

    path: Path
    beside: Path
    already: bool


def save_once(
    root: OutputRoot,
    folder: Path,
    stem: str,
    extension: str,
    data: bytes,
    *,
    ending: str,
    companion: bytes,
    among: Callable[[str], bool] | None = None,
) -> SavedOnce:
    """Save a file and its companion; where the folder has the same bytes already, that file is named instead.

    Args:
        root: The output folder.
        folder: A folder that it made.
        stem: The name's first part; it gets a number where the name is taken.
        extension: The name's end, with its dot.
        data: The whole file.
        ending: What the companion's name has after the file's.
        companion: The whole companion; one that is there already stays.
        among: Tells by its name whether a file may be the same one; all may where None.

    Raises:
        PathRefused: the folder cannot be written. No part of a file is left; a file whose companion failed stays, and
            the next call adds the companion.
    """
    with _saving, root.alone_in(folder):
        path = root.find_same(folder, data, companion=ending, among=among)
        already = path is not None
        if path is None:
            path = root.place(folder, stem, extension, data, companion=ending)
        return SavedOnce(path, root.place_beside(path, ending, companion), already)
