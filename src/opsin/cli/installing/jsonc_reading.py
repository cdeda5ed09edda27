"""Reading JSON that may have comments and commas after the last member, with the place of everything in the text.

The format is that of VS Code's settings (https://code.visualstudio.com/docs/languages/json): JSON (RFC 8259), `//` and
`/* */` comments, trailing commas.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from opsin.cli.installing.not_editable import NotEditable

_BLANK = re.compile(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an object.

    Attributes:
        start: Where its key begins.
        node: Its value.
        comma: Where the comma after it stands; -1 where there is none.
    """

    key: str
    start: int
    node: "Node"
    comma: int


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its place.

    Attributes:
        start: Where it begins.
        end: Where it is over.
        value: What it is in Python.
        members: Of an object, in their order; nothing for other values.
    """

    start: int
    end: int
    value: Any
    members: tuple[Member, ...] = ()


def read_jsonc(text: str) -> Node:
    """Read a whole text.

    Raises:
        NotEditable: it is no JSON, even with comments.
    """
    try:
        node = _value(text, _skip(text, 0))
    except RecursionError:
        raise NotEditable("It is nested too deeply.") from None
    end = _skip(text, node.end)
    if end != len(text):
        raise _wrong(text, end)
    return node


def content_end(text: str, start: int, end: int) -> int:
    """Where the last value or comment between two places is over."""
    found = start
    for one in re.finditer(
        r'"(?:[^"\\\x00-\x1f]|\\.)*"|//[^\r\n]*|/\*.*?\*/|[^\s]', text[start:end], re.DOTALL
    ):
        found = start + one.end()
    return found


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    assert found is not None
    return found.end()


def _wrong(text: str, at: int) -> NotEditable:
    line = text.count("\n", 0, at) + 1
    return NotEditable(f"It is no JSON at line {line}.", hint="Correct that line, and run it again.")


def _value(text: str, at: int) -> Node:
    match text[at : at + 1]:
        case "{":
            return _object(text, at)
        case "[":
            nodes = [node for _, node, _ in _items(text, at, "]")]
            end = _closing(text, at, [node.end for node in nodes], "]")
            return Node(at, end, [node.value for node in nodes])
        case '"':
            found = _STRING.match(text, at)
        case _:
            found = _SCALAR.match(text, at)
    if found is None:
        raise _wrong(text, at)
    try:
        return Node(at, found.end(), json.loads(found[0]))
    except ValueError:
        raise _wrong(text, at) from None


def _object(text: str, at: int) -> Node:
    members = tuple(Member(key, start, node, comma) for (key, start), node, comma in _items(text, at, "}"))
    end = _closing(text, at, [member.node.end for member in members], "}")
    return Node(at, end, {member.key: member.node.value for member in members}, members)


def _items(text: str, at: int, close: str) -> Iterator[tuple[tuple[str, int], Node, int]]:
    """The members of an object, or the items of an array, with the place of the comma after each."""
    at = _skip(text, at + 1)
    while text[at : at + 1] != close:
        key, start = "", at
        if close == "}":
            found = _STRING.match(text, at)
            if found is None:
                raise _wrong(text, at)
            key = json.loads(found[0])
            at = _skip(text, found.end())
            if text[at : at + 1] != ":":
                raise _wrong(text, at)
            at = _skip(text, at + 1)
        node = _value(text, at)
        at = _skip(text, node.end)
        comma = at if text[at : at + 1] == "," else -1
        yield (key, start), node, comma
        if comma < 0:
            if text[at : at + 1] != close:
                raise _wrong(text, at)
            return
        at = _skip(text, at + 1)


def _closing(text: str, start: int, ends: list[int], close: str) -> int:
    at = _skip(text, ends[-1] if ends else start + 1)
    if text[at : at + 1] == ",":
        at = _skip(text, at + 1)
    assert text[at] == close
    return at + 1
