"""Who gets through the gate, and what the others are told."""

import asyncio
import json
import logging

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from opsin import __version__
from opsin.server.http.bodies import BodyRefused, read_body
from opsin.server.http.callers import Callers
from opsin.server.http.gate import Gate, Limits
from opsin.server.http.metrics import Metrics
from tests.server.http.asked import ask

TOKEN = "correct-horse-battery-staple"
HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]", "opsin.example:443"})


async def inner(scope: Scope, receive: Receive, send: Send) -> None:
    message = await receive()
    await PlainTextResponse(message["body"])(scope, receive, send)


def gate(
    token: str = "", *, app: object = inner, calls: int = 4, body: int = 1_000, call_s: float = 20
) -> Gate:
    limits = Limits(calls, body, call_s)
    return Gate(app, Callers(HOSTS, token), limits, Metrics())  # type: ignore[arg-type]


def whole(body: bytes) -> list[Message]:
    return [{"type": "http.request", "body": body, "more_body": False}]


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": TOKEN},
        {"authorization": f"Basic {TOKEN}"},
        {"authorization": "Bearer"},
        bearer("wrong"),
        bearer(TOKEN[:-1]),
        bearer(f"{TOKEN}x"),
        bearer(f"{TOKEN}, Bearer {TOKEN}"),
        bearer("ü"),
    ],
)
@pytest.mark.parametrize("path", ["/mcp", "/metrics"])
def test_without_the_token_nothing_is_told(path: str, headers: dict[str, str]) -> None:
    answer = asyncio.run(ask(gate(TOKEN), path, headers=headers))
    assert answer.status == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_with_the_token_a_call_gets_through() -> None:
    for headers in (bearer(TOKEN), {"authorization": f"bearer  {TOKEN} "}):
        answer = asyncio.run(ask(gate(TOKEN), headers=headers))
        assert (answer.status, answer.body) == (200, b"{}")


def test_health_needs_no_token_and_tells_nothing_else() -> None:
    answer = asyncio.run(ask(gate(TOKEN), "/health", method="GET", headers={"host": "10.1.2.3"}))
    assert answer.json == {"status": "ok", "version": __version__}


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8931", 200),
        ("LOCALHOST", 200),
        ("[::1]:80", 200),
        ("opsin.example:443", 200),
        ("opsin.example", 421),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("localhost:80:evil", 421),
        ("127.0.0.1.evil.example:8931", 421),
        ("", 421),
        ("evil@localhost", 421),
    ],
)
def test_another_name_is_refused(host: str, status: int) -> None:
    assert asyncio.run(ask(gate(), headers={"host": host})).status == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost:3000", 200),
        ("https://opsin.example:443", 200),
        ("https://evil.example", 403),
        ("null", 403),
        ("file://", 403),
        ("http://localhost.evil.example", 403),
        ("ftp://localhost", 403),
        ("http://evil@localhost:1", 403),
        ("http://[", 403),
        ("http://[::1", 403),
    ],
)
def test_a_page_of_another_host_is_refused(origin: str, status: int) -> None:
    assert asyncio.run(ask(gate(), headers={"origin": origin})).status == status


def test_two_headers_where_one_is_needed_are_refused() -> None:
    # As servers fold them: the second one must not go unseen.
    assert not Callers(HOSTS, "").may_ask_for("localhost, evil.example")
    assert not Callers(HOSTS, "").may_come_from("http://localhost, http://evil.example")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/mcp", 405),
        ("DELETE", "/mcp", 405),
        ("OPTIONS", "/mcp", 405),
        ("POST", "/health", 405),
        ("GET", "/", 404),
        ("GET", "/mcp/", 404),
        ("POST", "/../mcp", 404),
    ],
)
def test_other_methods_and_paths_are_refused(method: str, path: str, status: int) -> None:
    assert asyncio.run(ask(gate(), path, method=method)).status == status


def test_a_large_request_is_refused_by_what_it_says_and_by_what_it_sends() -> None:
    stated = asyncio.run(ask(gate(), headers={"content-length": "1001"}))
    pieces = [{"type": "http.request", "body": b"x" * 400, "more_body": True}] * 3
    sent = asyncio.run(ask(gate(), body=pieces))
    assert (stated.status, sent.status) == (413, 413)
    assert stated.headers["connection"] == "close"
    just = [{"type": "http.request", "body": b"x" * 500, "more_body": number == 0} for number in range(2)]
    assert asyncio.run(ask(gate(), body=just)).body == b"x" * 1_000


@pytest.mark.parametrize("about", ['"id":null,', '"id":true,', '"id":1.5,', '"id":{},', ""])
def test_a_request_that_could_not_be_answered_is_refused(about: str) -> None:
    body = f'{{"jsonrpc":"2.0",{about}"method":"tools/call"}}'.encode()
    answer = asyncio.run(ask(gate(), body=whole(body)))
    told = json.loads(answer.body)
    assert (answer.status, told["id"], told["error"]["code"]) == (400, None, -32600)


@pytest.mark.parametrize(
    "body",
    [
        '{"jsonrpc":"2.0","id":0,"method":"ping"}',
        '{"jsonrpc":"2.0","id":"","method":"ping"}',
        '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
        '{"jsonrpc":"2.0","method":"somebody/else"}',
        '{"jsonrpc":"2.0","id":null,"result":{}}',
        "[]",
        "[" * 100_000,
        '"',
        "\ud800",
    ],
    ids=["zero", "empty", "notification", "nobody's", "answer", "batch", "deep", "open", "half"],
)
def test_what_is_no_such_request_gets_through(body: str) -> None:
    raw = body.encode("utf-8", "surrogatepass")
    answer = asyncio.run(ask(gate(body=1_000_000), body=whole(raw)))
    assert (answer.status, answer.body) == (200, raw)


def test_a_request_that_does_not_come_is_given_up() -> None:
    async def receive() -> dict[str, object]:
        await asyncio.Event().wait()
        raise AssertionError

    async def read() -> None:
        await read_body({"headers": []}, receive, most=10, within_s=0.01)

    with pytest.raises(BodyRefused) as caught:
        asyncio.run(read())
    assert caught.value.status == 408


def test_too_many_calls_at_once_are_told_to_come_back() -> None:
    async def main() -> None:
        begun, goes_on = asyncio.Event(), asyncio.Event()

        async def slow(scope: Scope, receive: Receive, send: Send) -> None:
            begun.set()
            await goes_on.wait()
            await PlainTextResponse("done")(scope, receive, send)

        site = gate(app=slow, calls=1)
        first = asyncio.create_task(ask(site))
        await begun.wait()
        second = await ask(site)
        assert second.status == 503
        assert int(second.headers["retry-after"]) > 0
        assert b"opsin_calls_in_flight 1\n" in (await ask(site, "/metrics", method="GET")).body
        goes_on.set()
        assert (await first).status == 200
        assert (await ask(site)).status == 200

    asyncio.run(main())


def test_a_call_that_is_cancelled_gives_its_place_back() -> None:
    async def main() -> None:
        begun = asyncio.Event()

        async def hang(_scope: Scope, _receive: Receive, _send: Send) -> None:
            begun.set()
            await asyncio.Event().wait()

        site = gate(app=hang, calls=1)
        call = asyncio.create_task(ask(site))
        await begun.wait()
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        assert call.cancelled()
        assert b"opsin_calls_in_flight 0\n" in (await ask(site, "/metrics", method="GET")).body

    asyncio.run(main())


def test_a_call_that_takes_too_long_is_dropped() -> None:
    async def hang(_scope: Scope, _receive: Receive, _send: Send) -> None:
        await asyncio.Event().wait()

    assert asyncio.run(ask(gate(app=hang, call_s=0.01))).status == 504


def test_a_call_that_breaks_tells_and_logs_nothing_of_what_was_asked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def broken(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise RuntimeError("a secret query")

    with caplog.at_level(logging.INFO):
        answer = asyncio.run(ask(gate(app=broken)))
    assert answer.status == 500
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text + answer.body.decode()


def test_answers_are_counted_by_their_status() -> None:
    site = gate(TOKEN)
    asyncio.run(ask(site))
    asyncio.run(ask(site, headers=bearer(TOKEN)))
    page = asyncio.run(ask(site, "/metrics", method="GET", headers=bearer(TOKEN)))
    assert page.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert b'opsin_http_responses_total{status="401"} 1\n' in page.body
    assert b'opsin_http_responses_total{status="200"} 1\n' in page.body
