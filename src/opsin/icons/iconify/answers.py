"""Reading the Iconify API's answers. Nothing in them is believed: types, names and numbers are checked, the rest is left out.

The forms are those of iconify.design/docs/api/queries.html; what they leave out was seen on the server's own software.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from opsin.icons.catalogue.set_file import body_of, facts, is_name
from opsin.icons.icon import Body, IconSet
from opsin.icons.iconify.trouble import BadAnswer, NotThere
from opsin.text import clean

MOST_IDS = 999
MOST_SETS = 2_000
MOST_NAMES = 50_000
MOST_CATEGORIES = 1_000
MOST_ICONS = 10_000_000
LARGEST_BODY = 1_000_000
"""Characters of a drawing. The largest icon there is has 898,000."""

_STATUS = re.compile(rb"\s*(\d{3})\s*")
_NOT_FOUND = 404
_TITLE_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What one search found.

    Attributes:
        ids: Ids of icons, in Iconify's order, each once.
        sets: What is said of the sets that the ids are of. A set that nothing is said of is missing.
        full: The answer is as long as was allowed, so there may be more. The API does not say how many there are.
    """

    ids: tuple[str, ...]
    sets: Mapping[str, IconSet]
    full: bool


@dataclass(frozen=True, slots=True)
class SetAnswer:
    """What is said of one set.

    Attributes:
        set: Its facts.
        names: Names of its icons, hidden ones too.
        hidden: Those that are no longer offered.
        aliases: Further names, and the name that each stands for.
        categories: Categories by name of an icon.
    """

    set: IconSet
    names: frozenset[str]
    hidden: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = field(default_factory=dict)
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def search_answer(body: bytes) -> SearchAnswer:
    """Read an answer of `/search`.

    Raises:
        BadAnswer: it is none.
    """
    answer = _always(body)
    listed = answer.get("icons")
    if not isinstance(listed, list):
        raise BadAnswer("no list of icons")
    ids = tuple(dict.fromkeys(one for one in listed[:MOST_IDS] if is_id(one)))
    if listed and not ids:
        raise BadAnswer("a list without any icon's id")
    limit = answer.get("limit")
    found = {one.partition(":")[0] for one in ids}
    return SearchAnswer(
        ids, _sets(answer.get("collections"), found), isinstance(limit, int) and len(listed) >= limit > 0
    )


def collections_answer(body: bytes) -> dict[str, IconSet]:
    """Read an answer of `/collections`: every set in Iconify's order, hidden ones too.

    Raises:
        BadAnswer: it is none.
    """
    return _sets(_always(body))


def collection_answer(body: bytes) -> SetAnswer:
    """Read an answer of `/collection`.

    Raises:
        BadAnswer: it is none.
        NotThere: there is no such set.
    """
    answer = _object(body)
    prefix = answer.get("prefix")
    if not isinstance(prefix, str) or not is_name(prefix):
        raise BadAnswer("a set without a name")
    titles: dict[str, dict[str, None]] = {}
    for title, names in islice(_mapping(answer.get("categories")).items(), MOST_CATEGORIES):
        for name in _names(names):
            titles.setdefault(name, {})[clean(title, _TITLE_CHARACTERS)] = None
    categories = {name: tuple(of) for name, of in titles.items()}
    hidden = frozenset(_names(answer.get("hidden")))
    aliases = {
        alias: name
        for alias, name in _mapping(answer.get("aliases")).items()
        if is_name(alias) and is_name(name)
    }
    names = frozenset(_names(answer.get("uncategorized"))) | categories.keys() | hidden
    return SetAnswer(_facts(prefix, answer.get("info"), 0, answer), names, hidden, aliases, categories)


def drawings_answer(body: bytes, prefix: str, names: tuple[str, ...]) -> dict[str, Body]:
    """Read an answer of `/{prefix}.json`: a drawing for each name that was asked for, aliases resolved.

    A name that is missing is one that the API does not know, or whose drawing cannot be used.

    Raises:
        BadAnswer: it is none.
        NotThere: there is no such set.
    """
    answer = _object(body)
    if answer.get("prefix") != prefix or not isinstance(answer.get("icons"), dict):
        raise BadAnswer("no icons of the set")
    drawings = {name: body_of(answer, name) for name in names}
    return {
        name: drawing
        for name, drawing in drawings.items()
        if drawing is not None and len(drawing.markup) <= LARGEST_BODY
    }


def is_id(value: object) -> bool:
    """Whether it may be an icon's id: two names with a colon between."""
    if not isinstance(value, str):
        return False
    prefix, _, name = value.partition(":")
    return is_name(prefix) and is_name(name)


def _object(body: bytes) -> dict[str, Any]:
    """The JSON object of an answer. A number alone is the API's way of saying an HTTP status in one of success."""
    if (status := _STATUS.fullmatch(body[:16])) is not None:
        if int(status[1]) == _NOT_FOUND:
            raise NotThere("The Iconify API knows no such set.")
        raise BadAnswer(f"the number {int(status[1])} alone")
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise BadAnswer("no JSON" if body.strip() else "an empty answer") from None
    if not isinstance(value, dict):
        raise BadAnswer("JSON that is no object")
    return value


def _always(body: bytes) -> dict[str, Any]:
    """The JSON object of an answer to what every API knows."""
    try:
        return _object(body)
    except NotThere:
        raise BadAnswer(f"the number {_NOT_FOUND} alone") from None


def _sets(value: object, wanted: set[str] | None = None) -> dict[str, IconSet]:
    entries = list(_mapping(value).items())[:MOST_SETS]
    return {
        prefix: _facts(prefix, info, order)
        for order, (prefix, info) in enumerate(entries)
        if is_name(prefix) and isinstance(info, dict) and (wanted is None or prefix in wanted)
    }


def _facts(prefix: str, info: object, order: int, data: object = None) -> IconSet:
    found = facts(prefix, info, order, data)
    return found if 0 <= found.total <= MOST_ICONS else replace(found, total=0)


def _names(value: object) -> list[str]:
    return [name for name in value[:MOST_NAMES] if is_name(name)] if isinstance(value, list) else []


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
