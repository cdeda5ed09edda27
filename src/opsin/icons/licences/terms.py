"""The terms of one icon: its licence, what that asks, and by which evidence. By icon, never by set alone."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import quote

from opsin.icons.icon import Icon, IconSet
from opsin.icons.licences import facts, overrides, trademark
from opsin.icons.licences.duties import UNKNOWN, Duties, ShareAlike, duties_of, mildest
from opsin.icons.licences.expression import Expression, Licence, NoExpression, alternatives, parse
from opsin.icons.licences.facts import Source
from opsin.icons.licences.overrides import Override
from opsin.rights.links import web_link
from opsin.text import clean

_TITLE_CHARACTERS = 120
NOT_KNOWN = "its licence is not known"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one icon.

    Attributes:
        spdx: Its licence as an SPDX expression in normal form; empty where none is stated that can be read as one.
        title: The licence in words, as published: outside text, cleaned.
        url: Where it stands: an address that may be linked; empty where none is known.
        attribution_required: The author has to be named.
        copyleft: What is made from it falls under its licence.
        notice_required: Copies have to carry copyright notice and licence text along.
        credit_required: A visible credit is due.
        share_alike: How far the licence reaches.
        trademark: It shows a brand, whose owner has rights in its mark beside the licence.
        doubt: What speaks against the licence being the right one; empty for nothing.
        evidence: How the licence is known, in words of our own.
        evidence_url: Where a reviewed finding about it can be read; empty where there is none.
        own: The licence was stated for this icon, not for its set.
        guidelines: What the owner of the brand asks for: an address; empty where none is known.
        credited: Who is to be named where that is not the set's author; else empty.
    """

    spdx: str
    title: str
    url: str
    attribution_required: bool
    copyleft: bool
    notice_required: bool
    credit_required: bool
    share_alike: ShareAlike
    trademark: bool
    doubt: str
    evidence: str
    evidence_url: str = ""
    own: bool = False
    guidelines: str = ""
    credited: str = ""


@dataclass(frozen=True, slots=True)
class _Stated:
    spdx: str
    title: str
    url: str
    evidence: str
    evidence_url: str = ""
    doubt: str = ""
    own: bool = False
    guidelines: str = ""
    credited: str = ""


def terms_of(
    icon: Icon,
    sources: Mapping[str, Source] | None = None,
    findings: Mapping[str, tuple[Override, ...]] | None = None,
) -> Terms:
    """Give the terms of an icon: as stated for it alone, else as reviewed evidence has it, else as its set states.

    Where a package states the licences of a set's icons, an icon that it does not know has no known licence.

    Args:
        icon: The icon.
        sources: The packages that state licences by icon, by set; the package's own data where not given.
        findings: The reviewed findings, by set; the package's own where not given.
    """
    prefix = icon.set.prefix
    source = (facts.packaged() if sources is None else sources).get(prefix)
    about = (overrides.packaged() if findings is None else findings).get(prefix, ())
    held = tuple(one for one in about if one.holds(icon))
    base = _set_terms(icon.set, held) if source is None else _by_icon(icon, source, held)
    return _finished(base, is_brand=trademark.is_brand(icon))


def _by_icon(icon: Icon, source: Source, held: tuple[Override, ...]) -> _Stated:
    stated = source.stated(icon.name)
    named = f"{source.package} {source.version}"
    base = _set_terms(icon.set, held)
    if stated is None:
        unknown = f"not known to {named}, which states the licence of each icon of this set"
        return replace(
            base, spdx="", title="unknown", url=source.url, evidence=unknown, doubt=NOT_KNOWN, own=True
        )
    if not stated.licence:
        evidence = f"{base.evidence.rstrip('.')}; {named} states no other for this icon"
        return replace(base, evidence=evidence, guidelines=stated.guidelines)
    spdx = normal(stated.licence)
    return replace(
        base,
        spdx=spdx,
        title=spdx or stated.licence,
        url=stated.url or ("" if spdx else source.url),
        evidence=f"stated for this icon by {named}",
        own=True,
        guidelines=stated.guidelines,
    )


@lru_cache(maxsize=2_048)
def _set_terms(icons: IconSet, held: tuple[Override, ...]) -> _Stated:
    licensed = next((one for one in held if one.spdx), None)
    reviewed = licensed or next((one for one in held if one.doubt), None)
    base = _Stated(
        spdx=normal(icons.spdx),
        title=icons.licence_title or icons.spdx,
        url=icons.licence_url
        if web_link(icons.licence_url)
        else next((one.url for one in held if one.url), ""),
        evidence="as published by the set",
        evidence_url=reviewed.evidence[0] if reviewed else "",
        doubt=" ".join(dict.fromkeys(one.doubt for one in held if one.doubt)),
        credited=next((one.credit for one in held if one.credit), ""),
    )
    if licensed is None:
        return base
    return replace(
        base,
        spdx=normal(licensed.spdx),
        title=licensed.title or licensed.spdx,
        url=licensed.url,
        evidence=f"reviewed {licensed.seen.isoformat()}: {licensed.why}",
        own=bool(licensed.icons),
    )


@lru_cache(maxsize=4_096)
def _finished(stated: _Stated, *, is_brand: bool) -> Terms:
    expression = parse(stated.spdx) if stated.spdx else None
    duties: Duties = UNKNOWN if expression is None else duties_of(expression)
    url, evidence = web_link(stated.url), stated.evidence
    if not url and expression is not None:
        url = spdx_page(expression)
        evidence += "; it gives no address of the licence, so the link leads to the SPDX page" if url else ""
    return Terms(
        stated.spdx,
        clean(stated.title, _TITLE_CHARACTERS) or "unknown",
        url,
        duties.attribution_required,
        duties.copyleft,
        duties.notice_required,
        duties.credit_required,
        duties.share_alike,
        is_brand,
        stated.doubt or ("" if expression is not None else NOT_KNOWN),
        evidence,
        stated.evidence_url,
        stated.own,
        web_link(stated.guidelines),
        stated.credited,
    )


def normal(text: str) -> str:
    """Give an SPDX expression in its normal form; empty where the text is none."""
    try:
        return str(parse(text.strip(" \t\n")))
    except NoExpression:
        return ""


def spdx_page(expression: Expression) -> str:
    """Give the page of the SPDX list for the first licence of an expression; empty for a name of somebody's own."""
    first: Licence = mildest(expression)[0]
    return "" if first.is_reference else f"https://spdx.org/licenses/{quote(first.id)}.html"


def choices(terms: Terms) -> tuple[tuple[Licence, ...], ...]:
    """Give the licences that an icon may be taken under; none where its licence is not known."""
    return alternatives(parse(terms.spdx)) if terms.spdx else ()
