"""The line that credits a picture: title, author, source, licence (TASL), as Creative Commons recommends.

wiki.creativecommons.org/wiki/Recommended_practices_for_attribution
"""

import re
from dataclasses import dataclass

from opsin.rights.licence import Family, Licence
from opsin.rights.links import web_link
from opsin.rights.markup import HTML, MARKDOWN, PLAIN, Markup
from opsin.text import clean

_LINE_CHARACTERS = 600
_NAME_CHARACTERS = 300
_ADDRESS_CHARACTERS = 2_000


@dataclass(frozen=True, slots=True)
class Work:
    """A picture as its credit line names it. All texts are from outside.

    Attributes:
        licence: The record of its licence.
        title: Its name; left out of the line where empty.
        author: Who made it; "Unknown author" where empty.
        author_url: Address of the author's page.
        source: Where it was found, as a name ("Wikimedia Commons").
        page: Address of the page that it stands on.
        ready: A line that the provider or the author already wrote: it is kept word for word, and licence and
            page are added where it does not name them.
        changes: What was done to the picture, in words of our own ("resized by the provider"); empty where nothing.
    """

    licence: Licence
    title: str = ""
    author: str = ""
    author_url: str = ""
    source: str = ""
    page: str = ""
    ready: str = ""
    changes: str = ""


def attribution(
    licence: Licence,
    *,
    title: str = "",
    author: str = "",
    author_url: str = "",
    source: str = "",
    page: str = "",
    ready: str = "",
) -> str:
    """Write the credit line as plain text, on one line; the parameters are those of `Work`."""
    return attribution_text(Work(licence, title, author, author_url, source, page, ready))


def attribution_text(work: Work) -> str:
    """Write the credit line as plain text, on one line. Addresses stand in brackets."""
    return _line(work, PLAIN)


def attribution_markdown(work: Work) -> str:
    """Write the credit line as Markdown, on one line. No text of it can become markup or a link of its own."""
    return _line(work, MARKDOWN)


def attribution_html(work: Work) -> str:
    """Write the credit line as HTML, on one line. No text of it can become markup or a link of its own."""
    return _line(work, HTML)


def _line(work: Work, markup: Markup) -> str:
    changes = f" Changes: {markup.text(clean(work.changes))}." if work.changes else ""
    if ready := clean(work.ready, _LINE_CHARACTERS):
        return f"{_completed(ready, work, markup)}{changes}"
    name = clean(work.author, _NAME_CHARACTERS) or "Unknown author"
    title = clean(work.title, _NAME_CHARACTERS)
    who = f"{f'“{markup.text(title)}”' if title else 'Picture'} by {_linked(name, work.author_url, markup)}"
    parts = [who, _found(work, markup), _terms(work.licence, markup)]
    return f"{', '.join(filter(None, parts))}.{changes}"


def _linked(name: str, address: str, markup: Markup) -> str:
    """The name with a link, where the address is one that may be linked. Plain text shows it as it came."""
    target = web_link(address)
    shown = clean(address, _ADDRESS_CHARACTERS) if markup is PLAIN else target
    return markup.link(name, shown) if target else markup.text(name)


def _found(work: Work, markup: Markup) -> str:
    page = clean(work.page, _ADDRESS_CHARACTERS) if web_link(work.page) else ""
    name = clean(work.source) or page
    return f"via {_linked(name, page, markup)}" if name else ""


_WORDS = {
    Family.PUBLIC_DOMAIN: "marked with ",
    Family.CC0: "marked with ",
    Family.CC: "licensed under ",
    Family.PLATFORM: "under the ",
    Family.RIGHTS_STATEMENT: "rights statement: ",
    Family.RESERVED: "",
}
"""A mark or a dedication licenses nothing: the work "is marked with" it."""

_NO_MARK = re.compile(r"public domain.*|us government work", re.IGNORECASE)


def _terms(licence: Licence, markup: Markup) -> str:
    if licence.family is Family.UNKNOWN:
        return "licence unknown"
    words = "" if _NO_MARK.fullmatch(licence.name) else _WORDS.get(licence.family, "terms: ")
    return f"{words}{_linked(clean(licence.name), licence.url, markup)}"


def _completed(line: str, work: Work, markup: Markup) -> str:
    """The ready line with links where it names licence and page, and these after it where it does not."""
    page, licence = clean(work.page, _ADDRESS_CHARACTERS), work.licence
    targets = {one: one for one in (page, licence.url) if web_link(one)}
    if licence.family is not Family.UNKNOWN:
        targets[licence.name] = licence.url
    named = {one for one in targets if re.search(_whole(one), line, re.IGNORECASE)}
    known = licence.family is Family.UNKNOWN or named & {licence.name, licence.url}
    terms = "" if known else _terms(licence, markup)
    source = _found(work, markup) if page in targets and page not in named else ""
    linked = _with_links(line, {one: targets[one] for one in named}, markup)
    return " | ".join(filter(None, [linked, terms, source]))


def _with_links(line: str, targets: dict[str, str], markup: Markup) -> str:
    if markup is PLAIN or not targets:
        return markup.text(line)
    names = sorted(targets, key=len, reverse=True)
    pattern = "|".join(f"({_whole(name)})" for name in names)
    parts, end = [], 0
    for found in re.finditer(pattern, line, re.IGNORECASE):
        target = targets[names[(found.lastindex or 1) - 1]]
        parts += [markup.text(line[end : found.start()]), _linked(found[0], target, markup)]
        end = found.end()
    return "".join([*parts, markup.text(line[end:])])


def _whole(name: str) -> str:
    """A pattern for a whole name or address: "CC BY" is not found within "CC BY-NC", nor "…/1" within "…/12"."""
    return rf"(?<![\w-]){re.escape(name)}(?![\w%-]|\.\d)"
