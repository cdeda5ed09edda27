"""The first of a host's addresses that answers, so that a dead one costs a quarter of a second (RFC 8305)."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence

from httpcore2 import AsyncNetworkStream, ConnectError

STAGGER = 0.25
"""Seconds after which the next address is tried beside those that have not answered yet."""

Dial = Callable[[str], Awaitable[AsyncNetworkStream]]


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
        await _end(task for task in attempts if task is not winner)


async def _end(attempts: Iterable[asyncio.Task[AsyncNetworkStream]]) -> None:
    ending = list(attempts)
    for task in ending:
        task.cancel()
    for result in await asyncio.gather(*ending, return_exceptions=True):
        if isinstance(result, AsyncNetworkStream):
            await result.aclose()
