"""A search for icons as lines of text: for a model, which may be given only so many, and for a person."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from opsin.icons.cells import IconCell, ShownIcons
from opsin.icons.icon import Icon
from opsin.icons.licences.credit import author_of
from opsin.icons.licences.terms import Terms
from opsin.icons.wording import OWN, duties, licence_label
from opsin.plural import counted
from opsin.text import clean

__all__ = [
    "LEVELS",
    "OWN",
    "Detail",
    "cell_line",
    "keyword_words",
    "same_set_lines",
    "set_lines",
    "untold_sentence",
]

SEPARATOR = " | "
_NAME_CHARACTERS = 60
_WHY_CHARACTERS = 160
_ADDRESS_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Detail:
    """How much is told of each icon.

    Attributes:
        set_name: Its set's title.
        why: Why it is there.
        author: Who made its set, in the set's own line.
        words: The keywords that it matches in words, and what else is to be known; otherwise their numbers only.
        sets: Lines for sets, at most.
    """

    set_name: bool = True
    why: bool = True
    author: bool = True
    words: bool = True
    sets: int = 100


_LEAST = Detail(set_name=False, why=False, author=False, words=False)
LEVELS = (
    Detail(),
    Detail(set_name=False),
    Detail(set_name=False, why=False),
    Detail(set_name=False, why=False, author=False),
    _LEAST,
    *(replace(_LEAST, sets=most) for most in (48, 32, 24, 16, 8, 0)),
)
"""From all of it to the least that is still complete; `_meta` and the saved JSON have the rest."""


def _variants(count: int) -> str:
    return f"+{counted(count, 'variant')}" if count else ""


def cell_line(cell: IconCell, keywords: Sequence[str], detail: Detail, *, own: bool) -> str:
    """One icon: number, sheet id, id, set, licence, duties, keywords, why. A set's title only where it is our own data."""
    words = [clean(word, _NAME_CHARACTERS) for word in cell.matched_keywords]
    if not detail.words:
        words = [f"k{keywords.index(word) + 1}" for word in cell.matched_keywords if word in keywords]
    remarks = [
        _variants(cell.variant_count) if detail.words else "",
        "animated" if cell.icon.animated and detail.words else "",
        "coloured" if cell.icon.palette and detail.words else "",
        f"no picture: {clean(cell.failed, _NAME_CHARACTERS)}" if cell.failed else "",
    ]
    return _row(
        str(cell.number),
        str(cell.id),
        cell.icon.id,
        clean(cell.icon.set.name, _NAME_CHARACTERS) if detail.set_name and own else "",
        licence_label(cell.terms),
        ", ".join(duties(cell.terms)) or "no duties",
        f"matched: {', '.join(words)}" if detail.words else ", ".join(words),
        f"why: {clean('; '.join(cell.why), _WHY_CHARACTERS)}" if detail.why and cell.why else "",
        ", ".join(filter(None, remarks)),
    )


def set_lines(cells: Sequence[IconCell], detail: Detail) -> Iterator[str]:
    """Each set's title, author, licence and its address once, and once more for icons with another licence.

    Titles, authors and addresses are the sets' own words.
    """
    first: dict[tuple[str, str, str], IconCell] = {}
    for cell in cells:
        first.setdefault((cell.icon.set.prefix, cell.terms.spdx, cell.terms.url), cell)
    told = list(first.values())[: detail.sets]
    yield from (_set_line(cell.icon, cell.terms, detail) for cell in told)


def untold_sentence(shown: ShownIcons, detail: Detail) -> str:
    """How many sets' lines were left out, and where they are; empty for none."""
    left = len(list(set_lines(shown.cells, Detail()))) - detail.sets
    return f"The addresses of {left} further licences are in the JSON file named below." if left > 0 else ""


def _set_line(icon: Icon, terms: Terms, detail: Detail) -> str:
    author = f" by {clean(author_of(icon, terms), _NAME_CHARACTERS)}" if detail.author else ""
    which = icon.id if terms.own else icon.set.prefix
    title = f"{clean(icon.set.name, _NAME_CHARACTERS)}{author}" if detail.author else ""
    url = clean(terms.url, _ADDRESS_CHARACTERS) or "no address of the licence is known"
    doubt = f"in doubt: {clean(terms.doubt, _WHY_CHARACTERS)}" if terms.doubt else ""
    return f"{which}: {', '.join(filter(None, (title, licence_label(terms), url, doubt)))}"


def same_set_lines(shown: ShownIcons) -> Iterator[str]:
    """Where several things of one style were asked for: which set has how many, and what it lacks."""
    numbers: dict[str, list[str]] = {}
    for cell in shown.cells:
        numbers.setdefault(cell.icon.set.prefix, []).append(str(cell.number))
    for choice in shown.found.same_set:
        wanted = len(choice.rows) + len(choice.missing)
        lacks = (
            f"; it lacks {', '.join(clean(word, _NAME_CHARACTERS) for word in choice.missing)}"
            if choice.missing
            else ""
        )
        where = f" (numbers {', '.join(numbers[choice.prefix])})" if choice.prefix in numbers else ""
        yield f"Set {choice.prefix} has {len(choice.rows)} of {wanted}{where}{lacks}."


def keyword_words(shown: ShownIcons) -> str:
    """The keywords in quotation marks."""
    return ", ".join(f"“{clean(word, _NAME_CHARACTERS)}”" for word in shown.query.keywords)


def _row(*parts: str) -> str:
    return SEPARATOR.join(filter(None, parts))
