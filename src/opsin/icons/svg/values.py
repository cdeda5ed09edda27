"""The values of attributes, judged by what their kind may look like.

Every value has to match a whole pattern, so there is no room for escapes, comments, functions, or addresses: nothing
needs to be searched for. Numbers have a bound, wherever they stand.
"""

import re
from collections.abc import Mapping

from opsin.icons.svg.vocabulary import ATTRIBUTES, STYLES, Kind

_SPACE = r"[ \t\r\n]"
_NUMBERS = r"[0-9a-zA-Z+\-.,;% \t\r\n]"
"""Numbers with their units, and words such as `indefinite` and `auto`: nothing of these can call or lead anywhere."""

_WORD = r"[A-Za-z][A-Za-z-]{0,30}"
_HEX = r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})"
_COLOUR = rf"(?:{_HEX}|{_WORD}|(?:rgb|hsl)a?\([0-9.,%/ ]{{1,60}}\))"
_ID = r"[A-Za-z0-9_][\w:.-]{0,127}"
_URL = rf"url\({_SPACE}*[\"']?#{_ID}[\"']?{_SPACE}*\)"
_EVENT = r"(?:begin|end|click|mouseenter|mouseleave|mouseover|mouseout|focus|blur)"
_OFFSET = rf"[+-]?{_SPACE}*[0-9.]{{1,12}}(?:s|ms|min|h)?"
_TIME = rf"{_SPACE}*(?:(?:{_ID}\.)?{_EVENT}(?:{_SPACE}*{_OFFSET})?|{_OFFSET}|indefinite)?{_SPACE}*"

_PATTERNS: Mapping[Kind, re.Pattern[str]] = {
    kind: re.compile(pattern, re.ASCII)
    for kind, pattern in {
        Kind.NUMBERS: rf"{_NUMBERS}*",
        Kind.PATH: r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-., \t\r\n]*",
        Kind.TRANSFORM: rf"(?:[, \t\r\n]*+(?:matrix|translate|scale|rotate|skewX|skewY){_SPACE}*+"
        rf"\([0-9eE+\-., \t\r\n]*+\)){{0,32}}+{_SPACE}*",
        Kind.COLOUR: _COLOUR,
        Kind.PAINT: rf"{_COLOUR}|{_URL}(?:{_SPACE}+{_COLOUR})?",
        Kind.TARGET: rf"none|{_URL}",
        Kind.WORDS: rf"{_WORD}(?:{_SPACE}+{_WORD}){{0,3}}",
        Kind.NAME: r"[\w -]{1,64}",
        Kind.LINK: rf"#{_ID}",
        Kind.ID: _ID,
        Kind.ANIMATED: _WORD,
        Kind.ANIMATION_VALUES: r"[^<&]*",
        Kind.TIMES: rf"{_TIME}(?:;{_TIME}){{0,63}}",
        Kind.STYLE: rf"(?:{_WORD}{_SPACE}*:[0-9a-zA-Z+\-.% \t\r\n]*+(?:;{_SPACE}*|$)){{0,8}}+",
    }.items()
}
_REFERENCE = re.compile(rf"url\({_SPACE}*[\"']?#({_ID})[\"']?{_SPACE}*\)", re.ASCII)
_FIGURE = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?")
_WAITS_FOR = re.compile(rf"({_ID})\.(?={_EVENT})", re.ASCII)

_HUGE = re.compile(r"(?<![.0-9])0*[1-9][0-9]{9}|[eE]\+?0*[6-9]|[eE]\+?0*[1-9][0-9]")
"""A thousand million, or a power from a million on."""

_LONG = frozenset({Kind.PATH, Kind.NUMBERS, Kind.ANIMATION_VALUES})
_MOST_CHARACTERS = 2_000
"""Of a value that is no list of points or of values of an animation."""

_WITH_NUMBERS = frozenset({Kind.NUMBERS, Kind.PATH, Kind.TRANSFORM})


def is_good(name: str, value: str) -> bool:
    """Whether an attribute, which must be one of the vocabulary, has a value that it may have."""
    kind = ATTRIBUTES[name]
    if len(value) > _MOST_CHARACTERS and kind not in _LONG:
        return False
    if kind is Kind.STYLE:
        return _PATTERNS[kind].fullmatch(value) is not None and all(
            pair[0] in STYLES for pair in declarations(value)
        )
    if kind in _WITH_NUMBERS and _HUGE.search(value):
        return False
    return _PATTERNS[kind].fullmatch(value) is not None


def is_good_animation(attribute: str, values: str) -> bool:
    """Whether an animation may give an attribute these values, which stand between semicolons."""
    parts = [part.strip() for part in values.split(";") if part.strip()]
    kind = ATTRIBUTES[attribute]
    if kind is Kind.TRANSFORM:
        return all(is_good("points", part) for part in parts)
    if kind is Kind.PAINT:
        return all(is_good("color", part) for part in parts)
    return all(is_good(attribute, part) for part in parts)


def declarations(style: str) -> list[tuple[str, str]]:
    """The properties of a style that was found good, with their values."""
    pairs = (part.partition(":") for part in style.split(";") if part.strip())
    return [(name.strip(), value.strip()) for name, _, value in pairs]


def targets(name: str, value: str) -> list[str]:
    """The ids that the value of an attribute leads to."""
    kind = ATTRIBUTES[name]
    if kind is Kind.LINK:
        return [value[1:]]
    if kind in {Kind.PAINT, Kind.TARGET}:
        return _REFERENCE.findall(value)
    return _WAITS_FOR.findall(value) if kind is Kind.TIMES else []


def retargeted(name: str, value: str, names: Mapping[str, str]) -> str:
    """The value of an attribute with other ids, by the ones that it has."""
    kind = ATTRIBUTES[name]
    if kind is Kind.LINK:
        return f"#{names[value[1:]]}"
    if kind is Kind.ID:
        return names[value]
    if kind in {Kind.PAINT, Kind.TARGET}:
        return _REFERENCE.sub(lambda found: f"url(#{names[found[1]]})", value)
    if kind is Kind.TIMES:
        return _WAITS_FOR.sub(lambda found: f"{names[found[1]]}.", value)
    return value


def numbers(value: str) -> list[float]:
    """All numbers in a value."""
    return [float(found) for found in _FIGURE.findall(value)]
