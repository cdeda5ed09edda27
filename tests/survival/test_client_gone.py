"""The client ends, or is killed, in the middle of a download: the server ends too, and leaves nothing running."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.alive import lives, wait_until
from tests.loopback.web import LoopbackWeb
from tests.survival.aftermath import judge_store, titles
from tests.survival.query_results import QueryResults
from tests.survival.server_process import ENDS_WITHIN_S, STARTS_WITHIN_S, Server, cells_of, posix, serving

pytestmark = posix


CLIENT = """
import sys
from pathlib import Path
from tests.survival.server_process import Server, cells_of

server = Server(Path.cwd(), {}).greeted()
cells = cells_of(server.call("image_search", query="red panda", count=2))
server.start("image_download", ids=[cell["id"] for cell in cells])
print(server.popen.pid, flush=True)
sys.stdin.read()
"""


def close_both(server: Server) -> None:
    server.hang_up()


def close_output(server: Server) -> None:
    assert server.popen.stdout is not None
    server.popen.stdout.close()


@pytest.mark.parametrize("leave", [pytest.param(close_both, marks=pytest.mark.full), close_output])
def test_a_client_that_hangs_up_ends_the_server(
    engine: QueryResults, web: LoopbackWeb, tmp_path: Path, leave: Callable[[Server], None]
) -> None:
    with serving(tmp_path, web.environ(tmp_path)) as server:
        given = titles(cells_of(server.call("image_search", query="red panda", count=2)))
        engine.slow = frozenset(given.values())
        server.start("image_download", ids=list(given))
        assert engine.dripping.wait(STARTS_WITHIN_S)
        leave(server)
        assert server.popen.wait(ENDS_WITHIN_S) == 0
        assert nothing_runs_in(server.popen.pid)
    assert web.wait_until_idle()
    judge_store(tmp_path / "state", given)
    assert list((tmp_path / "out").iterdir()) == []


def test_a_client_that_is_killed_ends_the_server(
    engine: QueryResults, web: LoopbackWeb, tmp_path: Path
) -> None:
    engine.slow = frozenset({"red panda number 0", "red panda number 1"})
    environ = {**os.environ, **web.environ(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", CLIENT], cwd=tmp_path, env=environ, stdin=pipe, stdout=pipe
    ) as client:
        assert client.stdout is not None
        server = int(client.stdout.readline())
        assert engine.dripping.wait(STARTS_WITHIN_S)
        client.kill()
    assert wait_until(lambda: not lives(server), ENDS_WITHIN_S), "the server outlived its client"
    assert web.wait_until_idle()
    assert list((tmp_path / "out").iterdir()) == []


def nothing_runs_in(session: int) -> bool:
    """Whether no process of the session is left; its leader has been waited for."""
    try:
        os.killpg(session, 0)
    except ProcessLookupError:
        return True
    return False
