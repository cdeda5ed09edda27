"""The file of notices: whose drawings and tags opsin carries, under which licence, with the licence's text."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.catalogue.drawn_sets import DrawnSet
from scripts.catalogue.licence_texts import MIT, UNLICENSE
from scripts.catalogue.packages import EVERY, ICONIFY, TAG_PACKAGES, Package

from opsin.icons.icon import IconSet

NOTICES = "THIRD_PARTY_ICONS.md"
_FILES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "license.txt", "LICENCE")
_COPYRIGHT = re.compile(r"^\W*(?:copyright\s+(?:\(c\)|©|\d)|\(c\)|©)", re.IGNORECASE)
_TITLE = re.compile(r"^\W*(?:the )?mit license(?: \(mit\))?\W*$", re.IGNORECASE)
_APACHE = "Apache License\n"


@dataclass(frozen=True, slots=True)
class Notice:
    """What a licence file holds.

    Attributes:
        copyright: Its lines of copyright.
        text: The whole file, where it is not the licence's usual text with these lines.
    """

    copyright: tuple[str, ...]
    text: str


def notice_of(modules: Path, package: str, spdx: str) -> Notice:
    """The notice in a package's licence file."""
    folder = modules / package
    path = next((folder / name for name in _FILES if (folder / name).is_file()), None)
    if path is None:
        return Notice((), "")
    text = path.read_text(encoding="utf-8-sig").strip()
    if spdx == "Apache-2.0" and text.lstrip().startswith(_APACHE):
        return Notice(tuple(_apache_copyright(text)), "")
    lines = text.splitlines()
    owners = tuple(line.strip() for line in lines if _COPYRIGHT.match(line))
    rest = "\n".join(line for line in lines if line.strip() not in owners and not _TITLE.match(line))
    return Notice(owners, "" if spdx == "MIT" and _plain(rest) == _plain(MIT) else text)


def notices_file(modules: Path, sets: Sequence[IconSet], drawn_sets: Iterable[DrawnSet]) -> bytes:
    """The file."""
    known = {one.prefix: one for one in sets}
    versions = {one.name: one.version for one in EVERY}
    out = [
        "# Icons and tags that opsin carries",
        f"Names and facts of {len(sets)} sets come from {ICONIFY.name} {ICONIFY.version} <https://iconify.design>.",
        "Every set keeps its own licence, which stands with each icon that is shown.",
        "This file is written by `scripts/build_catalogue.py`.",
        "## Drawings",
        "Drawings of these sets are in `bodies.pack`, as Iconify publishes them.",
    ]
    whole: list[tuple[str, str]] = []
    for one in drawn_sets:
        facts = known[one.prefix]
        notice = notice_of(modules, one.notice, facts.spdx) if one.notice else Notice((), "")
        title = f"{facts.name} (`{one.prefix}`)"
        origin = f"{one.notice} {versions.get(one.notice, '')}".strip()
        said = "; ".join(notice.copyright) or f"Copyright (c) {facts.author}"
        if facts.spdx == "Unlicense":
            said = "No rights reserved"
        where = (
            f"notice from {origin}"
            if notice.copyright or notice.text
            else "author as Iconify's data names them"
        )
        version = f" {facts.version}" if facts.version else ""
        out.append(
            f"- **{title}**{version}, {facts.author} <{facts.author_url}>. {' '.join(filter(None, (facts.spdx, facts.licence_url and f'<{facts.licence_url}>')))}."
            f" {said} ({where})."
        )
        if notice.text:
            whole.append((f"Notice of {title}, from {origin}", notice.text))
    out += ["## Tags", "Tags and keywords in `catalogue.pack` were merged from these."]
    for package in TAG_PACKAGES:
        notice = notice_of(modules, package.name, package.licence)
        said = "; ".join(notice.copyright)
        out.append(f"- **{package.name}** {package.version}, {package.licence}. {said}".rstrip())
        if notice.text and not any(text == notice.text for _, text in whole):
            whole.append((f"Notice of {package.name} {package.version}", notice.text))
    out.append("## Texts")
    texts = [("MIT", MIT), ("Apache-2.0", _apache_text(modules)), ("Unlicense", UNLICENSE), *whole]
    for title, text in texts:
        out += [f"### {title}", "\n".join(f"    {line}".rstrip() for line in text.splitlines())]
    return ("\n\n".join(out).replace("\n\n- **", "\n- **") + "\n").encode()


def _apache_copyright(text: str) -> Iterable[str]:
    for line in text.splitlines():
        # The appendix shows how such a line is written, in brackets.
        if line.strip().startswith("Copyright ") and "[" not in line and "{" not in line:
            yield line.strip()


def _apache_text(modules: Path) -> str:
    package = next(one for one in EVERY if one.name == "@material-symbols/svg-400")
    return _licence_file(modules, package).read_text(encoding="utf-8").strip("\n")


def _licence_file(modules: Path, package: Package) -> Path:
    return modules / package.name / "LICENSE"


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[^\w\s]", "", text).lower().split())
