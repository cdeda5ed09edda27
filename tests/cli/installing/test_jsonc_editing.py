"""Putting an entry into JSON with comments: what is not ours stays, character for character."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.cli.installing.jsonc_editing import (
    entry_in_json,
    with_entry_in_json,
    without_empty_in_json,
    without_entry_in_json,
)
from opsin.cli.installing.jsonc_reading import read_jsonc
from opsin.cli.installing.not_editable import NotEditable

PATH = ("servers", "opsin")
ENTRY = {"command": "/opt/opsin", "args": ["serve"]}

COMMENTED = """\
// my servers
{
\t"theme": "dark", // keep it dark
\t"servers": {
\t\t/* the first one */
\t\t"other": { "command": "x", "args": ["a,b", "// no comment"] }, // trailing
\t},
\t// the end
}
"""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "{ }\n",
        '{"servers": {}}',
        '{"servers":{"other":{"command":"x"}}}',
        '{"servers": {"other": 1}, "z": [1, 2]}',
        '{\n  "servers": {\n    "other": {}\n  }\n}\n',
        '{\r\n    "a": 1 // one\r\n}\r\n',
        "{\n  // nothing yet\n}",
        COMMENTED,
    ],
)
def test_what_is_put_in_can_be_taken_out(text: str) -> None:
    with_it = with_entry_in_json(text, PATH, ENTRY)
    assert entry_in_json(with_it, PATH) == ENTRY
    assert with_entry_in_json(with_it, PATH, ENTRY) == with_it
    without = without_entry_in_json(with_it, PATH)
    assert entry_in_json(without, PATH) == {}
    before = read_jsonc(text).value if text.strip() else {}
    assert read_jsonc(without).value == {"servers": {}, **before}


def test_every_line_of_others_stays() -> None:
    with_it = with_entry_in_json(COMMENTED, PATH, ENTRY)
    rest = iter(with_it.splitlines())
    assert all(line in rest for line in COMMENTED.splitlines()), with_it
    assert '\t\t"opsin": {\n\t\t\t"command"' in with_it
    assert without_entry_in_json(with_it, PATH) == COMMENTED


def test_an_older_entry_is_replaced_in_its_place() -> None:
    text = '{\n  "servers": {\n    "opsin": {"command": "old"}, // ours\n    "z": 1\n  }\n}\n'
    assert with_entry_in_json(text, PATH, {"command": "new"}) == (
        '{\n  "servers": {\n    "opsin": {\n      "command": "new"\n    }, // ours\n    "z": 1\n  }\n}\n'
    )


def test_line_ends_of_windows_stay() -> None:
    with_it = with_entry_in_json('{\r\n  "a": 1\r\n}\r\n', PATH, ENTRY)
    assert "\n" not in with_it.replace("\r\n", "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "The whole of it is an array, at line 1"),
        ('{\n"servers": []}', "servers is an array, at line 2, and an object"),
        ('{"servers": "x"}', "servers is a plain value, at line 1"),
        ('{"servers": {"opsin": {},\n"opsin": {}}}', "more than once, at lines 1 and 2"),
        ('{"servers": {}, "servers": {}}', "more than once"),
        ('{"a": 1', "line 1"),
        ('{\n"a": 1,\n"b" 2}', "line 3"),
        ("{'a': 1}", "line 1"),
        ('{"a": 1} x', "line 1"),
        ('{"a": 01}', "line 1"),
        ('{"a": "\n"}', "line 1"),
        ('{"a" 1}', "line 1"),
        ("{,}", "line 1"),
        ("[1 2]", "line 1"),
        ('{"a": /* open', "line 1"),
        ("[" * 100_000, "deep"),
        (r'{"a": "\x"}', "line 1"),
    ],
)
def test_what_cannot_be_changed_safely_is_refused(text: str, told: str) -> None:
    with pytest.raises(NotEditable, match=told):
        with_entry_in_json(text, PATH, ENTRY)


def test_a_null_in_the_place_of_the_servers_is_nothing() -> None:
    with_it = with_entry_in_json('{\n  "servers": null,\n  "a": 1\n}\n', PATH, {"command": "x"})
    assert json.loads(with_it) == {"servers": {"opsin": {"command": "x"}}, "a": 1}
    assert '\n  "servers": {\n    "opsin": {\n' in with_it
    assert without_entry_in_json('{"servers": null}', PATH) == '{"servers": null}'


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ('{"a": 1, "servers": {} }', '{"a": 1}'),
        ('{"servers": {"x": 1}}', None),
        ('{"servers": {/* mine */}}', None),
        ('{"servers": null}', None),
        ("{}", None),
    ],
)
def test_an_object_goes_where_nothing_at_all_stands_in_it(text: str, without: str | None) -> None:
    found = without_empty_in_json(text, PATH[:1])
    assert found.replace(" ", "") == (text if without is None else without).replace(" ", "")


TEXT = st.text('a"\\/{,é\n', max_size=5)
VALUES = st.sampled_from([None, True, 1, "}, // no /* comment", [], [1, ["]"]], {}, {"opsin": {"x": 1}}])


@given(
    others=st.dictionaries(TEXT, VALUES, max_size=4),
    servers=st.dictionaries(TEXT, VALUES, max_size=3),
    indent=st.sampled_from([None, 1, 2, 4, "\t"]),
    place=st.booleans(),
)
def test_any_json(
    others: dict[str, Any], servers: dict[str, Any], indent: int | str | None, place: bool
) -> None:
    servers.pop("opsin", None)
    value = {"servers": servers, **others} if place else {**others, "servers": servers}
    value["servers"] = servers
    text = json.dumps(value, indent=indent)
    with_it = with_entry_in_json(text, PATH, ENTRY)
    assert json.loads(with_it) == {**value, "servers": {**servers, "opsin": ENTRY}}
    assert json.loads(without_entry_in_json(with_it, PATH)) == value
