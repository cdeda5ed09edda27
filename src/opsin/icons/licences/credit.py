"""The line that credits an icon: title, author, source, licence, changes, as Creative Commons recommends.

wiki.creativecommons.org/wiki/Recommended_practices_for_attribution
"""

import re
from dataclasses import dataclass

from opsin.icons.icon import Icon
from opsin.icons.licences.terms import Terms
from opsin.rights.links import web_link
from opsin.rights.markup import HTML, MARKDOWN, PLAIN, Markup
from opsin.text import clean

_NAME_CHARACTERS = 200
UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Credit:
    """One credit line in four forms. No text in it can become markup, a link of its own, or the end of a comment."""

    text: str
    html: str
    markdown: str
    svg_comment: str


def credit(icon: Icon, terms: Terms, changes: str = "") -> Credit:
    """Write the credit line of an icon.

    Args:
        icon: The icon.
        terms: Its terms.
        changes: What was done to it, in words of our own ("recoloured"); empty where nothing was.
    """
    text, html, markdown, comment = (
        _line(icon, terms, changes, markup) for markup in (PLAIN, HTML, MARKDOWN, _COMMENT)
    )
    return Credit(text, html, markdown, f"<!-- {comment} -->")


def author_of(icon: Icon, terms: Terms) -> str:
    """Give who is to be named: outside text, cleaned."""
    return terms.credited or clean(icon.set.author, _NAME_CHARACTERS) or "unknown author"


def linked(name: str, address: str, markup: Markup) -> str:
    """Write a name, with a link where the address is one that may be linked."""
    target = web_link(address)
    return markup.link(name, target) if target else markup.text(name)


def label(terms: Terms) -> str:
    """Give the licence in few words: its SPDX expression, else its title, which is outside text."""
    return terms.spdx or f"licence: {terms.title}"


def _line(icon: Icon, terms: Terms, changes: str, markup: Markup) -> str:
    name = markup.text(clean(icon.name, _NAME_CHARACTERS))
    collection = markup.text(clean(icon.set.name or icon.set.prefix, _NAME_CHARACTERS))
    author = linked(author_of(icon, terms), "" if terms.credited else icon.set.author_url, markup)
    licence = linked(label(terms), terms.url, markup)
    done = f"changed: {markup.text(clean(changes))}" if changes else UNCHANGED
    return f"Icon “{name}” from {collection} by {author}, {licence}; {done}"


_DASHES = re.compile(r"-(?=-)")


def _comment_text(text: str) -> str:
    """No two dashes stand together, and nothing looks like a tag (w3.org/TR/xml, 2.5)."""
    return _DASHES.sub("- ", text).replace("<", "(").replace(">", ")")


def _comment_link(text: str, address: str) -> str:
    return f"{_comment_text(text)} ({_DASHES.sub('%2D', address)})"


_COMMENT = Markup(text=_comment_text, link=_comment_link)
