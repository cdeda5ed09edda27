"""Putting a table into TOML: what is not ours stays, character for character."""

import tomllib
from datetime import date

import pytest

from opsin.cli.installing.not_editable import NotEditable
from opsin.cli.installing.toml_editing import (
    entry_in_toml,
    table_text,
    with_entry_in_toml,
    without_entry_in_toml,
)

PATH = ("mcp_servers", "opsin")
ENTRY = {"command": "/opt/opsin", "args": ["serve"], "enabled": True, "env": {"A B": 'x"y'}}

FULL = """\
# my Codex
model = "o9"
notes = \"\"\"
[mcp_servers.opsin]
no table at all
\"\"\"
nested = [
  ["mcp_servers"],
  [1, 2],
]

[mcp_servers.other] # another
command = "x"
args = ["[mcp_servers.opsin]"]

# about the profile
[profiles.fast]
model = "o9-mini"
"""


@pytest.mark.parametrize("text", ["", FULL, FULL.rstrip(), FULL.replace("\n", "\r\n"), "[mcp_servers]\n"])
def test_what_is_put_in_can_be_taken_out(text: str) -> None:
    with_it = with_entry_in_toml(text, PATH, ENTRY)
    assert with_it.startswith(text)
    assert entry_in_toml(with_it, PATH) == ENTRY
    assert with_entry_in_toml(with_it, PATH, ENTRY) == with_it
    without = without_entry_in_toml(with_it, PATH)
    assert without.strip() == text.strip()


@pytest.mark.parametrize(
    "header", ["[mcp_servers.opsin]", '[ mcp_servers . "opsin" ]', "  ['mcp_servers'.opsin] # x"]
)
def test_an_older_table_is_replaced_in_its_place_with_all_below_it(header: str) -> None:
    ours = f'{header}\ncommand = "old"\n\n[mcp_servers.opsin.env]\nA = "1"\n'
    text = FULL.replace("# about", f"{ours}\n# about")
    with_it = with_entry_in_toml(text, PATH, {"command": "new"})
    assert with_it == FULL.replace("# about", '[mcp_servers.opsin]\ncommand = "new"\n\n# about')
    assert without_entry_in_toml(text, PATH) == FULL.replace("# about", "\n# about")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = ", "no TOML"),
        ('mcp_servers = { opsin = { command = "x" } }\n', "no TOML"),
        ("mcp_servers = 3\n", "no table"),
        ('mcp_servers.opsin.command = "x"\n', "no TOML"),
    ],
)
def test_what_cannot_be_changed_safely_is_refused(text: str, told: str) -> None:
    with pytest.raises(NotEditable, match=told):
        with_entry_in_toml(text, PATH, ENTRY)


def test_a_table_in_a_form_that_is_not_understood_is_not_taken_out() -> None:
    with pytest.raises(NotEditable, match="risk"):
        without_entry_in_toml('[mcp_servers]\nopsin = { command = "x" }\n', PATH)


def test_values_are_written_as_they_are_read() -> None:
    entry = {"a": 1, "b": 1.5, "c": True, "d": ["x", {"y": 2}], "e": {"f": {"g h": "\x7f\u00e9\n"}}}
    assert tomllib.loads(table_text(("x",), entry)) == {"x": entry}
    with pytest.raises(NotEditable, match="date"):
        table_text(("x",), {"a": date(2026, 1, 1)})
