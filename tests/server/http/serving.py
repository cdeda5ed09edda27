"""The whole application behind a real socket: in the loop of the test, or as a process of its own."""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from mcp import Client
from mcp_types import CallToolResult, TextContent

from opsin.server.http.address import Address, allowed_hosts
from opsin.server.http.serve import listening, run_site
from opsin.server.http.site import build_site
from opsin.settings import Settings
from tests.forked import SERVE, Forked
from tests.server.stub import ROOT

STARTS_WITHIN_S = 60.0
LONG_ID = re.compile(r"\bs[a-p][a-z2-7]{12}:[0-9]+\b")


@asynccontextmanager
async def site(settings: Settings) -> AsyncIterator[Address]:
    """Serve in this loop; gives the address."""
    address = Address("127.0.0.1", 0)
    stop, ready = threading.Event(), asyncio.Event()
    with listening(address) as listener:
        bound = Address("127.0.0.1", listener.getsockname()[1])
        app = build_site(settings, allowed_hosts(address, settings))
        task = asyncio.create_task(
            run_site(app, listener, calls=settings.http_calls, stop=stop, ready=ready.set)
        )
        await ready.wait()
        try:
            yield bound
        finally:
            stop.set()
            await task


class Process:
    """`opsin serve --http` as a process.

    Args:
        environ: Variables beside those of the tests.
        folder: Where it is started.
        fresh: Started from nothing, as users do, and not forked.
    """

    def __init__(self, environ: Mapping[str, str], folder: Path, *, fresh: bool = False) -> None:
        self._log = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115
        values = {**os.environ, **environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
        arguments = ["--http", "127.0.0.1:0"]
        self.popen: Forked | subprocess.Popen[bytes]
        if fresh or os.name == "nt":
            self.popen = subprocess.Popen(
                [sys.executable, "-m", "opsin", "serve", *arguments], env=values, stderr=self._log, cwd=folder
            )
        else:
            self.popen = Forked(SERVE, folder, values, self._log, arguments)
        self.url = self._told()

    def log(self) -> str:
        return os.pread(self._log.fileno(), 1_000_000, 0).decode()

    def _told(self) -> str:
        give_up = time.monotonic() + STARTS_WITHIN_S
        while time.monotonic() < give_up:
            if found := re.search(r"http://\S+/mcp", self.log()):
                return found[0]
            time.sleep(0.02)
        raise AssertionError(self.log())

    def close(self) -> None:
        self.popen.kill()
        self.popen.wait()
        for pipe in (self.popen.stdin, self.popen.stdout):
            if pipe is not None:
                pipe.close()
        self._log.close()


@contextmanager
def process(environ: Mapping[str, str], folder: Path, *, fresh: bool = False) -> Iterator[Process]:
    one = Process(environ, folder, fresh=fresh)
    try:
        yield one
    finally:
        one.close()


def text_of(result: CallToolResult) -> str:
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


async def ids_of_search(client: Client, query: str = "red panda") -> list[str]:
    """The ids of a search, one for each cell."""
    result = await client.call_tool("image_search", {"query": query, "count": 4})
    assert not result.is_error, text_of(result)
    return list(dict.fromkeys(LONG_ID.findall(text_of(result))))
