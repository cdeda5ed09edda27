"""Putting one table into TOML text (https://toml.io/en/v1.0.0), or taking it out; the rest stays as it is.

Each change is read again and compared with what it was to be; what does not come out right is refused.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from opsin.cli.installing.not_editable import NotEditable

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*|\n|.', re.DOTALL
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_HEADER = re.compile(r"[ \t]*\[")
_FOR_THE_NEXT = re.compile(r"^(?:[ \t]*(?:#[^\n]*)?\r?(?:\n|\Z))*\Z", re.MULTILINE)
"""Empty lines and comments at the end of a table: they are about the table after it."""


def entry_in_toml(text: str, path: Sequence[str]) -> dict[str, Any]:
    """The table that stands at a path of keys; an empty one where there is none.

    Raises:
        NotEditable: the text is no TOML.
    """
    value: Any = _parsed(text)
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def with_entry_in_toml(text: str, path: Sequence[str], entry: Mapping[str, Any]) -> str:
    """The text with the table at a path of keys; one that stands there is replaced.

    Raises:
        NotEditable: the text is no TOML, or its form leaves no safe place for the table.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    table = table_text(path, entry).replace("\n", newline)
    spans = _spans(text, path)
    if spans:
        start = spans[0][0]
        kept = _without(text, spans)
        edited = f"{kept[:start]}{table}{kept[start:]}"
    else:
        gap = "" if not text else newline if text.endswith("\n") else newline * 2
        edited = f"{text}{gap}{table}"
    _check(edited, _changed(_parsed(text), path, entry))
    return edited


def without_entry_in_toml(text: str, path: Sequence[str]) -> str:
    """The text without the table at a path of keys; the same text where there is none.

    Raises:
        NotEditable: the text is no TOML, or the table is written in a form that is not understood.
    """
    if not entry_in_toml(text, path):
        return text
    spans = _spans(text, path)
    edited = _without(text, spans)
    if spans and spans[-1][1] == len(text):
        edited = re.sub(r"(?:\r?\n)(?:[ \t]*\r?\n)+\Z", "\n", edited)
    found = _parsed(edited)
    wanted = _changed(_parsed(text), path, None)
    if found not in (wanted, _without_empty(wanted, path[:-1])):
        raise NotEditable("It can't be changed without risk to what else stands in it.")
    return edited


def table_text(path: Sequence[str], entry: Mapping[str, Any]) -> str:
    """A table as TOML: its plain values, then its tables, each under its own header.

    Raises:
        NotEditable: a value has no form in TOML, or none that is known here.
    """
    plain = {key: value for key, value in entry.items() if not isinstance(value, dict)}
    lines = [f"[{'.'.join(_key(one) for one in path)}]"]
    lines += [f"{_key(key)} = {_value(value)}" for key, value in plain.items()]
    text = "\n".join(lines) + "\n"
    for key, value in entry.items():
        if isinstance(value, dict):
            text += table_text([*path, key], value)
    return text


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _string(key)


def _string(value: str) -> str:
    # A JSON string is a TOML basic string as well, but for surrogate pairs and a bare DEL.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + " }"
    raise NotEditable(f"It has a value of a kind that can't be written anew: {type(value).__name__}.")


def _headers(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Where the line of each header begins, and the keys that it names."""
    depth = 0
    at_line_start, in_header = True, False
    for token in _TOKEN.finditer(text):
        found = token[0]
        if at_line_start and depth == 0 and _HEADER.match(text, token.start()):
            in_header = True
            end = text.find("\n", token.start())
            yield token.start(), _keys(text[token.start() : len(text) if end < 0 else end])
        at_line_start = found == "\n"
        if at_line_start:
            in_header = False
        elif not in_header and found in {"[", "{"}:
            depth += 1
        elif not in_header and found in {"]", "}"}:
            depth = max(0, depth - 1)


def _keys(header: str) -> tuple[str, ...]:
    try:
        value: Any = tomllib.loads(header.rstrip())
    except tomllib.TOMLDecodeError:
        return ()
    keys = []
    while isinstance(value, dict) and value:
        ((key, value),) = value.items()
        keys.append(key)
        value = value[0] if isinstance(value, list) and value else value
    return tuple(keys)


def _spans(text: str, path: Sequence[str]) -> list[tuple[int, int]]:
    """The places of the table and of those below it."""
    starts = [*_headers(text), (len(text), ())]
    spans: list[tuple[int, int]] = []
    for (start, keys), (end, _) in pairwise(starts):
        if keys[: len(path)] != tuple(path):
            continue
        goes_on = spans and _FOR_THE_NEXT.fullmatch(text, spans[-1][1], start)
        tail = _FOR_THE_NEXT.search(text[start:end])
        spans.append((spans.pop()[0] if goes_on else start, start + tail.start() if tail else end))
    return spans


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = text[:start] + text[end:]
    return text


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as why:
        raise NotEditable(f"It is no TOML: {why}.") from None


def _changed(value: dict[str, Any], path: Sequence[str], entry: Mapping[str, Any] | None) -> dict[str, Any]:
    key, *rest = path
    if not rest:
        others = {name: one for name, one in value.items() if name != key}
        return others if entry is None else {**others, key: dict(entry)}
    below = value.get(key, {})
    if not isinstance(below, dict):
        raise NotEditable(f"Where {key!r} belongs there is no table.")
    return {**value, key: _changed(below, rest, entry)}


def _without_empty(value: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    """The value without the tables on the path that hold nothing: they had no header of their own."""
    if not path:
        return value
    key, *rest = path
    below = _without_empty(value.get(key, {}), rest)
    return {**value, key: below} if below else {name: one for name, one in value.items() if name != key}


def _check(edited: str, wanted: dict[str, Any]) -> None:
    if _parsed(edited) != wanted:
        raise NotEditable("It can't be changed without risk to what else stands in it.")
