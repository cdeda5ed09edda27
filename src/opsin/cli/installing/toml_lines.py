"""Where each header and each key with its value stands in TOML text (https://toml.io/en/v1.0.0)."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|\n|.', re.DOTALL
)
_BLANK = re.compile(r"[ \t]*")
_FOR_THE_NEXT = re.compile(r"^(?:[ \t]*(?:#[^\n]*)?\r?(?:\n|\Z))*\Z", re.MULTILINE)
"""Empty lines and comments at the end of a table: they are about the table after it."""


@dataclass(frozen=True, slots=True)
class Header:
    """A table's header.

    Attributes:
        start: Where its line begins.
        line: The number of its line, from 1.
        keys: The keys that it names; none where they cannot be read.
        repeated: Whether it is one of an array of tables.
    """

    start: int
    line: int
    keys: tuple[str, ...]
    repeated: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """A key with its value.

    Attributes:
        start: Where its line begins.
        end: Where its last line is over, line break and all.
        line: The number of its first line, from 1.
        keys: Its keys with those of the header above it; none where they cannot be read.
        under: How many of these are the header's.
        value_start: Where the value begins.
        value_end: Where the value is over.
    """

    start: int
    end: int
    line: int
    keys: tuple[str, ...]
    under: int
    value_start: int
    value_end: int


def lines_of(text: str) -> Iterator[Header | Pair]:
    """Give every header and every key with its value, in their order. The text has to be TOML."""
    start, line = 0, 1
    above: tuple[str, ...] = ()
    while start < len(text):
        depth, equals, end, value_end = 0, -1, len(text), start
        for token in _TOKEN.finditer(text, start):
            found = token[0]
            if found == "\n" and depth == 0:
                end = token.end()
                break
            if found == "=" and equals < 0:
                equals = token.start()
            depth += (found in {"[", "{"}) - (found in {"]", "}"})
            if not found.isspace() and found[0] != "#":
                value_end = token.end()
        said = text[start:value_end].strip()
        if said.startswith("["):
            above = _keys(said)
            yield Header(start, line, above, said.startswith("[["))
        elif equals >= 0:
            keys = _keys(f"{text[start:equals]} = 0")
            blank = _BLANK.match(text, equals + 1)
            assert blank is not None
            full = (*above, *keys) if keys else ()
            yield Pair(start, end, line, full, len(above), blank.end(), value_end)
        line += text.count("\n", start, end)
        start = end


def tables_of(text: str, path: Sequence[str]) -> list[tuple[int, int]]:
    """The places of the table with a header at a path of keys, and of those below it."""
    headers = [(one.start, one.keys) for one in lines_of(text) if isinstance(one, Header)]
    spans: list[tuple[int, int]] = []
    for (start, keys), (end, _) in pairwise([*headers, (len(text), ())]):
        if keys[: len(path)] != tuple(path):
            continue
        goes_on = spans and _FOR_THE_NEXT.fullmatch(text, spans[-1][1], start)
        tail = _FOR_THE_NEXT.search(text[start:end])
        spans.append((spans.pop()[0] if goes_on else start, start + tail.start() if tail else end))
    return spans


def pairs_of(text: str, path: Sequence[str]) -> list[Pair]:
    """What says something of a path of keys outside of the tables with such a header."""
    return [
        one
        for one in lines_of(text)
        if isinstance(one, Pair) and one.under < len(path) and one.keys[: len(path)] == tuple(path)
    ]


def _keys(header: str) -> tuple[str, ...]:
    try:
        value: Any = tomllib.loads(header.strip())
    except tomllib.TOMLDecodeError:
        return ()
    keys = []
    while isinstance(value, dict) and value:
        ((key, value),) = value.items()
        keys.append(key)
        value = value[0] if isinstance(value, list) and value else value
    return tuple(keys)
