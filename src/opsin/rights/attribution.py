"""The line that credits a picture: title, author, source, licence (TASL), as Creative Commons recommends.

wiki.creativecommons.org/wiki/Recommended_practices_for_attribution
"""

from opsin.rights.licence import Family, Licence
from opsin.text import clean

_LINE_CHARACTERS = 600
_NAME_CHARACTERS = 300


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
    """Write the credit line as plain text, on one line.

    Args:
        licence: The record of the picture's licence.
        title: Name of the work; left out where empty.
        author: Who made it; "Unknown author" where empty.
        author_url: Address of the author's page; left out where empty.
        source: Where it was found, as a name ("Wikimedia Commons").
        page: Address of the page that it stands on.
        ready: A line that the provider or the author already wrote: it is kept word for word, and licence and
            page are added where it does not name them.
    """
    page = clean(page, _LINE_CHARACTERS)
    if ready.strip():
        return _completed(clean(ready, _LINE_CHARACTERS), licence, page)
    name = clean(author, _NAME_CHARACTERS) or "Unknown author"
    who = f"{name} ({clean(author_url, _LINE_CHARACTERS)})" if author_url else name
    found = _found(clean(source), page)
    work = f"“{clean(title, _NAME_CHARACTERS)}”" if title.strip() else "Picture"
    return ", ".join(filter(None, [f"{work} by {who}", found, _terms(licence)])) + "."


def _found(source: str, page: str) -> str:
    if source and page:
        return f"via {source} ({page})"
    return f"via {source or page}" if source or page else ""


def _terms(licence: Licence) -> str:
    """A mark or a dedication licenses nothing: the work "is marked with" it."""
    if licence.family is Family.UNKNOWN:
        return "licence unknown"
    url = clean(licence.url, _LINE_CHARACTERS)
    name = f"{clean(licence.name)} ({url})" if url else clean(licence.name)
    if licence.family in {Family.PUBLIC_DOMAIN, Family.CC0}:
        return name if licence.name.lower().startswith("public domain") else f"marked with {name}"
    return f"licensed under {name}" if licence.family is Family.CC else f"terms: {name}"


def _completed(line: str, licence: Licence, page: str) -> str:
    named = licence.name.lower() in line.lower() or bool(licence.url and licence.url in line)
    terms = "" if named or licence.family is Family.UNKNOWN else _terms(licence)
    source = f"via {page}" if page and page not in line else ""
    return " | ".join(filter(None, [line, terms, source]))
