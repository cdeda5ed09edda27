"""`opsin settings`, `cache` and `doctor`."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.cli import main
from opsin.setting_table import TABLE
from tests.loopback.web import LoopbackWeb


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


def test_settings_show_every_row_and_where_it_comes_from(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environ = web.environ(tmp_path, OPSIN_PROXY="http://name:secret@proxy.example:3128")
    (tmp_path / "config.toml").write_text("canvas = 800\n", encoding="utf-8")
    assert main(["settings"], environ=environ) == 0
    shown = capsys.readouterr().out
    rows = {line.split()[0]: line for line in shown.splitlines() if line.startswith("OPSIN_")}
    assert set(rows) == {row.name for row in TABLE}
    assert "config.toml" in rows["OPSIN_CANVAS"]
    assert rows["OPSIN_CANVAS"].endswith(" 800")
    assert "default" in rows["OPSIN_KEEP_DAYS"]
    assert "secret" not in shown
    assert "hidden" in rows["OPSIN_PROXY"]


def test_settings_as_json(web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "--json"], environ=web.environ(tmp_path)) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["OPSIN_SEARCH_INTERVAL_MS"] == {
        "value": "0",
        "source": "OPSIN_SEARCH_INTERVAL_MS",
        "purpose": next(row.purpose for row in TABLE if row.name == "OPSIN_SEARCH_INTERVAL_MS"),
    }


def test_looking_at_settings_cache_and_doctor_writes_nothing(web: LoopbackWeb, tmp_path: Path) -> None:
    environ = web.environ(tmp_path)
    for command in ("settings", "cache", "doctor"):
        assert main([command], environ=environ) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["config.toml"]


def test_the_cache_counts_and_is_cleared(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environ = web.environ(tmp_path)
    assert main(["search", "cat", "--count", "2"], environ=environ) == 0
    capsys.readouterr()
    assert main(["cache"], environ=environ) == 0
    assert "1, 2 cells" in capsys.readouterr().out
    sheets = tmp_path / "state" / "sheets"
    assert [path.name for path in sheets.iterdir()] == ["s1.jpg"]
    assert main(["cache", "--clear"], environ=environ) == 0
    assert "Cleared 1 search, 2 cached pictures (" in capsys.readouterr().out
    assert list(sheets.iterdir()) == []
    assert main(["search", "cat", "--count", "2"], environ=environ) == 0
    assert "s2:1" in capsys.readouterr().out


def test_doctor_finds_all_well(web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"], environ=web.environ(tmp_path)) == 0
    shown = capsys.readouterr().out
    for what in ("python", "pictures", "configuration", "downloads", "store", "providers"):
        assert f"ok    {what} " in shown
    assert web.requests == []


def test_doctor_warns_of_a_mistyped_variable(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"], environ=web.environ(tmp_path, OPSIN_CANVS="800")) == 0
    shown = capsys.readouterr().out
    assert "warn  settings       OPSIN_CANVS is set" in shown
    assert "Did you mean OPSIN_CANVAS?" in shown
    assert "All is well" not in shown


def test_doctor_online_tells_who_does_not_answer_and_fails(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web.duckduckgo.mode = "blocked"
    web.openverse.mode = "rate-limited"
    assert main(["doctor", "--online"], environ=web.environ(tmp_path)) == 1
    shown = capsys.readouterr().out
    assert "FAIL  duckduckgo     blocked" in shown
    assert "warn  openverse      rate-limited" in shown
    assert "ok    wikimedia      answers" in shown


def test_doctor_tells_a_region_that_there_is_none_of_and_goes_on(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--online"], environ=web.environ(tmp_path, OPSIN_REGION="xx-yy")) == 1
    shown = capsys.readouterr().out
    assert "FAIL  providers      OPSIN_REGION is 'xx-yy'" in shown
    assert "ok    wikimedia      answers" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows of no other user's folder")
def test_doctor_tells_a_home_folder_that_there_is_none_of(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("OPSIN_OUTPUT_DIR", "OPSIN_STATE_DIR"):
        assert main(["doctor"], environ=web.environ(tmp_path, **{name: "~no-such-user/x"})) == 1
        assert f"FAIL  settings       {name} is '~no-such-user/x'" in capsys.readouterr().out


def test_doctor_names_a_bad_setting_and_fails(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"], environ=web.environ(tmp_path, OPSIN_CANVAS="large")) == 1
    assert "FAIL  settings       OPSIN_CANVAS is 'large'" in capsys.readouterr().out


def test_doctor_warns_of_a_store_that_cannot_be_used(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environ = web.environ(tmp_path)
    state = tmp_path / "state"
    state.mkdir()
    (state / "opsin.db").write_bytes(b"this is no database" * 100)
    assert main(["doctor"], environ=environ) == 0
    assert "warn  store " in capsys.readouterr().out


def test_doctor_warns_of_a_proxy(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"], environ=web.environ(tmp_path, OPSIN_PROXY="http://proxy.example:3128")) == 0
    assert "cannot be pinned" in capsys.readouterr().out
