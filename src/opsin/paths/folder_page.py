"""A page that opsin keeps in a folder of downloads, made of what lies there: CREDITS.md and the like.

A file of that name which opsin did not write is never touched; the page then gets another name.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from opsin.errors import PathRefused
from opsin.paths.held_folder import HeldFolder
from opsin.paths.names import same_name_key
from opsin.paths.output import OutputRoot

_TRIES = 5
_MOST_PAGE_BYTES = 67_108_864

_LOG = logging.getLogger(__name__)

Text = Callable[[HeldFolder, str], str]
"""Gives the page's whole text from the folder and from what the page said before; empty text for no page."""


@dataclass(frozen=True, slots=True)
class PageName:
    """What a page is called.

    Attributes:
        name: Its name.
        other_name: Its name where the user has a file of that name of their own.
        mark: The beginning of every page that may be overwritten. Whoever takes it away keeps the page as it is.
    """

    name: str
    other_name: str
    mark: str


@dataclass(frozen=True, slots=True)
class PageResult:
    """What came of it: the page's path, or a sentence that says why there is none."""

    path: str = ""
    note: str = ""


def update_page(root: OutputRoot, folder: Path, page: PageName, text: Text) -> PageResult:
    """Bring a page of a folder up to date. It never fails: what went wrong is told in `note`.

    Two programs may do so at once: whoever wrote looks again, until what lies in the folder is what the page says.

    Args:
        root: The output folder.
        folder: A folder that `root.folder` returned.
        page: What the page is called.
        text: Gives its text.
    """
    try:
        with root.open(folder) as held:
            name = _update(held, page, text)
            return PageResult(str(folder / name) if name else "")
    except PathRefused as error:
        return PageResult(note=f"{page.name} could not be written: {error.message}")
    except Exception as error:  # noqa: BLE001 - the files are saved; the page must not lose them
        _LOG.exception("The page %s could not be written.", page.name)
        return PageResult(note=f"{page.name} could not be written: unexpected {type(error).__name__}.")


def read_text(held: HeldFolder, name: str, most: int) -> str:
    """The text of a plain file that has not more bytes than that; empty for anything else."""
    stamp = held.stamp(name)
    if stamp is None or stamp[0] > most:
        return ""
    return (held.read(name, size=stamp[0]) or b"").decode("utf-8", "replace")


def _update(held: HeldFolder, page: PageName, text: Text) -> str:
    name = ""
    for _ in range(_TRIES):
        name, before = _place_of(held, page)
        after = text(held, before or "")
        data = after.encode()
        if before is None and not after:
            return ""
        if before is not None and data == before.encode():
            break
        temporary = held.write_temporary(data)
        try:
            if before is None:
                held.publish(temporary, name)
            else:
                held.replace(temporary, name)
        except FileExistsError:
            continue
        finally:
            held.remove(temporary)
    return name


def _place_of(held: HeldFolder, page: PageName) -> tuple[str, str | None]:
    """Return the name that the page has or gets, and its text where it is there."""
    keys = {same_name_key(name): name for name in held.names()}
    for name in (page.name, page.other_name):
        taken = keys.get(same_name_key(name))
        if taken is None:
            return name, None
        text = read_text(held, taken, _MOST_PAGE_BYTES) if taken == name else ""
        if text.startswith(page.mark):
            return name, text
    raise PathRefused(
        f"{held.path} has files of these names that opsin did not write: {page.name}, {page.other_name}."
    )
