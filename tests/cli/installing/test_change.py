"""Files of clients: backups, links, permissions, what a person added, and what is shown."""

import json
import os
from pathlib import Path

import pytest

from opsin.cli.installing.change import chosen_place, entry_of, installing, uninstalling
from opsin.cli.installing.kept import Kept
from opsin.cli.installing.not_editable import NotEditable
from opsin.errors import PathRefused

ENTRY = {"command": "/opt/opsin", "args": ["serve"], "env": {"OPSIN_CANVAS": "800"}}


def test_a_new_file_is_its_owners_alone_and_nothing_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "new" / "mcp.json"
    assert installing("json", path, ENTRY).do() == Kept()
    assert entry_of("json", path) == ENTRY
    if os.name != "nt":
        assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name == "nt", reason="links and permissions are others there")
def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles" / "config.toml"
    real.parent.mkdir()
    real.write_text('model = "x"\n')
    real.chmod(0o640)
    path = tmp_path / "config.toml"
    path.symlink_to(real)
    kept = installing("codex", path, ENTRY).do()
    first = real.with_name("config.toml.before-opsin.bak")
    last = real.with_name("config.toml.before-last-change.bak")
    assert kept == Kept(first)
    assert path.is_symlink()
    assert (real.stat().st_mode & 0o777, first.stat().st_mode & 0o777) == (0o640, 0o640)
    assert first.read_text() == 'model = "x"\n'
    with_it = real.read_bytes()
    assert uninstalling("codex", path).do() == Kept(None, last, restored=True)
    assert path.is_symlink()
    assert real.read_text() == 'model = "x"\n'
    assert last.read_bytes() == with_it
    assert {one.name for one in real.parent.iterdir()} == {"config.toml", last.name}


def test_never_more_than_two_copies_are_kept_and_the_first_stays(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text('{"mine": 1}')
    for canvas in ("800", "900", "1000"):
        installing("json", path, {**ENTRY, "env": {"OPSIN_CANVAS": canvas}}).do()
    before = path.read_text()
    path.write_text(before.replace('"mine": 1', '"mine": 2'))
    kept = uninstalling("json", path).do()
    assert kept.first is not None
    assert kept.last is not None
    assert (kept.first.read_text(), '"mine": 2' in kept.last.read_text()) == ('{"mine": 1}', True)
    assert json.loads(path.read_text()) == {"mine": 2}
    assert set(tmp_path.iterdir()) == {path, kept.first, kept.last}


@pytest.mark.parametrize("style", ["json", "opencode", "codex"])
@pytest.mark.parametrize(
    "text",
    ["", " \n", "{}", '{"a": 1}', '{"mcp": {}, "mcpServers": {}}', '{\n\t"mcpServers": null\n}', "\ufeff{}"],
)
def test_in_and_out_again_gives_the_bytes_back(tmp_path: Path, style: str, text: str) -> None:
    path = tmp_path / "file"
    path.write_text('a = "{1}"' if style == "codex" and "{" in text else text, "utf-8")
    before = path.read_bytes()
    installing(style, path, ENTRY).do()
    installing(style, path, {**ENTRY, "command": "/elsewhere"}).do()
    assert uninstalling(style, path).do().restored
    assert path.read_bytes() == before
    assert not path.with_name("file.before-opsin.bak").exists()
    assert uninstalling(style, path).empty


def test_an_entry_of_somebodys_own_is_kept_and_later_bytes_come_back_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[mcp_servers]\nopsin = { command = "mine" }\n')
    installing("codex", path, ENTRY).do()
    kept = uninstalling("codex", path).do()
    assert kept.first is not None
    assert '"mine"' in kept.first.read_text()
    path.write_text("[mcp_servers]")
    installing("codex", path, ENTRY).do()
    assert uninstalling("codex", path).do().first == kept.first
    assert path.read_text() == "[mcp_servers]"


@pytest.mark.parametrize("style", ["json", "codex"])
def test_a_file_that_holds_nothing_but_opsin_goes_and_is_kept(tmp_path: Path, style: str) -> None:
    path = tmp_path / "file"
    installing(style, path, ENTRY).do()
    whole = path.read_bytes()
    kept = uninstalling(style, path).do()
    assert not path.exists()
    assert kept.last is not None
    assert kept.last.read_bytes() == whole


@pytest.mark.parametrize(
    ("style", "text", "rest"),
    [
        ("json", '{"a": 1, "mcpServers": {"opsin": {"command": "mine"}}}', '{"a":1,"mcpServers":{}}'),
        ("codex", 'a = 1\n[mcp_servers.opsin]\ncommand = "mine"\n', "a=1"),
    ],
)
def test_a_file_without_copies_loses_nothing_but_the_entry(
    tmp_path: Path, style: str, text: str, rest: str
) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    uninstalling(style, path).do()
    assert "".join(path.read_text().split()) == rest


def test_what_others_wrote_meanwhile_stays_and_so_does_an_empty_object_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    for text, wanted in (('{"a": 1}', {"a": 2}), ('{"a": 1, "mcpServers": {}}', {"a": 2, "mcpServers": {}})):
        path.write_text(text)
        installing("json", path, ENTRY).do()
        path.write_text(path.read_text().replace('"a": 1', '"a": 2'))
        assert not uninstalling("json", path).do().restored
        assert json.loads(path.read_text()) == wanted
        path.with_name("mcp.json.before-opsin.bak").unlink()


@pytest.mark.parametrize("style", ["json", "codex"])
def test_what_a_person_added_to_the_entry_stays(tmp_path: Path, style: str) -> None:
    path = tmp_path / "file"
    mine = {"command": "/old", "timeout": 90, "env": {"OPSIN_CANVAS": "700", "BRAVE_API_KEY": "hush-hush"}}
    installing(style, path, mine).do()
    change = installing(style, path, ENTRY)
    assert "hush-hush" not in "\n".join(change.shown())
    change.do()
    wanted = {**ENTRY, "timeout": 90, "env": {"OPSIN_CANVAS": "800", "BRAVE_API_KEY": "hush-hush"}}
    assert entry_of(style, path) == wanted
    assert installing(style, path, ENTRY).empty
    assert "hush-hush" not in "\n".join(uninstalling(style, path).shown())


def test_what_is_to_be_put_in_by_hand_has_no_secret_of_the_older_entry(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('mcp_servers = { opsin = { command = "/old", env = { K = "hush-hush" } } }\n')
    with pytest.raises(NotEditable) as refused:
        installing("codex", path, ENTRY)
    assert 'K = "(as it is)"' in refused.value.by_hand


def test_only_our_lines_are_shown_and_no_secret(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text('{\n  "mcpServers": {\n    "other": {\n      "env": {"K": "theirs"}\n    }\n  }\n}\n')
    shown = "\n".join(installing("json", path, ENTRY, ("800",)).shown())
    assert "theirs" not in shown
    assert '"OPSIN_CANVAS": "(hidden)"' in shown


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("json", r'{"mcpServers": {"other": {"env": {"K": "their\\own\"s"}}}, "apiKey": "their-key"}'),
        (
            "json",
            r'{"mcpServers": {"other": {"headers": [{"A": "their-key"}]}}, "my": {"token": "their\\own\"s"}}',
        ),
    ],
)
def test_secrets_of_others_are_not_shown_even_where_one_line_holds_it_all(
    tmp_path: Path, style: str, text: str
) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(text)
    shown = "\n".join(installing(style, path, ENTRY).shown())
    assert "their" not in shown
    assert shown.count("(hidden)") == 4
    installing(style, path, ENTRY).do()
    assert "their" not in "\n".join(uninstalling(style, path).shown())


def test_variables_that_are_no_object_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text('{"mcpServers": {"opsin": {"command": "x", "env": ["A=1"]}}}')
    installing("json", path, ENTRY).do()
    assert entry_of("json", path) == ENTRY


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    change = installing("json", path, ENTRY)
    path.write_text("{}")
    with pytest.raises(NotEditable, match="in the meantime"):
        change.do()
    assert path.read_text() == "{}"


def test_the_mark_of_utf_8_stays_and_other_encodings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_bytes(b'\xef\xbb\xbf{"a": "\xc3\xa9"}')
    installing("json", path, ENTRY).do()
    assert path.read_bytes().startswith(b'\xef\xbb\xbf{"a": "\xc3\xa9",')
    path.write_bytes(b'{"a": "\xe9"}')
    with pytest.raises(NotEditable, match="UTF-8"):
        installing("json", path, ENTRY)
    with pytest.raises(NotEditable, match="can't be read"):
        installing("json", tmp_path, ENTRY)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises((PathRefused, NotEditable)):
        installing("json", tmp_path / "file" / "mcp.json", ENTRY).do()


def test_the_file_with_the_entry_is_chosen_else_one_that_is_there(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonc", tmp_path / "b.json"
    assert chosen_place("opencode", (first, second)) == second
    first.write_text("no json")
    assert chosen_place("opencode", (first, second)) == first
    installing("opencode", second, {"type": "local"}).do()
    assert chosen_place("opencode", (first, second)) == second
