"""A download is killed with SIGKILL: no half file bears a final name, and the same call again does the rest."""

import os
import shutil
import time
from collections.abc import Sequence
from functools import partial
from itertools import count as counting
from pathlib import Path

import pytest

from opsin.images.credits_page import NAME as CREDITS
from tests.loopback.web import LoopbackWeb
from tests.survival.aftermath import (
    judge_credits,
    judge_output,
    judge_saved,
    judge_store,
    titles,
)
from tests.survival.forks import ALL, Commands
from tests.survival.moments import kill_in_turn, spread
from tests.survival.query_results import QueryResults
from tests.survival.server_process import Server, cells_of, posix, serving, serving_several

pytestmark = [posix, pytest.mark.timeout(400)]

FILES = r"open \.opsin-|write|os\."
TWO_DAYS = 2 * 86_400


@pytest.mark.parametrize(
    ("pictures", "links", "steps", "fewest"),
    [
        pytest.param(1, True, FILES, 9, id="files", marks=pytest.mark.full),
        pytest.param(1, False, FILES, 7, id="files without links", marks=pytest.mark.full),
        pytest.param(4, True, FILES, 20, id="files of several pictures", marks=pytest.mark.full),
        pytest.param(2, True, ALL, 25, id="all", marks=pytest.mark.full),
    ],
)
def test_at_every_step(
    commands: Commands, tmp_path: Path, pictures: int, links: bool, steps: str, fewest: int
) -> None:
    found = commands.run("search", "red panda", "--count", str(pictures), "--json").data
    given = titles(found["cells"])
    killed_at: list[str] = []
    for last_step in counting(1):
        folder = tmp_path / f"killed at {last_step}"
        shutil.copytree(tmp_path / "state", folder / "state")
        run = partial(commands.beside(folder).run, "download", *given, "--json", links=links)
        ended = run(last_step=last_step, steps=steps)
        if not ended.stopped_at:
            assert ended.code == 0
            break
        killed_at.append(ended.stopped_at)
        judge_store(folder / "state", given)
        left_over = judge_output(folder / "out")
        # Where there are no links, the claim to the name is a temporary file too.
        assert len(left_over) <= (1 if links else 2), ended
        judge_saved(run().data, given)
        still_left = judge_output(folder / "out")
        assert set(still_left) <= set(left_over)
        files = list((folder / "out").iterdir())
        assert len(files) == 2 * len(given) + 1 + len(still_left), ended
        credited = judge_credits(folder / "out" / CREDITS)
        assert sorted(credited) == sorted(path.name for path in files if path.suffix == ".jpg"), ended
    assert len(killed_at) >= fewest, killed_at


def test_what_was_left_over_goes_a_day_later(commands: Commands, tmp_path: Path) -> None:
    one, other = titles(commands.run("search", "red panda", "--count", "2", "--json").data["cells"])
    assert commands.run("download", one, last_step=1, steps="os.link").stopped_at
    (left_over,) = judge_output(tmp_path / "out")
    assert commands.run("download", one).code == 0
    assert judge_output(tmp_path / "out") == [left_over], "another process might be writing it"
    os.utime(left_over, (time.time() - TWO_DAYS,) * 2)
    assert commands.run("download", other).code == 0
    assert judge_output(tmp_path / "out") == []


@pytest.mark.full
@pytest.mark.parametrize(("count", "rounds"), [(2, 1), (4, 5)])
def test_at_any_moment(commands: Commands, tmp_path: Path, count: int, rounds: int) -> None:
    """Servers on one store and folder are killed at moments of their own, spread over the life of a download."""
    given: dict[str, str] = {}
    for turn in range(rounds):
        with serving_several(count, tmp_path, commands.environ) as servers:
            for state in ("cold", "warm"):
                calls = start(servers, f"{state} {turn}", given)
                begun = time.monotonic()
                for server, call in calls:
                    server.result(call)
            life = time.monotonic() - begun
            picks: dict[str, str] = {}
            start(servers, f"killed {turn}", picks)
            kill_in_turn(servers, [place * life for place in spread(turn, rounds, count)])
        given |= picks
        judge_store(tmp_path / "state", given)
        left_over = judge_output(tmp_path / "out")
        assert len(left_over) <= count * (turn + 1)
        judge_saved(commands.run("download", *picks, "--json").data, picks)
        assert judge_output(tmp_path / "out") == left_over
    final = set((tmp_path / "out").iterdir()) - set(left_over)
    assert len(final) == 2 * len(given) + 1, "each picture stands there once, with its sidecar"
    assert len(judge_credits(tmp_path / "out" / CREDITS)) == len(given)


def start(servers: Sequence[Server], query: str, given: dict[str, str]) -> list[tuple[Server, int]]:
    """Let each server download what it finds, all at once; adds the ids to those that were given out."""
    found = [
        titles(cells_of(server.call("image_search", query=f"{query} {place}", count=6)))
        for place, server in enumerate(servers)
    ]
    for ids in found:
        given |= ids
    return [
        (server, server.start("image_download", ids=list(ids)))
        for server, ids in zip(servers, found, strict=True)
    ]


@pytest.mark.full
def test_while_a_host_drips(
    commands: Commands, engine: QueryResults, web: LoopbackWeb, tmp_path: Path
) -> None:
    with serving(tmp_path, commands.environ) as server:
        given = titles(cells_of(server.call("image_search", query="red panda", count=3)))
        engine.slow = frozenset({"red panda number 1"})
        server.start("image_download", ids=list(given))
        server.says("2 of 3 pictures are done")
        server.kill()
    assert web.wait_until_idle()
    judge_store(tmp_path / "state", given)
    assert judge_output(tmp_path / "out") == []
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == [f"red-panda-number-{one}.jpg{ending}" for one in (0, 2) for ending in ("", ".json")]
    engine.slow = frozenset()
    again = commands.run("download", *given, "--json").data
    judge_saved(again, given)
    assert [one["already"] for one in again] == [True, False, True]
