"""Two servers on one store ask a provider no more often than one server would."""

import re
import time
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

from tests.loopback.web import LoopbackWeb
from tests.survival.forks import Commands
from tests.survival.query_results import QueryResults
from tests.survival.server_process import posix, serving_several

pytestmark = posix

INTERVAL = 0.3
SEARCHES = 4
ROUNDS = 3
ONE_AN_HOUR = {"OPSIN_SEARCH_INTERVAL_MS": "3600000"}
CLOCKS_DIFFER = 0.01
LATE = 0.03


def test_two_servers_share_the_turns_at_a_provider(
    engine: QueryResults, web: LoopbackWeb, tmp_path: Path
) -> None:
    """The k-th search never comes before its turn. A busy machine can make searches late, and so bring two
    nearer to each other; so that they keep their distance is to be seen once in a few rounds."""
    environ = web.environ(tmp_path, OPSIN_SEARCH_INTERVAL_MS=str(round(INTERVAL * 1000)))
    with serving_several(2, tmp_path, environ) as servers:
        for server in servers:
            server.call("image_search", query="loads what a search needs", provider="wikimedia", count=1)
        for turn in range(ROUNDS):
            engine.asked.clear()
            begun = time.monotonic()
            calls = [
                (server, server.start("image_search", query=f"{turn} {one}", provider="duckduckgo", count=1))
                for one in range(SEARCHES // 2)
                for server in servers
            ]
            for server, call in calls:
                server.result(call)
            asked = engine.asked
            assert len(asked) == SEARCHES
            for place, moment in enumerate(asked):
                assert moment - begun >= place * INTERVAL - CLOCKS_DIFFER
            gaps = [later - earlier for earlier, later in pairwise(asked)]
            if min(gaps) >= INTERVAL - LATE:
                break
        assert min(gaps) >= INTERVAL - LATE


def test_a_search_that_would_wait_too_long_is_told_how_long(commands: Commands) -> None:
    """The turn that it waits for comes after another process's, which has ended since."""
    search = partial(replace(commands, environ={**commands.environ, **ONE_AN_HOUR}).run, "search")
    assert search("first", "--provider", "duckduckgo").code == 0
    second = search("second", "--provider", "duckduckgo")
    assert second.code == 1
    told = re.search(r"duckduckgo: rate-limited \(the next search is allowed in ([0-9.]+) s\)", second.log)
    assert told, second.log
    assert 3_000 < float(told[1]) <= 3_600
    # Another provider is not kept waiting by it.
    assert search("cat", "--json").data["provider"] == "wikimedia"
