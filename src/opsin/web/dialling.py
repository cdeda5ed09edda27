"""The first of a host's addresses that answers, so that a dead one costs a quarter of a second (RFC 8305)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from httpcore2 import AsyncNetworkStream, ConnectError

STAGGER = 0.25
"""Seconds after which the next address is tried beside those that have not answered yet."""

Dial = Callable[[str], Awaitable[AsyncNetworkStream]]

_closing: set[asyncio.Task[None]] = set()
"""What is still being closed: the loop itself holds its tasks only weakly."""


async def dial_first(dial: Dial, addresses: Sequence[str]) -> AsyncNetworkStream:
    """Connect to the first of `addresses` that answers, trying them in order, each a little after the one before.

    A failure brings the next address at once. Every attempt but the one given back is closed.

    Raises:
        httpcore2.ConnectError: there is no address, or none took the connection; the last one's failure.
    """

    async def attempt(address: str) -> AsyncNetworkStream:
        return await dial(address)

    attempts: list[asyncio.Task[AsyncNetworkStream]] = []
    winner: asyncio.Task[AsyncNetworkStream] | None = None
    failure: BaseException = ConnectError("the name has no address")
    try:
        waiting: set[asyncio.Task[AsyncNetworkStream]] = set()
        while waiting or len(attempts) < len(addresses):
            if len(attempts) < len(addresses):
                attempts.append(asyncio.create_task(attempt(addresses[len(attempts)])))
                waiting.add(attempts[-1])
            more = len(attempts) < len(addresses)
            done, waiting = await asyncio.wait(
                waiting, timeout=STAGGER if more else None, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                error = task.exception()
                if error is None:
                    winner = task
                    return task.result()
                failure = error
        raise failure
    finally:
        try:
            await _close([task for task in attempts if task is not winner])
        except asyncio.CancelledError:
            if winner is not None:
                await _close([winner])
            raise


async def _close(attempts: Sequence[asyncio.Task[AsyncNetworkStream]]) -> None:
    """Give the attempts up. A caller that is cancelled meanwhile leaves them closing."""

    async def close() -> None:
        for result in await asyncio.gather(*attempts, return_exceptions=True):
            if isinstance(result, AsyncNetworkStream):
                await result.aclose()

    for task in attempts:
        task.cancel()
    closing = asyncio.create_task(close())
    _closing.add(closing)
    closing.add_done_callback(_closing.discard)
    # A cancel scope cancels this wait at every step of the loop; it must not cancel the clean-up with it.
    await asyncio.shield(closing)
