"""Files of clients: backups, links, permissions, what a person added, and what is shown."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from opsin.cli.installing.change import chosen_place, entry_of, installing, uninstalling
from opsin.cli.installing.not_editable import NotEditable
from opsin.errors import PathRefused

NOW = datetime(2026, 12, 1, 12, 0, 0, tzinfo=UTC)
ENTRY = {"command": "/opt/opsin", "args": ["serve"], "env": {"OPSIN_CANVAS": "800"}}


def test_a_new_file_is_its_owners_alone_and_nothing_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "new" / "mcp.json"
    assert installing("json", path, ENTRY).do(NOW) is None
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
    kept = installing("codex", path, ENTRY).do(NOW)
    assert kept == real.with_name("config.toml.20261201-120000.bak")
    assert path.is_symlink()
    assert (real.stat().st_mode & 0o777, kept.stat().st_mode & 0o777) == (0o640, 0o640)
    assert kept.read_text() == 'model = "x"\n'
    second = uninstalling("codex", path).do(NOW)
    assert second == real.with_name("config.toml.20261201-120000-1.bak")
    assert entry_of("codex", path) == {}
    assert {one.name for one in real.parent.iterdir()} == {"config.toml", kept.name, second.name}


@pytest.mark.parametrize("style", ["json", "codex"])
def test_what_a_person_added_to_the_entry_stays(tmp_path: Path, style: str) -> None:
    path = tmp_path / "file"
    mine = {"command": "/old", "timeout": 90, "env": {"OPSIN_CANVAS": "700", "BRAVE_API_KEY": "hush-hush"}}
    installing(style, path, mine).do(NOW)
    change = installing(style, path, ENTRY)
    assert "hush-hush" not in "\n".join(change.shown())
    change.do(NOW)
    wanted = {**ENTRY, "timeout": 90, "env": {"OPSIN_CANVAS": "800", "BRAVE_API_KEY": "hush-hush"}}
    assert entry_of(style, path) == wanted
    assert installing(style, path, ENTRY).empty
    assert "hush-hush" not in "\n".join(uninstalling(style, path).shown())


def test_only_our_lines_are_shown_and_no_secret(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text('{\n  "mcpServers": {\n    "other": {\n      "env": {"K": "theirs"}\n    }\n  }\n}\n')
    shown = "\n".join(installing("json", path, ENTRY, ("800",)).shown())
    assert "theirs" not in shown
    assert '"OPSIN_CANVAS": "(hidden)"' in shown


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    change = installing("json", path, ENTRY)
    path.write_text("{}")
    with pytest.raises(NotEditable, match="in the meantime"):
        change.do(NOW)
    assert path.read_text() == "{}"


def test_the_mark_of_utf_8_stays_and_other_encodings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_bytes(b'\xef\xbb\xbf{"a": "\xc3\xa9"}')
    installing("json", path, ENTRY).do(NOW)
    assert path.read_bytes().startswith(b'\xef\xbb\xbf{"a": "\xc3\xa9",')
    path.write_bytes(b'{"a": "\xe9"}')
    with pytest.raises(NotEditable, match="UTF-8"):
        installing("json", path, ENTRY)
    with pytest.raises(NotEditable, match="can't be read"):
        installing("json", tmp_path, ENTRY)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises((PathRefused, NotEditable)):
        installing("json", tmp_path / "file" / "mcp.json", ENTRY).do(NOW)


def test_the_file_with_the_entry_is_chosen_else_one_that_is_there(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonc", tmp_path / "b.json"
    assert chosen_place("opencode", (first, second)) == second
    first.write_text("no json")
    assert chosen_place("opencode", (first, second)) == first
    installing("opencode", second, {"type": "local"}).do(NOW)
    assert chosen_place("opencode", (first, second)) == second
