import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from opsin.errors import TimedOut
from opsin.web.client import Web
from opsin.web.clock import Limits
from opsin.web.permits import QUIET_SECONDS, SIGN_BYTES, Permit, Permits
from tests.web.loopback import Peer, Seen, home, serve, until


def with_time(scenario: Callable[["Moved"], Coroutine[Any, Any, None]]) -> None:
    """Run on a loop whose time is moved by hand."""
    with asyncio.Runner(loop_factory=Moved) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, Moved)
        runner.run(scenario(loop))


class Moved(asyncio.SelectorEventLoop):
    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead

    async def move(self, seconds: float) -> None:
        self.ahead += seconds
        for _ in range(10):
            await asyncio.sleep(0)


class Holder:
    """Holds a permit until it is told to give way, or let go."""

    def __init__(self, permits: Permits) -> None:
        self.gave_way = False
        self.permit = Permit(permits, self._leave)

    def _leave(self) -> None:
        self.gave_way = True
        self.permit.give_back()


def test_a_silent_holder_gives_way_after_three_seconds_where_others_wait() -> None:
    async def scenario(loop: Moved) -> None:
        permits = Permits(2)
        silent, lively, third = Holder(permits), Holder(permits), Holder(permits)
        await silent.permit.take()
        await lively.permit.take()
        waiting = asyncio.create_task(third.permit.take())
        await loop.move(QUIET_SECONDS - 0.5)
        lively.permit.sign()
        assert not silent.gave_way
        await loop.move(0.6)
        assert silent.gave_way
        assert not lively.gave_way
        assert waiting.done()

    with_time(scenario)


def test_a_silent_holder_stays_while_nobody_waits() -> None:
    async def scenario(loop: Moved) -> None:
        permits = Permits(2)
        silent, other = Holder(permits), Holder(permits)
        await silent.permit.take()
        await other.permit.take()
        await loop.move(10 * QUIET_SECONDS)
        assert not silent.gave_way
        other.permit.give_back()

    with_time(scenario)


def test_only_as_many_give_way_as_others_wait() -> None:
    async def scenario(loop: Moved) -> None:
        permits = Permits(3)
        holders = [Holder(permits) for _ in range(3)]
        for holder in holders:
            await holder.permit.take()
            await loop.move(0.01)
        late = Holder(permits)
        waiting = asyncio.create_task(late.permit.take())
        await loop.move(2 * QUIET_SECONDS)
        assert [holder.gave_way for holder in holders] == [True, False, False]
        await waiting

    with_time(scenario)


def test_a_drip_is_no_sign_of_life_and_a_stream_is() -> None:
    async def scenario(loop: Moved) -> None:
        permits = Permits(2)
        dripping, streaming, third = Holder(permits), Holder(permits), Holder(permits)
        await dripping.permit.take()
        await streaming.permit.take()
        waiting = asyncio.create_task(third.permit.take())
        for _ in range(5):
            await loop.move(QUIET_SECONDS / 4)
            if not dripping.gave_way:
                dripping.permit.received(1)
            streaming.permit.received(SIGN_BYTES)
        assert dripping.gave_way
        assert not streaming.gave_way
        await waiting

    with_time(scenario)


def test_a_waiter_that_goes_makes_nobody_give_way() -> None:
    async def scenario(loop: Moved) -> None:
        permits = Permits(1)
        silent, other = Holder(permits), Holder(permits)
        await silent.permit.take()
        waiting = asyncio.create_task(other.permit.take())
        await loop.move(1)
        waiting.cancel()
        await loop.move(2 * QUIET_SECONDS)
        assert not silent.gave_way

    with_time(scenario)


@pytest.mark.parametrize("head", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"])
def test_a_host_that_falls_silent_makes_room_for_the_next(head: bytes) -> None:
    async def handler(seen: Seen, peer: Peer) -> None:
        if seen.path == "/silent":
            await peer.send(head)
            await peer.hung_up()
        else:
            await peer.reply(b"here")

    async def scenario(loop: Moved) -> None:
        patient = Limits(max_bytes=1000, connect=1000, first_byte=1000, between_bytes=1000, whole=1000)
        async with (
            serve(handler) as server,
            Web(
                resolver=home, allow=[f"a.example:{server.port}", f"b.example:{server.port}"], connections=1
            ) as web,
        ):
            silent = asyncio.create_task(web.get(server.url("/silent", "a.example"), limits=patient))
            await until(lambda: bool(server.seen))
            other = asyncio.create_task(web.get(server.url("/", "b.example"), limits=patient))
            await asyncio.sleep(0.05)
            loop.ahead += QUIET_SECONDS
            assert (await other).body == b"here"
            with pytest.raises(TimedOut, match=r"a\.example was silent while others waited"):
                await silent
            await until(lambda: server.open_now == 1)

    with_time(scenario)
