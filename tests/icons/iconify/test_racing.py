import asyncio
from collections.abc import Awaitable, Callable

import pytest

from opsin.icons.iconify.racing import first_good


class Way:
    """One way of a race, which ends when and as the test says."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.cancelled = False
        self._end: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def brings(self, value: str) -> None:
        self._end.set_result(value)

    def fails(self, why: Exception) -> None:
        self._end.set_exception(why)

    async def __call__(self) -> str:
        self.begun.set()
        try:
            return await self._end
        except asyncio.CancelledError:
            self.cancelled = True
            raise


class Race:
    """A race of three ways whose pauses end when the test says."""

    def __init__(self) -> None:
        self.ways = [Way(), Way(), Way()]
        self.pauses: list[asyncio.Event] = []
        self.pausing = asyncio.Semaphore(0)
        self.failed: list[tuple[int, str]] = []
        self.task = asyncio.ensure_future(
            first_good(
                self.ways,
                self._pause,
                fails=(OSError,),
                failed=lambda place, why: self.failed.append((place, str(why))),
            )
        )

    async def _pause(self) -> None:
        over = asyncio.Event()
        self.pauses.append(over)
        self.pausing.release()
        await over.wait()

    async def end_pause(self) -> None:
        await self.pausing.acquire()
        self.pauses[-1].set()

    def begun(self) -> list[bool]:
        return [way.begun.is_set() for way in self.ways]


def run(test: Callable[[Race], Awaitable[None]]) -> None:
    async def within() -> None:
        race = Race()
        try:
            async with asyncio.timeout(20):
                await test(race)
        finally:
            race.task.cancel()
            await asyncio.gather(race.task, return_exceptions=True)

    asyncio.run(within())


def test_the_first_alone_is_tried_where_it_is_quick() -> None:
    async def test(race: Race) -> None:
        await race.ways[0].begun.wait()
        race.ways[0].brings("one")
        assert await race.task == "one"
        assert race.begun() == [True, False, False]

    run(test)


def test_the_next_is_tried_after_a_pause_while_the_first_runs_on() -> None:
    async def test(race: Race) -> None:
        await race.ways[0].begun.wait()
        await race.end_pause()
        await race.ways[1].begun.wait()
        assert race.begun() == [True, True, False]
        race.ways[0].brings("late, but first")
        assert await race.task == "late, but first"
        assert race.ways[1].cancelled
        assert not race.ways[2].begun.is_set()

    run(test)


def test_what_fails_makes_place_for_the_next_at_once() -> None:
    async def test(race: Race) -> None:
        race.ways[0].fails(OSError("no"))
        await race.ways[1].begun.wait()
        assert race.failed == [(0, "no")]
        assert not race.pauses[0].is_set()
        race.ways[1].brings("two")
        assert await race.task == "two"

    run(test)


def test_the_last_may_bring_what_the_others_did_not() -> None:
    async def test(race: Race) -> None:
        await race.end_pause()
        await race.ways[1].begun.wait()
        await race.end_pause()
        await race.ways[2].begun.wait()
        race.ways[1].fails(OSError("no"))
        race.ways[2].brings("three")
        assert await race.task == "three"
        assert race.ways[0].cancelled

    run(test)


def test_where_all_fail_nothing_is_brought() -> None:
    async def test(race: Race) -> None:
        for way in race.ways:
            way.fails(OSError("no"))
        assert await race.task is None
        assert [place for place, _ in race.failed] == [0, 1, 2]

    run(test)


def test_another_error_ends_it() -> None:
    async def test(race: Race) -> None:
        await race.end_pause()
        await race.ways[1].begun.wait()
        race.ways[1].fails(KeyError("an answer that counts"))
        with pytest.raises(KeyError):
            await race.task
        assert race.ways[0].cancelled
        assert not race.ways[2].begun.is_set()

    run(test)


def test_whoever_is_cancelled_leaves_nothing_running() -> None:
    async def test(race: Race) -> None:
        await race.end_pause()
        await race.ways[1].begun.wait()
        race.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await race.task
        assert race.ways[0].cancelled
        assert race.ways[1].cancelled

    run(test)
