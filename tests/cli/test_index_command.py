"""`opsin index`, and the line of the doctor on the user's own pictures."""

import json
from pathlib import Path

import pytest

from opsin.cli import main
from opsin.local.walking import MOST_DEPTH
from tests.local.own_pictures import jpeg, put


def environ(folder: Path, *dirs: Path) -> dict[str, str]:
    (folder / "config.toml").touch()
    return {
        "OPSIN_CONFIG": str(folder / "config.toml"),
        "OPSIN_STATE_DIR": str(folder / "state"),
        "OPSIN_OUTPUT_DIR": str(folder / "out"),
        "OPSIN_LOCAL_DIRS": ":".join(map(str, dirs)),
        "HOME": str(folder),
    }


def test_pictures_are_read_ahead_and_thrown_away_with_the_cache(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, "mine/a.jpg", jpeg())
    put(tmp_path, "mine/damaged.png", b"no picture")
    given = environ(tmp_path, tmp_path / "mine")
    assert main(["index", "--status", "--json"], environ=given) == 0
    assert json.loads(capsys.readouterr().out)["pictures"] == 0
    assert not (tmp_path / "state").exists()
    assert main(["index", "--json"], environ=given) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["pictures"], told["read"], told["unreadable"], told["waiting"]) == (2, 1, 1, 0)
    assert main(["index", "--rebuild"], environ=given) == 0
    assert "2, 1 read" in capsys.readouterr().out
    assert main(["cache", "--clear"], environ=given) == 0
    assert "MB) stays; `opsin cache --clear --index`" in capsys.readouterr().out
    assert (tmp_path / "state" / "local.db").exists()
    assert main(["cache", "--index"], environ=given) == 2
    assert main(["cache", "--clear", "--index"], environ=given) == 0
    assert "MB) is gone too" in capsys.readouterr().out
    assert not (tmp_path / "state" / "local.db").exists()


def test_without_folders_there_is_nothing_to_index(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["index"], environ=environ(tmp_path)) == 2
    assert "OPSIN_LOCAL_DIRS" in capsys.readouterr().err


def test_a_folder_that_is_not_whole_or_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["index"], environ=environ(tmp_path, Path("mine"))) == 2
    assert "whole paths" in capsys.readouterr().err
    assert main(["index", "--status"], environ=environ(tmp_path, tmp_path / "gone")) == 1
    assert "not there" in capsys.readouterr().out
    main(["doctor"], environ=environ(tmp_path, tmp_path / "gone"))
    assert "own pictures   not there" in capsys.readouterr().out


def test_why_files_are_known_by_name_only_and_what_was_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, "mine/damaged.png", b"no picture")
    put(tmp_path, f"mine/{'/'.join('d' * (MOST_DEPTH + 1))}/deep.jpg", jpeg())
    given = environ(tmp_path, tmp_path / "mine", tmp_path / "state" / "sheets")
    put(tmp_path, "state/sheets/s1.jpg", jpeg())
    assert main(["index"], environ=given) == 0
    told = capsys.readouterr().out
    assert "1 damaged or no picture" in told
    assert f"1 folder more than {MOST_DEPTH} deep was left out" in told
    assert f"opsin's own   {tmp_path / 'state' / 'sheets'}" in told
    main(["doctor"], environ=given)
    assert f"1 folder more than {MOST_DEPTH} deep was left out" in capsys.readouterr().out


def test_where_only_own_files_fail_nobody_else_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, "mine/panda.png", b"no picture")
    given = environ(tmp_path, tmp_path / "mine")
    assert main(["search", "panda", "--provider", "local"], environ=given) == 1
    error = capsys.readouterr().err
    assert "files of yours" in error
    assert "another provider" not in error
