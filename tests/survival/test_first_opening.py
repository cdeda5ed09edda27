"""Two processes make the store at the same time: neither takes the other's for a stranger's file."""

from itertools import count as counting
from pathlib import Path

import pytest

from tests.survival.aftermath import judge_store, titles
from tests.survival.forks import Commands
from tests.survival.server_process import posix

pytestmark = [posix, pytest.mark.timeout(400)]


@pytest.mark.parametrize(
    ("steps", "most"),
    [
        pytest.param("look SELECT .* FROM sqlite_master", 1, id="before it looks for tables"),
        pytest.param("look |PRAGMA|BEGIN IMMEDIATE|open .*db", 13, id="all", marks=pytest.mark.full),
    ],
)
def test_a_store_that_appears_while_another_process_opens_it(
    commands: Commands, tmp_path: Path, steps: str, most: int
) -> None:
    """One process stands still before each step of its opening in turn, while the other one makes a whole search.

    Where the first one holds a lock meanwhile, the other one may have to do without the file; the first never has.
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
        assert searches[ended.data["search"]].query["text"] == "slow"
        if step == most:
            return
