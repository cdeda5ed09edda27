"""The notice that goes along with a folder of icons, so that the folder can be shipped: NOTICE.md."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from opsin.icons.icon import Icon
from opsin.icons.licences.closing import CLOSING
from opsin.icons.licences.credit import UNCHANGED, author_of, label, linked
from opsin.icons.licences.duties import ShareAlike
from opsin.icons.licences.expression import Licence
from opsin.icons.licences.terms import Terms, choices
from opsin.icons.licences.texts import copyright_lines, licence_text
from opsin.rights.markup import MARKDOWN
from opsin.text import clean

_NAME_CHARACTERS = 200
_NAME = re.compile(r"[A-Za-z0-9._:-]{1,200}")
_INTRODUCTION = "The icons in this folder are the work of others. This file has to stay with them where a licence asks for it."


@dataclass(frozen=True, slots=True)
class Noted:
    """One icon of a folder.

    Attributes:
        icon: The icon.
        terms: Its terms.
        file: The name of its file in the folder; empty where it has none.
        changes: What was done to it, in words of our own; empty where nothing was.
    """

    icon: Icon
    terms: Terms
    file: str = ""
    changes: str = ""


def notices(noted: Iterable[Noted]) -> str:
    """Write the text of NOTICE.md: each set once with author, version, licence, duties and icons, then the texts.

    The order of what is given does not matter: the same icons give the same text. Every text from outside is escaped.
    """
    by_set = defaultdict(list)
    for one in sorted(set(noted), key=lambda one: (one.icon.id, one.file, one.changes)):
        by_set[one.icon.set.prefix].append(one)
    parts = ["# Notices for icons", _INTRODUCTION, CLOSING]
    parts += [part for members in by_set.values() for part in _collection(members)]
    names = {licence.id for members in by_set.values() for one in members for licence in _needed(one.terms)}
    texts = {name: licence_text(name) for name in sorted(names)}
    if any(texts.values()):
        parts.append("# Licence texts")
        parts += [f"## {name}\n\n{_quoted(text)}" for name, text in texts.items() if text]
    return "\n\n".join(parts) + "\n"


def _collection(members: Sequence[Noted]) -> list[str]:
    """Write one set: who made it, then its licence with its icons, once for each where there are several."""
    icons, by_terms = members[0].icon.set, defaultdict(list)
    for one in members:
        by_terms[one.terms.spdx, one.terms.title, one.terms.url, one.terms.doubt].append(one)
    version = f", version {_code(icons.version)}" if icons.version else ""
    credited = members[0].terms.credited
    author = linked(
        author_of(members[0].icon, members[0].terms), "" if credited else icons.author_url, MARKDOWN
    )
    parts = [f"## {_text(icons.name or icons.prefix)} ({_code(icons.prefix)}{version})", f"By {author}."]
    parts += [_text(line) for line in copyright_lines(icons.prefix)]
    for group in by_terms.values():
        parts.append("\n".join([*_facts(group[0].terms, icons.prefix), *map(_entry, group)]))
    return parts


def _facts(terms: Terms, prefix: str) -> list[str]:
    reviewed = f" {linked('Evidence', terms.evidence_url, MARKDOWN)}." if terms.evidence_url else ""
    evidence = _text(terms.evidence, 600).rstrip(".")
    lines = [f"Licence: {linked(label(terms), terms.url, MARKDOWN)}, {evidence}.{reviewed}"]
    if terms.notice_required and not copyright_lines(prefix):
        lines.append("The copyright line, which has to be kept, is in the licence file behind the link.")
    lines += _duties(terms)
    if terms.doubt:
        lines.append(f"In doubt: {_text(terms.doubt, 600)}")
    return [f"- {line}" for line in lines]


def _duties(terms: Terms) -> list[str]:
    lines = []
    if terms.notice_required:
        lines.append("Copies have to carry the copyright line and the licence text.")
        if terms.share_alike is not ShareAlike.WORK and not all(
            licence_text(one.id) for one in _needed(terms)
        ):
            lines.append("Its whole text is not in this file: it stands behind the link.")
    if terms.credit_required:
        lines.append(
            "The author has to be credited where the icons are seen, or at a place that is named there."
        )
    if terms.share_alike is ShareAlike.FILE:
        lines.append("Changed icons stay under this licence.")
    if terms.share_alike is ShareAlike.WORK:
        lines.append(
            "What is made from these icons falls under this licence; its whole text stands behind the link."
        )
    return lines


def _entry(one: Noted) -> str:
    rules = linked("rules of its owner", one.terms.guidelines, MARKDOWN) if one.terms.guidelines else ""
    brand = f"; shows a brand{f': {rules}' if rules else ''}" if one.terms.trademark else ""
    file = f"{_code(one.file)}, " if one.file else ""
    return f"- Icon {file}{_code(one.icon.id)}, {_text(one.changes) if one.changes else UNCHANGED}{brand}"


def _needed(terms: Terms) -> tuple[Licence, ...]:
    return tuple(licence for option in choices(terms) for licence in option)


def _quoted(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


def _code(words: str) -> str:
    """A name as code, or as escaped text where it has characters that names do not have."""
    return f"`{words}`" if _NAME.fullmatch(words) else _text(words)


def _text(words: str, limit: int = _NAME_CHARACTERS) -> str:
    return MARKDOWN.text(clean(words, limit))
