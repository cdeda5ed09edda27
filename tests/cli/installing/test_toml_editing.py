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
    ("text", "with_it", "without"),
    [
        (
            '[mcp_servers]\nopsin = {command="uvx"} # mine\nz.command = "z"\n',
            '[mcp_servers]\nopsin = { command = "new", env = { A = "1" } } # mine\nz.command = "z"\n',
            '[mcp_servers]\nz.command = "z"\n',
        ),
        (
            'mcp_servers."opsin" = { command = "x" }\n[a]\nb = 1\n',
            'mcp_servers."opsin" = { command = "new", env = { A = "1" } }\n[a]\nb = 1\n',
            "[a]\nb = 1\n",
        ),
        (
            'mcp_servers.opsin.command = "x"\nmcp_servers.z.command = "=opsin"\n',
            (
                'mcp_servers.z.command = "=opsin"\n\n[mcp_servers.opsin]\ncommand = "new"\n'
                '[mcp_servers.opsin.env]\nA = "1"\n'
            ),
            'mcp_servers.z.command = "=opsin"\n',
        ),
        (
            '[mcp_servers]\r\nopsin.args = [\r\n  "=", # ]\r\n]\r\n[mcp_servers.opsin.env]\r\nB = "2"\r\n',
            (
                '[mcp_servers]\r\n\r\n[mcp_servers.opsin]\r\ncommand = "new"\r\n'
                '[mcp_servers.opsin.env]\r\nA = "1"\r\n'
            ),
            "[mcp_servers]\r\n",
        ),
    ],
)
def test_inline_tables_and_dotted_keys_are_changed_where_they_stand(
    text: str, with_it: str, without: str
) -> None:
    entry = {"command": "new", "env": {"A": "1"}}
    assert with_entry_in_toml(text, PATH, entry) == with_it
    assert with_entry_in_toml(with_it, PATH, entry) == with_it
    assert without_entry_in_toml(text, PATH) == without


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = ", "no TOML"),
        ("[[mcp_servers.opsin]]\na = 1\n", r"array, at line 1\. .*\[mcp_servers\.opsin\]"),
        ("[[mcp_servers]]\na = 1\n", "an array in it"),
        ("mcp_servers = 3\n", "a plain value in it"),
    ],
)
def test_what_has_no_place_for_a_table_is_refused(text: str, told: str) -> None:
    with pytest.raises(NotEditable, match=told):
        with_entry_in_toml(text, PATH, ENTRY)


def test_what_stands_in_the_braces_of_others_is_left_to_its_owner_with_the_very_words() -> None:
    text = 'a = 1\nmcp_servers = { z = { command = "z" } }\n'
    with pytest.raises(NotEditable, match="inline table, at line 2") as refused:
        with_entry_in_toml(text, PATH, {"command": "new"})
    by_hand = text.replace(" }\n", f", {refused.value.by_hand} }}\n")
    assert entry_in_toml(by_hand, PATH) == {"command": "new"}
    with pytest.raises(NotEditable) as refused:
        with_entry_in_toml(by_hand, PATH, ENTRY)
    assert refused.value.where.endswith("in place of its older opsin")
    with pytest.raises(NotEditable, match="braces of line 2"):
        without_entry_in_toml(by_hand, PATH)


def test_values_are_written_as_they_are_read() -> None:
    entry = {"a": 1, "b": 1.5, "c": True, "d": ["x", {"y": 2}], "e": {"f": {"g h": "\x7f\u00e9\n"}}}
    assert tomllib.loads(table_text(("x",), entry)) == {"x": entry}
    with pytest.raises(NotEditable, match="date"):
        table_text(("x",), {"a": date(2026, 1, 1)})
