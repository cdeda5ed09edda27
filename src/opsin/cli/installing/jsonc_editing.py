"""Putting one entry into JSON text, or taking it out, with every other character left where it is.

Each change is read again and compared with what it was to be; what does not come out right is refused.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from opsin.cli.installing.jsonc_reading import Member, Node, content_end, read_jsonc
from opsin.cli.installing.not_editable import NotEditable

_INDENT = re.compile(r"^([ \t]+)\S", re.MULTILINE)


def entry_in_json(text: str, path: Sequence[str]) -> dict[str, Any]:
    """The object that stands at a path of keys; an empty one where there is none.

    Raises:
        NotEditable: the text is no JSON.
    """
    if not text.strip():
        return {}
    value = read_jsonc(text).value
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def with_entry_in_json(text: str, path: Sequence[str], entry: Mapping[str, Any]) -> str:
    """The text with the entry at a path of keys; one that stands there is replaced.

    Raises:
        NotEditable: the text is no JSON, or something else stands on the way to that path.
    """
    unit = _unit(text)
    if not text.strip():
        return json.dumps(_nested(path, entry), indent=unit, ensure_ascii=False) + "\n"
    root = read_jsonc(text)
    node = root
    for depth, key in enumerate(path):
        member = _member(text, node, path[:depth], key)
        if member is None:
            edited = _insert(text, node, key, _nested(path[depth + 1 :], entry), unit)
            break
        node = member.node
        if node.value is None and depth < len(path) - 1:
            # Nothing stands there.
            below = _dumped(text, _nested(path[depth + 1 :], entry), _line_indent(text, member.start), unit)
            edited = text[: node.start] + below + text[node.end :]
            break
    else:
        own = _line_indent(text, _key_start(text, root, path))
        edited = text[: node.start] + _dumped(text, entry, own, unit) + text[node.end :]
    _check(edited, _changed(root.value, path, entry))
    return edited


def without_entry_in_json(text: str, path: Sequence[str]) -> str:
    """The text without the entry at a path of keys; the same text where there is none.

    Raises:
        NotEditable: the text is no JSON.
    """
    if not text.strip():
        return text
    root = node = read_jsonc(text)
    for depth, key in enumerate(path[:-1]):
        above = _member(text, node, path[:depth], key)
        if above is None or not isinstance(above.node.value, dict):
            return text
        node = above.node
    member = _member(text, node, path[:-1], path[-1])
    if member is None:
        return text
    edited = _removed(text, node, member)
    _check(edited, _changed(root.value, path, None))
    return edited


def without_empty_in_json(text: str, path: Sequence[str]) -> str:
    """The text without the object at a path of keys where nothing stands in it, no comment either.

    Raises:
        NotEditable: the text is no JSON.
    """
    node = read_jsonc(text)
    for depth, key in enumerate(path):
        member = _member(text, node, path[:depth], key)
        if member is None:
            return text
        node = member.node
    empty = node.value == {} and not text[node.start + 1 : node.end - 1].strip()
    return without_entry_in_json(text, path) if empty else text


def _member(text: str, node: Node, path: Sequence[str], key: str) -> Member | None:
    if not isinstance(node.value, dict):
        kind = "an array" if isinstance(node.value, list) else "a plain value"
        raise NotEditable(
            f"{'.'.join(path) or 'The whole of it'} is {kind}, at line {_line(text, node.start)}, and an object"
            " belongs there.",
            hint="Correct that, and run it again.",
        )
    found = [member for member in node.members if member.key == key]
    if len(found) > 1:
        lines = " and ".join(str(_line(text, member.start)) for member in found)
        raise NotEditable(
            f"{key!r} stands in it more than once, at lines {lines}; clients read the last one.",
            hint="Take all but one of them out, and run it again.",
        )
    return found[0] if found else None


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _key_start(text: str, root: Node, path: Sequence[str]) -> int:
    node, start = root, root.start
    for depth, key in enumerate(path):
        member = _member(text, node, path[:depth], key)
        assert member is not None
        node, start = member.node, member.start
    return start


def _insert(text: str, node: Node, key: str, value: Any, unit: str) -> str:
    newline = _newline(text)
    outer = _line_indent(text, node.start)
    own = _line_indent(text, node.members[0].start) if _has_lines(text, node) else outer + unit
    line = f"{newline}{own}{json.dumps(key, ensure_ascii=False)}: {_dumped(text, value, own, unit)}"
    last = content_end(text, node.start + 1, node.end - 1)
    closing = text[last : node.end - 1]
    if "\n" not in closing:
        closing = newline + outer
    head = text[:last]
    if node.members and node.members[-1].comma >= 0:
        # Whoever ends their lists with a comma goes on doing so.
        line += ","
    elif node.members:
        end = node.members[-1].node.end
        head = f"{text[:end]},{text[end:last]}"
    return head + line + closing + text[node.end - 1 :]


def _removed(text: str, node: Node, member: Member) -> str:
    place = node.members.index(member)
    end = member.node.end if member.comma < 0 else member.comma + 1
    start = member.start
    blank = re.match(r"[ \t]*", text[end:])
    assert blank is not None
    line_start = text.rfind("\n", 0, start) + 1
    alone = not text[line_start:start].strip()
    after = end + blank.end()
    if alone and text[after : after + 1] in {"\r", "\n"}:
        # The whole line goes, with the line break before it.
        start, end = max(node.start + 1, line_start - (2 if text[:line_start].endswith("\r\n") else 1)), after
    elif alone:
        end = after
    kept = text[:start] + text[end:]
    before = node.members[place - 1] if place else None
    if before is not None and member.comma < 0 and before.comma >= 0:
        kept = kept[: before.comma] + kept[before.comma + 1 :]
    return kept


def _has_lines(text: str, node: Node) -> bool:
    return bool(node.members) and "\n" in text[node.start : node.members[0].start]


def _line_indent(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    found = _INDENT.search(text)
    return found[1] if found else "  "


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _dumped(text: str, value: Any, own: str, unit: str) -> str:
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return f"{_newline(text)}{own}".join(lines)


def _nested(path: Sequence[str], value: Any) -> Any:
    for key in reversed(path):
        value = {key: value}
    return value


def _changed(value: Any, path: Sequence[str], entry: Mapping[str, Any] | None) -> Any:
    """What the whole value is to be: with the entry, or without it where it is None."""
    key, *rest = path
    if not rest:
        others = {name: one for name, one in value.items() if name != key}
        return others if entry is None else {**others, key: dict(entry)}
    return {**value, key: _changed(value.get(key) or {}, rest, entry)}


def _check(edited: str, wanted: Any) -> None:
    if read_jsonc(edited).value != wanted:
        raise NotEditable("It can't be changed without risk to what else stands in it.")
