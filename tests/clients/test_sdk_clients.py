"""The TypeScript SDK's clients do the whole job over stdio: version 1, and version 2 in the modern era."""

from pathlib import Path

import pytest

from opsin.server.tools.registry import TOOLS
from tests.clients import arrived
from tests.clients.installed import installed
from tests.clients.session import LATE_NOTE, Ending, Session
from tests.loopback.results import Result
from tests.loopback.web import LoopbackWeb

pytestmark = [
    pytest.mark.clients,
    pytest.mark.parametrize("sdk", ["v1", "v2"]),
]

PACKAGES = {"v1": "@modelcontextprotocol/sdk", "v2": "@modelcontextprotocol/client"}
PROTOCOLS = {"v1": "2025-11-25", "v2": "2026-07-28"}


def session(sdk: str, web: LoopbackWeb, folder: Path, thumbnails_s: str) -> Session:
    environ = web.environ(folder, OPSIN_THUMBNAIL_DEADLINE_S=thumbnails_s, OPSIN_LOG_LEVEL="INFO")
    return Session(installed(PACKAGES[sdk]), sdk, environ, folder)


def check_ending(ending: Ending) -> None:
    """The server went when the client went, and neither complained of the other."""
    assert not ending.killed
    assert ending.code == 0
    # A client that has to wait sends SIGTERM, and the server's log says what ended it.
    assert all(line.startswith("INFO opsin") and "SIG" not in line for line in ending.stderr.splitlines())
    assert [error for error in ending.errors if LATE_NOTE not in error] == []


def test_search_inspect_download(sdk: str, web: LoopbackWeb, tmp_path: Path) -> None:
    web.duckduckgo.results = [result for result, _ in arrived.CELLS]
    with session(sdk, web, tmp_path, thumbnails_s=arrived.PATIENCE_S) as client:
        greeting = client.greeting()
        assert greeting["protocol"] == PROTOCOLS[sdk]
        assert greeting["server"]["name"] == "opsin"
        assert 0 < len(greeting["instructions"]) <= 2000
        names = [tool["name"] for tool in client.list_tools()]
        assert names == [tool.name for tool in TOOLS]

        search = client.answer(client.start("image_search", progress=True, query=arrived.QUERY, count=9))
        arrived.check_search(search["result"], arrived.CELLS)
        check_progress(search["progress"])

        region = client.call("image_inspect", id="s1:1", region=arrived.REGION)
        inspected = arrived.check_region(region)
        arrived.check_grey(client.call("image_inspect", id="s1:2"))
        no_picture = client.call("image_inspect", id="s1:3")
        assert no_picture["isError"] is True
        assert "HTML" in arrived.text_of(no_picture)

        download = client.call("image_download", ids=arrived.PICKS, dir="picks")
        arrived.check_download(download, tmp_path / "out" / "picks", inspected)
        # The SDK refuses an answer without structured content where it is promised, unless it is an error.
        assert client.call("image_download", ids=arrived.PICKS, dir="../picks")["isError"] is True
        arrived.check_unknown_argument(client.call("image_search", query="cat", minWidth=1920))
        check_ending(client.close())


def check_progress(notes: list[arrived.Json]) -> None:
    told = [note["progress"] for note in notes]
    assert told == sorted(set(told))
    assert len(told) >= 3
    assert all(note["total"] == 9 and note["message"] for note in notes)


def test_cancelling_and_closing_free_the_connections(sdk: str, web: LoopbackWeb, tmp_path: Path) -> None:
    with session(sdk, web, tmp_path, thumbnails_s="20") as client:
        client.greeting()
        call = start_what_hangs(client, web, "cat")
        client.cancel(call)
        assert "changed their mind" in client.answer(call)["error"]
        # The one to the provider is kept for the next search.
        assert web.wait_until_idle(at_most=1)

        web.duckduckgo.results = [Result(0)]
        arrived.picture_of(client.call("image_search", query="dog", count=1))

        start_what_hangs(client, web, "cow")
        check_ending(client.close())
        assert web.wait_until_idle()


def start_what_hangs(client: Session, web: LoopbackWeb, query: str) -> int:
    """Start a search whose thumbnails never come, and wait until the server waits for them."""
    web.duckduckgo.results = [Result(number, behaviour="hang", thumbnail="hang") for number in range(4)]
    asked = len(web.requests)
    number = client.start("image_search", query=query, count=4)
    # Two for the provider, then as many thumbnails at a time as one host is asked for.
    assert web.wait_for_requests(asked + 4)
    assert web.open_connections >= 2
    return number
