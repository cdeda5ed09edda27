"""CREDITS.md: one page in each folder of downloads that credits every picture of it.

The page is made of the sidecars that lie in the folder, so that it is right whatever happened to the files. A line
is made anew only where its sidecar is not the one that it was made of; a folder of thousands costs a look at each.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote
from zlib import crc32

from opsin.images.sidecar import ENDING
from opsin.paths.folder_page import PageName, PageResult, read_text, update_page
from opsin.paths.held_folder import HeldFolder, is_temporary
from opsin.paths.output import OutputRoot
from opsin.rights.licence import Family, Licence
from opsin.rights.markup import markdown_link, markdown_text
from opsin.text import clean

NAME = "CREDITS.md"
OTHER_NAME = "CREDITS.opsin.md"
"""The page's name where the user has a CREDITS.md of their own."""

MARK = "<!-- Made by opsin from the sidecars in this folder, and made anew with every download. -->"
"""The first line of every page that may be overwritten. Whoever takes it away keeps the page as it is."""

_FORMAT = 1
"""Goes up when lines are written differently, so that all are made anew."""

_MOST_SIDECAR_BYTES = 262_144
_MOST_LINE_CHARACTERS = 12_000
_LINE = re.compile(r"(- \[(?:[^\]\\]|\\.)*\]\(([^\s()]+)\)[^\n]*) <!-- ([0-9a-f]+-[0-9a-f]+)-([0-9a-f]+) -->")

CreditsPage = PageResult


def update_credits(root: OutputRoot, folder: Path) -> CreditsPage:
    """Bring the page of a folder up to date. It never fails: what went wrong is told in `note`.

    Two programs may do so at once: whoever wrote looks again, until what lies in the folder is what the page says.
    A file of that name which opsin did not write stays as it is, and the page gets another name.

    Args:
        root: The output folder.
        folder: A folder that `root.folder` returned.
    """
    return update_page(root, folder, PageName(NAME, OTHER_NAME, MARK), _text)


def _text(held: HeldFolder, page: str) -> str:
    known = {unquote(found[2]): found for found in map(_LINE.fullmatch, page.splitlines()) if found}
    names = set(held.names())
    lines = []
    for name in sorted(names, key=lambda one: (one.casefold(), one)):
        if is_temporary(name) or name + ENDING not in names:
            continue
        stamp = held.stamp(name + ENDING)
        if stamp is None:
            continue
        mark, found = f"{stamp[0]:x}-{stamp[1]:x}", known.get(name)
        if found is not None and found[3] == mark and found[4] == _sum(found[1]):
            lines.append(found[0])
        elif line := _line(name, read_text(held, name + ENDING, _MOST_SIDECAR_BYTES)):
            lines.append(f"{line} <!-- {mark}-{_sum(line)} -->")
    return "\n".join([MARK, "", "# Credits", "", _summary(lines), "", *lines, ""])


def _sum(line: str) -> str:
    return f"{crc32(line.encode(), _FORMAT):x}"


def _summary(lines: list[str]) -> str:
    unknown = sum(_UNKNOWN in line for line in lines)
    pictures = "1 picture." if len(lines) == 1 else f"{len(lines)} pictures."
    if not unknown:
        return pictures
    verb = "Its licence is" if len(lines) == 1 else f"The licence of {unknown} is"
    return (
        f"{pictures} {verb} unknown: find out what is allowed before you publish what has an unknown licence."
    )


_UNKNOWN = ": **licence unknown** · "


def _line(name: str, sidecar: str) -> str:
    """Write the line of one picture; empty where the sidecar is not one of opsin's."""
    try:
        told = json.loads(sidecar)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(told, dict) or not {"schema", "id", "sha256", "opsin"} <= told.keys():
        return ""
    if told.get("kind", "picture") != "picture":
        # Icons have a page of their own, NOTICE.md.
        return ""
    # A name may have what no text should: it is shown clean, and linked as it is.
    link = markdown_link(clean(name, 255) or "file", quote(name.encode("utf-8", "surrogateescape"), safe=""))
    return f"- {link}{_terms(told.get('licence'))}{_credit(told.get('attribution'))}"


def _terms(record: object) -> str:
    try:
        # The sidecar has the time of the evidence in words; it is of no use here.
        licence = Licence.from_json({**record, "evidence": None}) if isinstance(record, Mapping) else None
    except (KeyError, TypeError, ValueError):
        licence = None
    if licence is None or licence.family is Family.UNKNOWN:
        return _UNKNOWN
    limits = "; ".join(markdown_text(clean(str(one))) for one in licence.restrictions)
    return f": {markdown_text(clean(licence.name))}{f' ({limits})' if limits else ''} · "


def _credit(attribution: Any) -> str:
    """The credit line as Markdown. Version 1 of the sidecar has it as plain text."""
    if isinstance(attribution, Mapping):
        line = attribution.get("md")
        if isinstance(line, str) and line == clean(line, _MOST_LINE_CHARACTERS):
            return line
        attribution = attribution.get("text")
    return markdown_text(clean(str(attribution or "no credit line"), 2_000))
