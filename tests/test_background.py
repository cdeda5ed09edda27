"""Work that outlives its call: joined, collected later, ended with the services."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from opsin.background import Background, Tell


class Bench:
    """Work that waits to be let go, and counts how often it was begun and ended early."""

    def __init__(self) -> None:
        self.begun = 0
        self.ended_early = 0
        self.has_begun = asyncio.Event()
        self.go_on = asyncio.Event()

    async def work(self, tell: Tell) -> str:
        self.begun += 1
        self.has_begun.set()
        try:
            await tell("at it")
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.ended_early += 1
            raise
        return "done"


def run(scene: Callable[[Background, Bench], Awaitable[None]], **options: float) -> None:
    async def whole() -> None:
        background = Background(**options)  # type: ignore[arg-type]
        try:
            await scene(background, Bench())
        finally:
            await background.aclose()

    asyncio.run(whole())


def test_who_cannot_wait_is_told_so_and_collects_the_result_later() -> None:
    async def scene(background: Background, bench: Bench) -> None:
        assert await background.collect("k", bench.work, within_s=0.01) is None
        bench.go_on.set()
        assert await background.collect("k", bench.work, within_s=None) == "done"
        assert await background.collect("k", bench.work, within_s=0) == "done"
        assert bench.begun == 1

    run(scene)


def test_two_callers_of_one_key_share_the_work_and_both_hear_its_steps() -> None:
    async def scene(background: Background, bench: Bench) -> None:
        heard: list[str] = []

        async def tell(step: str) -> None:
            heard.append(step)
            if len(heard) == 2:
                bench.go_on.set()

        calls = [background.collect("k", bench.work, within_s=None, tell=tell) for _ in range(2)]
        assert await asyncio.gather(*calls) == ["done", "done"]
        assert (bench.begun, heard) == (1, ["at it", "at it"])

    run(scene)


def test_a_cancelled_caller_ends_work_that_nobody_else_waits_for() -> None:
    async def scene(background: Background, bench: Bench) -> None:
        call = asyncio.create_task(background.collect("k", bench.work, within_s=None))
        await bench.has_begun.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert bench.ended_early == 1
        bench.go_on.set()
        assert await background.collect("k", bench.work, within_s=None) == "done"

    run(scene)


def test_a_cancelled_caller_leaves_work_that_was_promised_to_another() -> None:
    async def scene(background: Background, bench: Bench) -> None:
        assert await background.collect("k", bench.work, within_s=0.01) is None
        call = asyncio.create_task(background.collect("k", bench.work, within_s=None))
        await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        bench.go_on.set()
        assert await background.collect("k", bench.work, within_s=None) == "done"
        assert (bench.begun, bench.ended_early) == (1, 0)

    run(scene)


def test_a_failure_is_told_once_and_the_key_can_be_tried_again() -> None:
    async def scene(background: Background, bench: Bench) -> None:
        async def broken(_tell: Tell) -> str:
            raise ValueError("broken")

        with pytest.raises(ValueError, match="broken"):
            await background.collect("k", broken, within_s=None)
        bench.go_on.set()
        assert await background.collect("k", bench.work, within_s=None) == "done"

    run(scene)


def test_only_so_many_results_are_kept() -> None:
    async def scene(background: Background, bench: Bench) -> None:
        bench.go_on.set()
        for number in range(5):
            await background.collect(str(number), bench.work, within_s=None)
        assert bench.begun == 5
        await background.collect("4", bench.work, within_s=None)
        assert bench.begun == 5
        await background.collect("0", bench.work, within_s=None)
        assert bench.begun == 6

    run(scene, most_kept=2)


def test_the_end_of_the_services_ends_the_work() -> None:
    bench_of: list[Bench] = []

    async def scene(background: Background, bench: Bench) -> None:
        bench_of.append(bench)
        assert await background.collect("k", bench.work, within_s=0.01) is None

    run(scene)
    assert bench_of[0].ended_early == 1


def test_nothing_is_begun_after_the_end() -> None:
    async def whole() -> None:
        background, bench = Background(), Bench()
        await background.aclose()
        with pytest.raises(RuntimeError):
            await background.collect("k", bench.work, within_s=None)
        assert bench.begun == 0

    asyncio.run(whole())
