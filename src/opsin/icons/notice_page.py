"""NOTICE.md: one page in each folder of saved icons that may be shipped with them, made of their sidecars."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from opsin.icons.icon_json import icon_from, terms_from
from opsin.icons.licences.notices import Noted, notices
from opsin.icons.sidecar import ENDING, ICON
from opsin.paths.folder_page import PageName, PageResult, read_text, update_page
from opsin.paths.held_folder import HeldFolder, is_temporary
from opsin.paths.output import OutputRoot
from opsin.text import clean

NAME = "NOTICE.md"
OTHER_NAME = "NOTICE.opsin.md"
"""The page's name where the user has a NOTICE.md of their own."""

MARK = "<!-- Made by opsin from the sidecars in this folder, and made anew with every icon that is saved. -->"
"""The first line of every page that may be overwritten. Whoever takes it away keeps the page as it is."""

_MOST_SIDECAR_BYTES = 262_144


def update_notice(root: OutputRoot, folder: Path) -> PageResult:
    """Bring the notice of a folder up to date. It never fails: what went wrong is told in `note`.

    Args:
        root: The output folder.
        folder: A folder that `root.folder` returned.
    """
    return update_page(root, folder, PageName(NAME, OTHER_NAME, MARK), _text)


def _text(held: HeldFolder, _before: str) -> str:
    return f"{MARK}\n\n{notices(_noted(held))}"


def _noted(held: HeldFolder) -> Iterator[Noted]:
    """The icons of the folder, as the sidecars beside their files tell them."""
    names = set(held.names())
    for name in names:
        if not is_temporary(name) and name + ENDING in names:
            one = _icon_of(name, read_text(held, name + ENDING, _MOST_SIDECAR_BYTES))
            if one is not None:
                yield one


def _icon_of(name: str, sidecar: str) -> Noted | None:
    """What a sidecar tells of an icon; None where it is not one of an icon."""
    try:
        told = json.loads(sidecar)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, Mapping) or told.get("kind") != ICON:
        return None
    icon, terms = icon_from(told.get("icon")), terms_from(told.get("licence"))
    if icon is None or terms is None:
        return None
    changes = told.get("changes")
    return Noted(icon, terms, clean(name, 255), clean(changes, 200) if isinstance(changes, str) else "")
