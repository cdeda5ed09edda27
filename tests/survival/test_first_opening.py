"""Two processes make the store at the same time: neither takes the other's for a stranger's file."""

from itertools import count as counting
from pathlib import Path

import pytest

from tests.survival.aftermath import judge_store, titles
from tests.survival.forks import Commands
from tests.survival.server_process import posix

pytestmark = posix

LOCK = "BEGIN IMMEDIATE"


@pytest.mark.parametrize(
    ("steps", "fewest"),
    [
        pytest.param(f"look SELECT .* FROM sqlite_master|{LOCK}", 2, id="when it looks for tables"),
        pytest.param(f"look |PRAGMA|open .*db|{LOCK}", 8, id="all", marks=pytest.mark.full),
    ],
)
def test_a_store_that_appears_while_another_process_opens_it(
    commands: Commands, tmp_path: Path, steps: str, fewest: int
) -> None:
    """One process stands still before each step of its opening in turn, while another makes a whole search.

    That goes up to its first lock: a process that stands still with that keeps others waiting, as it must.
    """
    for step in counting(1):
        folder = tmp_path / str(step)
        ended = commands.beside(folder).run(
            *("search", "slow", "--count", "1", "--json"),
            last_step=step,
            steps=steps,
            meanwhile=("search", "quick", "--count", "1"),
        )
        assert ended.stopped_at
        assert "The store at" not in ended.log, (ended.stopped_at, ended.log)
        searches = judge_store(folder / "state", titles(ended.data["cells"]))
        assert sorted(row.query["text"] for row in searches.values()) == ["quick", "slow"], ended
        if ended.stopped_at.startswith(LOCK):
            break
    assert step >= fewest
