"""Whatever stands in a header, and whoever sends it: an answer that says what was wrong, and no error in the log."""

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from opsin.server.http.address import Address
from opsin.server.http.callers import Callers
from opsin.server.http.gate import Gate, Limits
from opsin.server.http.metrics import Metrics
from opsin.settings import load_settings
from tests.loopback.web import LoopbackWeb
from tests.server.http.asked import ask
from tests.server.http.serving import site

CAP_S = 20.0
HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})
TOKEN = "correct-horse-battery-staple"

PIECES = [
    "http://",
    "[",
    "]",
    "::1",
    "127.0.0.1",
    ":",
    "9" * 5_000,
    "99999999999999999999",
    "-1",
    "0",
    ",",
    ";",
]
PIECES += [
    "=",
    '"',
    "%",
    "@",
    "/",
    "?",
    "#",
    "\\",
    "Bearer ",
    TOKEN,
    "chunked",
    "close",
    "h2c",
    "upgrade",
    "null",
]
PIECES += [
    "application/json",
    "text/event-stream",
    "q=x",
    "charset=utf-99",
    "2026-07-28",
    "1999-01-01",
    "ping",
]
# As far as a header goes: one byte each, and no end of a line.
LETTERS = st.characters(min_codepoint=0x20, max_codepoint=0xFF, exclude_characters="\x7f")
VALUES = st.lists(st.sampled_from(PIECES) | st.text(LETTERS, max_size=5), max_size=5).map("".join)
READ_BY_US = st.sampled_from(["host", "origin", "authorization", "content-length"])
READ_BY_OTHERS = "accept connection content-encoding content-type expect last-event-id mcp-method mcp-name"
READ_BY_OTHERS += " mcp-protocol-version mcp-session-id transfer-encoding upgrade"
READ_BY_ANYBODY = READ_BY_US | st.sampled_from(READ_BY_OTHERS.split())


async def inner(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await PlainTextResponse("ok")(scope, receive, send)


@given(st.dictionaries(READ_BY_US, VALUES), st.sampled_from(["/mcp", "/health", "/metrics"]), st.booleans())
@settings(max_examples=40)
@example({"origin": "http://["}, "/mcp", True)
@example({"origin": "http://[::1"}, "/health", True)
@example({"content-length": "9" * 5_000}, "/mcp", False)
def test_the_gate_refuses_what_it_cannot_read(headers: Mapping[str, str], path: str, token: bool) -> None:
    errors: list[str] = []
    handler = Collecting(errors)
    site = Gate(inner, Callers(HOSTS, TOKEN if token else ""), Limits(4, 1_000, CAP_S), Metrics())
    logger = logging.getLogger("opsin")
    logger.addHandler(handler)
    try:
        answer = asyncio.run(ask(site, path, headers=headers))
    finally:
        logger.removeHandler(handler)
    assert answer.status < 500
    assert errors == []
    if path == "/mcp" and token and "authorization" not in headers:
        assert answer.status in {401, 403, 421}


class Collecting(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        self.errors.append(record.getMessage())


async def status(address: Address, path: str, headers: Mapping[str, str]) -> int:
    """The status of one request over a socket of its own; 0 where it was let go."""
    body = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    told = {
        "host": "127.0.0.1",
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
        "content-length": str(len(body)),
        "authorization": f"Bearer {TOKEN}",
        **headers,
    }
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items()), "", ""]
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        writer.write("\r\n".join(lines).encode("latin-1") + body)
        # No more comes: a body that is not whole is known to be so.
        writer.write_eof()
        async with asyncio.timeout(CAP_S):
            line = await reader.readline()
        return int(line.split()[1]) if line else 0
    except ConnectionError:
        return 0
    finally:
        writer.transport.abort()


@pytest.mark.full
def test_the_whole_server_answers_whatever_a_header_says(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LoopbackWeb() as web, asyncio.Runner() as runner:
        serving = site(load_settings(web.environ(tmp_path, OPSIN_HTTP_TOKEN=TOKEN)))
        address = runner.run(serving.__aenter__())

        @given(st.dictionaries(READ_BY_ANYBODY, VALUES), st.sampled_from(["/mcp", "/mcp", "/health", "/%ff"]))
        @settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
        def every_header(headers: Mapping[str, str], path: str) -> None:
            assert runner.run(status(address, path, headers)) < 500

        try:
            every_header()
        finally:
            runner.run(serving.__aexit__(None, None, None))
    ours = [record for record in caplog.records if record.name.startswith("opsin")]
    assert [record.getMessage() for record in ours if record.levelno >= logging.ERROR] == []
