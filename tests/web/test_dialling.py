import asyncio

import anyio
import pytest
from httpcore2 import AsyncNetworkStream, ConnectError

from opsin.web.dialling import dial_first
from tests.web.loopback import until


class _Stream(AsyncNetworkStream):
    def __init__(self, address: str) -> None:
        self.address = address
        self.closed = False

    async def aclose(self) -> None:
        self.closed = True


class _Network:
    """Addresses that answer at once, that refuse, that never answer, or that wait to be let go."""

    def __init__(self) -> None:
        self.dialled: list[str] = []
        self.given_up: list[str] = []
        self.streams: list[_Stream] = []
        self.go = asyncio.Event()

    async def dial(self, address: str) -> AsyncNetworkStream:
        self.dialled.append(address)
        if address.startswith("refuses"):
            raise ConnectError(address)
        try:
            if address.startswith("silent"):
                await asyncio.Event().wait()
            if address.startswith("held"):
                await self.go.wait()
            if address.startswith("frees"):
                self.go.set()
        except asyncio.CancelledError:
            self.given_up.append(address)
            raise
        self.streams.append(_Stream(address))
        return self.streams[-1]


def _dial(*addresses: str) -> tuple[_Network, str]:
    async def scenario() -> tuple[_Network, str]:
        network = _Network()
        stream = await dial_first(network.dial, addresses)
        assert isinstance(stream, _Stream)
        assert [other.closed for other in network.streams] == [
            other is not stream for other in network.streams
        ]
        return network, stream.address

    return asyncio.run(scenario())


def test_the_first_that_answers_is_taken_and_no_further_one_is_dialled() -> None:
    network, taken = _dial("one", "two")
    assert (taken, network.dialled) == ("one", ["one"])


def test_a_refusal_brings_the_next_at_once() -> None:
    network, taken = _dial("refuses 1", "refuses 2", "three", "four")
    assert (taken, network.dialled) == ("three", ["refuses 1", "refuses 2", "three"])


def test_a_silent_address_does_not_keep_the_next_waiting_and_is_given_up() -> None:
    network, taken = _dial("silent", "two")
    assert (taken, network.given_up) == ("two", ["silent"])


def test_of_two_that_answer_together_one_is_closed() -> None:
    network, _ = _dial("held", "frees")
    assert len(network.streams) + len(network.given_up) == 2


@pytest.mark.parametrize("addresses", [[], ["refuses 1"], ["refuses 1", "refuses 2"]])
def test_no_address_that_answers_is_an_error(addresses: list[str]) -> None:
    with pytest.raises(ConnectError, match="refuses" if addresses else "no address"):
        _dial(*addresses)


def test_cancelling_gives_every_attempt_up() -> None:
    async def scenario() -> None:
        network = _Network()
        task = asyncio.ensure_future(dial_first(network.dial, ["silent 1", "silent 2"]))
        await until(lambda: len(network.dialled) == 2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert sorted(network.given_up) == ["silent 1", "silent 2"]

    asyncio.run(scenario())


@pytest.mark.parametrize("steps", range(8))
def test_a_scope_that_cancels_again_and_again_leaves_no_connection_open(steps: int) -> None:
    class Slow(_Stream):
        async def aclose(self) -> None:
            await asyncio.sleep(0)
            await super().aclose()

    streams: list[Slow] = []
    taken: list[AsyncNetworkStream] = []

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        second = asyncio.Event()

        def cancel_in(left: int, scope: anyio.CancelScope) -> None:
            if left:
                loop.call_soon(cancel_in, left - 1, scope)
            else:
                scope.cancel()

        with anyio.CancelScope() as scope:

            async def dial(address: str) -> AsyncNetworkStream:
                if address == "first":
                    await second.wait()
                else:
                    second.set()
                    cancel_in(steps, scope)
                streams.append(Slow(address))
                return streams[-1]

            taken.append(await dial_first(dial, ["first", "second"]))
        await until(lambda: len(streams) == 2 and all(one.closed or one in taken for one in streams))

    asyncio.run(scenario())
