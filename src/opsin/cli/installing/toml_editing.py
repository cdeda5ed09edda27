"""Putting one table into TOML text (https://toml.io/en/v1.0.0), or taking it out; the rest stays as it is.

Each change is read again and compared with what it was to be; what does not come out right is refused.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from opsin.cli.installing.not_editable import NotEditable
from opsin.cli.installing.toml_lines import Pair, lines_of, pairs_of, tables_of

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def entry_in_toml(text: str, path: Sequence[str]) -> dict[str, Any]:
    """The table that stands at a path of keys; an empty one where there is none.

    Raises:
        NotEditable: the text is no TOML.
    """
    value = _at(_parsed(text), path)
    return value if isinstance(value, dict) else {}


def with_entry_in_toml(text: str, path: Sequence[str], entry: Mapping[str, Any]) -> str:
    """The text with the table at a path of keys; one that stands there is replaced.

    Raises:
        NotEditable: the text is no TOML, or its form leaves no safe place for the table.
    """
    value = _parsed(text)
    wanted = _changed(value, path, entry)
    pairs, spans = pairs_of(text, path), tables_of(text, path)
    _refuse_what_has_no_place(text, value, path, entry)
    newline = "\r\n" if "\r\n" in text else "\n"
    table = table_text(path, entry).replace("\n", newline)
    if len(pairs) == 1 and pairs[0].keys == tuple(path):
        edited = f"{text[: pairs[0].value_start]}{_value(entry)}{text[pairs[0].value_end :]}"
    elif spans and not pairs:
        start = spans[0][0]
        kept = _without(text, spans)
        edited = f"{kept[:start]}{table}{kept[start:]}"
    else:
        kept = _without(text, sorted([*((one.start, one.end) for one in pairs), *spans]))
        gap = "" if not kept else newline if kept.endswith("\n") else newline * 2
        edited = f"{kept}{gap}{table}"
    _check(edited, wanted)
    return edited


def without_entry_in_toml(text: str, path: Sequence[str]) -> str:
    """The text without the table at a path of keys; the same text where there is none.

    Raises:
        NotEditable: the text is no TOML, or the table is written in a form that is not understood.
    """
    value = _parsed(text)
    if not _stands_in(value, path):
        return text
    if (pair := _braces_above(text, path)) is not None:
        raise NotEditable(
            f"{path[-1]} stands in the braces of line {pair.line}.",
            hint=f"Take `{_key(path[-1])} = {{ … }}` out of them by hand.",
        )
    spans = tables_of(text, path)
    edited = _without(text, sorted([*((one.start, one.end) for one in pairs_of(text, path)), *spans]))
    if spans and spans[-1][1] == len(text):
        edited = re.sub(r"(?:\r?\n)(?:[ \t]*\r?\n)+\Z", "\n", edited)
    found = _parsed_again(edited)
    wanted = _changed(value, path, None)
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


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = text[:start] + text[end:]
    return text


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as why:
        raise NotEditable(f"It is no TOML: {why}.", hint="Correct that, and run it again.") from None


def _changed(value: dict[str, Any], path: Sequence[str], entry: Mapping[str, Any] | None) -> dict[str, Any]:
    key, *rest = path
    if not rest:
        others = {name: one for name, one in value.items() if name != key}
        return others if entry is None else {**others, key: dict(entry)}
    below = value.get(key, {})
    if not isinstance(below, dict):
        raise NotEditable(
            f"{key} is {'an array' if isinstance(below, list) else 'a plain value'} in it, and a table belongs there.",
            hint="Correct that, and run it again.",
        )
    return {**value, key: _changed(below, rest, entry)}


def _without_empty(value: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    """The value without the tables on the path that hold nothing: they had no header of their own."""
    if not path:
        return value
    key, *rest = path
    below = _without_empty(value.get(key, {}), rest)
    return {**value, key: below} if below else {name: one for name, one in value.items() if name != key}


def _refuse_what_has_no_place(
    text: str, value: dict[str, Any], path: Sequence[str], entry: Mapping[str, Any]
) -> None:
    name = ".".join(map(_key, path))
    if isinstance(_at(value, path), list):
        number = next((one.line for one in lines_of(text) if one.keys[: len(path)] == tuple(path)), 0)
        raise NotEditable(
            f"{name} stands there as an array, at line {number}.",
            hint=f"Take that out, or write it as a table, [{name}], and run it again.",
        )
    if (pair := _braces_above(text, path)) is not None:
        above = ".".join(map(_key, pair.keys))
        for key in reversed(path[len(pair.keys) + 1 :]):
            entry = {key: entry}
        raise NotEditable(
            f"{above} stands there as an inline table, at line {pair.line}, to which no line can be added.",
            by_hand=f"{_key(path[len(pair.keys)])} = {_value(entry)}",
            where=f"between the braces of line {pair.line}, with commas between it and what stands there"
            + (f", in place of its older {_key(path[-1])}" if _stands_in(value, path) else ""),
        )


def _braces_above(text: str, path: Sequence[str]) -> Pair | None:
    """What holds the path inside a value of its own, where there is such a thing."""
    for one in lines_of(text):
        above = 0 < len(one.keys) < len(path) and one.keys == tuple(path[: len(one.keys)])
        if isinstance(one, Pair) and above:
            return one
    return None


def _at(value: Any, path: Sequence[str]) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _stands_in(value: Any, path: Sequence[str]) -> bool:
    above = _at(value, path[:-1])
    return isinstance(above, dict) and path[-1] in above


def _parsed_again(edited: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(edited)
    except tomllib.TOMLDecodeError:
        return None


def _check(edited: str, wanted: dict[str, Any]) -> None:
    if _parsed_again(edited) != wanted:
        raise NotEditable("It can't be changed without risk to what else stands in it.")
