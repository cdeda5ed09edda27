"""`opsin doctor` on who rests."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.cli import main
from opsin.cli.doctor_resting import check_resting
from opsin.settings import load_settings
from tests.loopback.web import LoopbackWeb


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


def test_who_rests_is_told_with_the_reason_and_the_seconds(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environ = web.environ(tmp_path)
    web.duckduckgo.mode = "blocked"
    assert main(["search", "cat", "--count", "1"], environ=environ) == 0
    assert main(["search", "cat", "--count", "1"], environ=environ) == 0
    assert "not:    duckduckgo: resting after a block" in capsys.readouterr().out
    (found,) = check_resting(load_settings(environ))
    assert found.what == "duckduckgo"
    assert found.told.startswith("resting after a block")
    assert "OPSIN_COOL_DOWN_S=0" in found.hint
    assert main(["doctor", "--json"], environ=environ) == 0
    told = json.loads(capsys.readouterr().out)
    assert any(one["what"] == "duckduckgo" and "resting" in one["told"] for one in told)


def test_doctor_asks_online_in_spite_of_a_rest(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environ = web.environ(tmp_path)
    web.duckduckgo.mode, web.duckduckgo.retry_after = "rate-limited", "3600"
    main(["search", "cat", "--count", "1"], environ=environ)
    web.duckduckgo.mode = "serving"
    web.requests.clear()
    capsys.readouterr()
    main(["doctor", "--online"], environ=environ)
    assert "resting as it asked, after a rate limit" in capsys.readouterr().out
    assert web.paths("/duckduckgo/i.js")


def test_where_nobody_rests_nothing_is_told_and_no_store_is_made(web: LoopbackWeb, tmp_path: Path) -> None:
    assert check_resting(load_settings(web.environ(tmp_path))) == []
    assert not (tmp_path / "state").exists()
