"""One set as Iconify writes it down: a JSON file of drawings and aliases (iconify.design/docs/types/iconify-json.html)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from opsin.icons.catalogue.drawing import Turn, turned
from opsin.icons.icon import Body, IconSet

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PREFIX = _NAME
_MOST_NAME = 200
_MOST_MARKUP = 4_000_000
_LONGEST_CHAIN = 6
_MOST_THEMES = 64
"""Every name is held against each of them. The set with the most has 20."""

_MOST_CATEGORIES = 1_000
_TITLE_CHARACTERS = 200
_MEASURES = ("left", "top", "width", "height")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_ARCHIVED = "Archive / Unmaintained"


@dataclass(frozen=True, slots=True)
class Drawn:
    """One icon of a set's file.

    Attributes:
        name: Its name.
        body: Its drawing, mirrored and turned as the file asks.
        hidden: It is no longer offered.
        aliases: Further names of the very same drawing.
        categories: Its categories, in the file's order.
    """

    name: str
    body: Body
    hidden: bool
    aliases: tuple[str, ...]
    categories: tuple[str, ...]


def is_name(text: object) -> bool:
    """Whether it may be an icon's name or a set's prefix: small letters, digits, single dashes between."""
    return isinstance(text, str) and len(text) <= _MOST_NAME and _NAME.fullmatch(text) is not None


def facts(prefix: str, info: object, order: int, data: object = None) -> IconSet:
    """A set's facts from the data about it. What is missing or of another shape stays empty.

    Args:
        prefix: The set's prefix.
        info: Its entry in `collections.json`, its `info.json`, or `info` of its own file.
        order: Its place among the sets.
        data: Its own file, which names its themes.
    """
    known = _object(info)
    author, licence, own = _object(known.get("author")), _object(known.get("license")), _object(data)
    height = known.get("height")
    category = _text(known.get("category"))
    return IconSet(
        prefix=prefix,
        name=_text(known.get("name")) or prefix,
        version=_text(known.get("version")),
        author=_text(author.get("name")) or _text(known.get("author")),
        author_url=_text(author.get("url")),
        spdx=_text(licence.get("spdx")),
        licence_title=_text(licence.get("title")) or _text(known.get("license")),
        licence_url=_text(licence.get("url")),
        category=category,
        palette=known.get("palette") is True,
        hidden=known.get("hidden") is True,
        archived=category == _ARCHIVED,
        total=known["total"] if isinstance(known.get("total"), int) else 0,
        order=order,
        height=height if isinstance(height, int) and 0 < height < 10_000 else 0,  # noqa: PLR2004
        theme_prefixes=tuple(f"{word}-" for word in _themes(own.get("prefixes"))),
        theme_suffixes=tuple(f"-{word}" for word in _themes(own.get("suffixes"))),
    )


def drawn(data: object) -> Iterator[Drawn]:
    """The icons of a set's file, those first that have a drawing of their own.

    An alias that only renames adds a name to its icon; one that mirrors, turns or measures anew is an icon. Entries
    of another shape, and aliases that lead nowhere, are left out.
    """
    own = _object(data)
    icons, aliases = _object(own.get("icons")), _object(own.get("aliases"))
    renamed: dict[str, list[str]] = {}
    changed: list[str] = []
    for alias in aliases:
        if not is_name(alias) or alias in icons:
            continue
        target = _plain_target(alias, icons, aliases)
        if target == alias:
            changed.append(alias)
        elif target:
            renamed.setdefault(target, []).append(alias)
    categories = _categories(own.get("categories"))
    for name in (*icons, *changed):
        body = body_of(own, name) if is_name(name) else None
        if body is not None:
            yield Drawn(
                name,
                body,
                _is_hidden(name, icons, aliases),
                tuple(renamed.get(name, ())),
                tuple(categories.get(name, ())),
            )


def body_of(data: object, name: str) -> Body | None:
    """The drawing that a set's file has under a name; None where it has none, or one without an extent."""
    body = _body(data, name)
    return body if body is not None and body.width > 0 and body.height > 0 else None


def _body(data: object, name: str) -> Body | None:
    own = _object(data)
    icons, aliases = _object(own.get("icons")), _object(own.get("aliases"))
    turn = Turn()
    measures: dict[str, float] = {}
    for _ in range(_LONGEST_CHAIN):
        entry = _object(icons.get(name, aliases.get(name)))
        for key in _MEASURES:
            value = _measure(entry.get(key))
            if value is not None:
                measures.setdefault(key, value)
        if name not in icons:
            quarters = entry.get("rotate")
            turn = turn.then(
                Turn(
                    entry.get("hFlip") is True,
                    entry.get("vFlip") is True,
                    quarters % 4 if isinstance(quarters, int) else 0,
                )
            )
            name = _text(entry.get("parent"))
            continue
        markup = entry.get("body")
        if not isinstance(markup, str) or len(markup) > _MOST_MARKUP or _CONTROL.search(markup):
            return None
        for key in _MEASURES:
            value = _measure(own.get(key))
            if value is not None:
                measures.setdefault(key, value)
        left, top, width, height = (
            measures.get(key, usual) for key, usual in zip(_MEASURES, (0, 0, 16, 16), strict=True)
        )
        return turned(Body(markup, left, top, width, height), turn)
    return None


def _plain_target(alias: str, icons: Mapping[str, Any], aliases: Mapping[str, Any]) -> str:
    """The name whose drawing an alias has, itself where it has one of its own; empty where it leads nowhere."""
    name = alias
    for _ in range(_LONGEST_CHAIN):
        if name in icons:
            return name
        entry = _object(aliases.get(name))
        if not entry:
            return ""
        if entry.keys() - {"parent"}:
            return name
        name = _text(entry.get("parent"))
    return ""


def _is_hidden(name: str, icons: Mapping[str, Any], aliases: Mapping[str, Any]) -> bool:
    """Whether it is no longer offered: an alias that does not say so itself is as its parent is."""
    for _ in range(_LONGEST_CHAIN):
        entry = _object(icons.get(name, aliases.get(name)))
        if "hidden" in entry or name in icons:
            return entry.get("hidden") is True
        name = _text(entry.get("parent"))
    return False


def _categories(value: object) -> dict[str, dict[str, None]]:
    found: dict[str, dict[str, None]] = {}
    for title, names in islice(_object(value).items(), _MOST_CATEGORIES):
        told = _text(title)[:_TITLE_CHARACTERS]
        for name in names if isinstance(names, list) and told else ():
            if isinstance(name, str):
                found.setdefault(name, {})[told] = None
    return found


def _themes(value: object) -> Iterator[str]:
    return islice(filter(is_name, _object(value)), _MOST_THEMES)


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    """A text on one line, as a fact is written down; empty for what is none."""
    return " ".join(_CONTROL.sub(" ", value).split())[:2_000] if isinstance(value, str) else ""


def _measure(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # Not so for what is no number, nor for one with more digits than a float has.
    return value if -1e9 < value < 1e9 else None  # noqa: PLR2004
