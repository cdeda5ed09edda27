"""Work in a lane holds up nothing outside it: no other lane, no caller that is cancelled, no end of a process."""

import asyncio
import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import pytest

from opsin.threads import Lane

PATIENCE = 60.0


@contextmanager
def held() -> Iterator[threading.Event]:
    """What work waits for; it is let go at the end, whatever happens."""
    go_on = threading.Event()
    try:
        yield go_on
    finally:
        go_on.set()


async def busy(lane: Lane, go_on: threading.Event, number: int) -> list["asyncio.Task[bool]"]:
    """Fill that many threads of a lane."""
    barrier = threading.Barrier(number + 1)

    def wait() -> bool:
        barrier.wait(PATIENCE)
        return go_on.wait(PATIENCE)

    tasks = [asyncio.create_task(lane.run(wait)) for _ in range(number)]
    await asyncio.sleep(0)
    barrier.wait(PATIENCE)
    return tasks


def test_what_the_work_returns_and_raises_comes_back() -> None:
    lane = Lane("test", 2)
    word = ContextVar("word", default="none")

    async def scenario() -> None:
        assert await lane.run(divmod, 7, 2) == (3, 1)
        assert await lane.run(int, "11", base=2) == 3
        with pytest.raises(ValueError, match="nonsense"):
            await lane.run(int, "nonsense")
        word.set("told")
        assert await lane.run(word.get) == "told"

    asyncio.run(scenario())


def test_there_are_no_more_threads_than_allowed_and_the_rest_waits_its_turn() -> None:
    lane = Lane("crowd", 2)
    done: list[int] = []

    async def scenario() -> None:
        with held() as go_on:
            first = await busy(lane, go_on, 2)
            later = [asyncio.ensure_future(lane.run(done.append, number)) for number in range(5)]
            await asyncio.sleep(0)
            assert done == []
            assert sum(thread.name == "opsin-crowd" for thread in threading.enumerate()) == 2
            go_on.set()
            await asyncio.gather(*first, *later)
        assert sorted(done) == [0, 1, 2, 3, 4]

    asyncio.run(scenario())


def test_one_thread_serves_what_comes_one_after_the_other_in_every_loop() -> None:
    lane = Lane("alone", 40)

    async def scenario() -> set[int]:
        return {await lane.run(threading.get_ident) for _ in range(20)}

    # On a busy machine a thread that has just answered may not be free again yet.
    assert len(asyncio.run(scenario()) | asyncio.run(scenario())) < 20


def test_a_full_lane_holds_up_no_other_and_no_thread_of_the_loop() -> None:
    full, other = Lane("full", 1), Lane("other", 1)

    async def scenario() -> None:
        with held() as go_on:
            tasks = await busy(full, go_on, 1)
            async with asyncio.timeout(PATIENCE):
                assert await other.run(str, 1) == "1"
                assert await asyncio.to_thread(str, 2) == "2"
            go_on.set()
            await asyncio.gather(*tasks)

    asyncio.run(scenario())


def test_a_caller_that_is_cancelled_goes_at_once_and_what_had_not_begun_is_left_out() -> None:
    lane = Lane("test", 1)
    done: list[str] = []

    async def scenario() -> None:
        with held() as go_on:
            [running] = await busy(lane, go_on, 1)
            waiting = asyncio.ensure_future(lane.run(done.append, "waiting"))
            await asyncio.sleep(0)
            for task in (running, waiting):
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            go_on.set()
        await lane.run(done.append, "next")
        assert done == ["next"]

    asyncio.run(scenario())


def test_the_end_of_a_loop_does_not_wait_for_work_that_runs_on() -> None:
    lane = Lane("test", 1)

    async def scenario(go_on: threading.Event) -> None:
        [running] = await busy(lane, go_on, 1)
        running.cancel()

    async def after() -> str:
        return await lane.run(str, "after")

    with held() as go_on:
        asyncio.run(scenario(go_on))
        assert not go_on.is_set()
    assert asyncio.run(after()) == "after"


def test_nothing_of_what_failed_is_kept_alive() -> None:
    class Large:
        """Stands for a file of some megabytes."""

    lane = Lane("test", 1)
    seen: list[weakref.ref[Large]] = []

    def fail(large: Large) -> None:
        seen.append(weakref.ref(large))
        raise ValueError("broken")

    async def scenario() -> None:
        with pytest.raises(ValueError, match="broken"):
            await lane.run(fail, Large())
        await lane.run(int)
        gc.collect()
        assert seen[0]() is None

    asyncio.run(scenario())


ENDING = """
import asyncio, sys, threading
from opsin.threads import Lane

begun = threading.Event()

def work():
    begun.set()
    threading.Event().wait({seconds})
    print("finished", flush=True)

async def main():
    task = asyncio.ensure_future(Lane("test", 1, finish_s={finish_s}).run(work))
    await asyncio.sleep(0)
    begun.wait(60)

asyncio.run(main())
print("answered", flush=True)
"""


@pytest.mark.parametrize(
    ("seconds", "finish_s", "printed"),
    [(60, 0.0, ["answered"]), (60, 0.1, ["answered"]), (0.3, 30.0, ["answered", "finished"])],
)
def test_a_process_ends_without_its_threads_but_lets_a_file_be_finished(
    seconds: float, finish_s: float, printed: list[str]
) -> None:
    code = ENDING.format(seconds=seconds, finish_s=finish_s)
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=50, check=True
    )
    assert (ended.stdout.split(), ended.stderr) == (printed, "")


@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
def test_where_no_further_thread_can_start_the_work_waits_for_those_that_are_there() -> None:
    program = """
import asyncio, resource, threading
from pathlib import Path
from opsin.threads import Lane

async def main():
    lane, go = Lane("test", 2), threading.Event()
    first = asyncio.create_task(lane.run(go.wait))
    await asyncio.sleep(0)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
    try:
        threading.Thread(target=print).start()
    except RuntimeError:
        second = asyncio.create_task(lane.run(int, "7"))
        await asyncio.sleep(0)
        go.set()
        print(await first, await second)

threading.stack_size(64 * 2**20)
asyncio.run(main())
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.stdout == "True 7\n", ran.stderr
