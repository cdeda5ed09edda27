"""A request leaves no socket open, at whatever step of the loop it is cancelled, and by whatever means.

The MCP SDK cancels with an anyio scope, which cancels again at every step, the clean-up included. What that
leaves open only the garbage collector would close, and it is switched off here.
"""

import asyncio
import gc
import ssl
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import anyio
import pytest
import trustme

from opsin.web.client import Web
from tests.web.loopback import LIMITS, Peer, Seen, serve, until

Run = Callable[[Coroutine[Any, Any, object], int], Coroutine[Any, Any, None]]

MOST_STEPS = 60
"""Steps of the loop after which even the slowest of these requests waits for its body."""


def after(steps: int, call: Callable[[], object]) -> None:
    """Make a call so many steps of the loop from now."""
    if steps:
        asyncio.get_running_loop().call_soon(after, steps - 1, call)
    else:
        call()


async def in_a_scope(work: Coroutine[Any, Any, object], steps: int) -> None:
    with anyio.CancelScope() as scope:
        after(steps, scope.cancel)
        await work


async def in_a_task(work: Coroutine[Any, Any, object], steps: int) -> None:
    task = asyncio.ensure_future(work)
    after(steps, task.cancel)
    await asyncio.wait({task})


async def _dawdle(seen: Seen, peer: Peer) -> None:
    await peer.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + b"." * 100)
    await peer.hung_up()


DAILY = ((in_a_scope, 1, False), (in_a_scope, 2, True), (in_a_task, 1, True), (in_a_task, 2, False))
"""Each pair of the three comes up in these; all eight are in the full suite."""


@pytest.mark.parametrize(
    ("run", "addresses", "tls"),
    [
        pytest.param(
            run, ["127.0.0.1"] * many, tls, marks=() if (run, many, tls) in DAILY else pytest.mark.full
        )
        for run in (in_a_scope, in_a_task)
        for many in (1, 2)
        for tls in (False, True)
    ],
)
def test_no_socket_is_left_open(run: Run, addresses: Sequence[str], tls: bool) -> None:
    authority = trustme.CA()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("a.example").configure_cert(context)
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    authority.configure_trust(trusting)

    async def resolver(_host: str, _port: int) -> Sequence[str]:
        return addresses

    async def scenario() -> None:
        async with serve(_dawdle, context if tls else None) as server:
            url = server.url("/", "a.example", "https" if tls else "http")
            place = f"a.example:{server.port}"
            for steps in range(MOST_STEPS):
                async with Web(allow={place}, resolver=resolver, ssl_context=trusting) as web:
                    await run(web.get(url, limits=LIMITS), steps)
                    await until(lambda: server.open_now == 0)
            assert server.seen

    gc.collect()
    gc.disable()
    try:
        asyncio.run(scenario())
    finally:
        gc.enable()
