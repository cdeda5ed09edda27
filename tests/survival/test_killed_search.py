"""A search is killed with SIGKILL: the store opens, ids go on naming what they named, and no number comes twice."""

import shutil
import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import count as counting
from pathlib import Path

import pytest

from opsin.store.records import SearchRow
from tests.survival.aftermath import judge_sheets, judge_store, titles
from tests.survival.forks import ALL, Commands
from tests.survival.moments import kill_in_turn, spread
from tests.survival.server_process import Server, cells_of, posix, serving_several

pytestmark = [posix, pytest.mark.timeout(400)]

STORED = r"write|os\.|CREATE TABLE searches|INSERT INTO searches|COMMIT"


@pytest.mark.parametrize(
    ("earlier", "steps", "fewest"),
    [
        pytest.param(True, STORED, 7, id="a store"),
        pytest.param(True, ALL, 20, id="a store, all", marks=pytest.mark.full),
        pytest.param(False, ALL, 30, id="no store, all", marks=pytest.mark.full),
    ],
)
def test_at_every_step(commands: Commands, tmp_path: Path, earlier: bool, steps: str, fewest: int) -> None:
    given: dict[str, str] = {}
    if earlier:
        given = titles(commands.run("search", "earlier", "--count", "1", "--json").data["cells"])
    killed_at: list[str] = []
    for last_step in counting(1):
        folder = tmp_path / f"killed at {last_step}"
        if earlier:
            shutil.copytree(tmp_path / "state", folder / "state")
        run = partial(commands.beside(folder).run, "search", "--count", "1", "--json")
        ended = run("killed", last_step=last_step, steps=steps)
        if not ended.stopped_at:
            assert ended.code == 0
            break
        killed_at.append(ended.stopped_at)
        before = judge_store(folder / "state", given)
        assert len(judge_sheets(folder / "state")) <= 1, ended
        judge_numbers(folder / "state", before, titles(run("later").data["cells"]) | given)
    assert len(killed_at) >= fewest, killed_at


def test_what_was_left_over_beside_the_store_goes_with_what_is_cleared(
    commands: Commands, tmp_path: Path
) -> None:
    assert commands.run("search", "red panda", last_step=1, steps=r"os\.rename .*/sheets/").stopped_at
    assert len(judge_sheets(tmp_path / "state")) == 1
    assert commands.run("cache", "--clear").code == 0
    assert judge_sheets(tmp_path / "state") == []


@pytest.mark.full
@pytest.mark.parametrize(("count", "rounds"), [(2, 1), (4, 5)])
def test_at_any_moment(commands: Commands, tmp_path: Path, count: int, rounds: int) -> None:
    """Servers on one store are killed at moments of their own, spread over the life of a search."""
    given: dict[str, str] = {}
    for turn in range(rounds):
        with serving_several(count, tmp_path, commands.environ) as servers:
            for state in ("cold", "warm"):
                calls = start(servers, f"{state} {turn}")
                begun = time.monotonic()
                for server, call in calls:
                    given |= titles(cells_of(server.result(call)))
            life = time.monotonic() - begun
            before = judge_store(tmp_path / "state", given)
            start(servers, f"killed {turn}")
            kill_in_turn(servers, [place * life for place in spread(turn, rounds, count)])
        killed = judge_store(tmp_path / "state", given)
        assert before.items() <= killed.items()
        assert len(judge_sheets(tmp_path / "state")) <= count * (turn + 1)
        later = titles(commands.run("search", f"later {turn}", "--json").data["cells"])
        assert not later.keys() & given.keys()
        given |= later
        judge_numbers(tmp_path / "state", killed, given)
    some_id, title = next(iter(given.items()))
    assert commands.run("inspect", some_id, "--json").data["title"] == title


def start(servers: Sequence[Server], query: str) -> list[tuple[Server, int]]:
    """Let each server search, all at once."""
    return [
        (server, server.start("image_search", query=f"{query} {place}"))
        for place, server in enumerate(servers)
    ]


def judge_numbers(state: Path, before: Mapping[int, SearchRow], given: Mapping[str, str]) -> None:
    """Check that what was there before is there unchanged, and that what came later has higher numbers."""
    after = judge_store(state, given)
    assert before.items() <= after.items()
    new = after.keys() - before.keys()
    assert new
    assert min(new) > max(before, default=0)
    judge_sheets(state)
