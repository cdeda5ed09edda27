"""A worker is started when it is needed, loses one picture at most, and leaves nothing behind."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from opsin.pixels.isolated.job import Job, Lost, Ticket
from opsin.pixels.isolated.process import CannotStart, Reason
from opsin.pixels.isolated.worker import Worker
from tests.alive import descriptors, lives, wait_until
from tests.pixels.isolated.strange_child import MEMORY, SECONDS, odd, strange
from tests.pixels.pictures import STILLS

posix = pytest.mark.skipif(os.name == "nt", reason="signals and limits of POSIX")


@contextmanager
def worker(**options: Any) -> Iterator[Worker]:
    """A worker that does strange work, closed at the end."""
    options = {"memory": MEMORY, "seconds": SECONDS, "command": strange(), **options}
    running = Worker(**options)
    try:
        yield running
    finally:
        running.close()


def job(work: str, data: bytes = b"", **asked: Any) -> Job[dict[str, Any]]:
    return Job({"work": work, **asked}, data, 1_000, lambda told, _body: dict(told))


def check() -> Job[dict[str, Any]]:
    return job("check", STILLS["jpeg"]())


def lost(running: Worker, asked: Job[Any]) -> Reason:
    with pytest.raises(Lost) as caught:
        running.do(asked)
    return caught.value.reason


def test_it_starts_with_the_first_work_and_stays_for_the_next() -> None:
    with worker() as running:
        assert running.pid is None
        assert running.do(check())["facts"]["width"] == 120
        first = running.pid
        assert running.do(check())["facts"]["width"] == 120
        assert running.pid == first
        assert not running.busy


def test_it_can_be_started_beforehand() -> None:
    with worker() as running:
        running.prepare()
        running.prepare()
        assert wait_until(lambda: running.pid is not None and not running.busy)
        started = running.pid
        running.prepare()
        running.do(check())
        assert running.pid == started


@posix
def test_one_that_is_killed_loses_its_picture_and_the_next_gets_another() -> None:
    with worker() as running:
        running.do(check())
        first = running.pid
        assert first is not None

        def strike() -> None:
            assert wait_until(lambda: running.busy)
            os.kill(first, signal.SIGKILL)

        thread = threading.Thread(target=strike)
        thread.start()
        assert lost(running, job("hang")) is Reason.CRASH
        thread.join()
        assert running.do(check())["facts"]["width"] == 120
        assert running.pid != first


@posix
def test_one_that_was_killed_while_it_was_idle_loses_nothing() -> None:
    with worker() as running:
        running.do(check())
        first = running.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        assert wait_until(lambda: not lives(first))
        if hasattr(os, "waitid"):
            # Its threads end one by one; only then does the system tell of its end. It stays to be waited for.
            os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
        assert running.do(check())["facts"]["width"] == 120


@posix
def test_an_interrupt_from_the_terminal_is_left_to_the_server() -> None:
    with worker() as running:
        running.do(check())
        first = running.pid
        assert first is not None
        os.kill(first, signal.SIGINT)
        running.do(check())
        assert running.pid == first


def test_a_crash_is_told_and_the_next_picture_is_served() -> None:
    with worker() as running:
        assert lost(running, job("crash")) is Reason.CRASH
        assert running.pid is None
        assert running.do(check())["facts"]["width"] == 120


@pytest.mark.parametrize("work", ["hang", "spin"])
def test_what_takes_too_long_is_ended(work: str) -> None:
    with worker(seconds=0.3) as running:
        running.examine()
        first = running.pid
        assert first is not None
        assert lost(running, job(work)) is Reason.TIME
        assert wait_until(lambda: not lives(first))
        assert running.examine()


@pytest.mark.full
@posix
def test_processor_time_is_bounded_by_the_system_too() -> None:
    # No watch of the server's: what stands still for it must not go on.
    with worker(command=strange(seconds=0.0)) as running:
        assert lost(running, job("spin")) is Reason.TIME


def test_what_takes_too_much_memory_fails_alone() -> None:
    with worker(command=strange(memory=200_000_000)) as running:
        if running.examine() == "unbound":
            pytest.skip("memory is not bounded here")
        held = running.examine() == "held"
        if held:
            assert running.do(job("eat")) == {"refused": "memory"}
        else:
            assert lost(running, job("eat")) is Reason.MEMORY
        assert running.do(check())["facts"]["width"] == 120


def test_a_file_too_large_for_its_memory_ends_it_and_is_told() -> None:
    with worker(command=strange(memory=200_000_000)) as running:
        if running.examine() != "held":
            pytest.skip("memory is not held here")
        assert lost(running, job("check", bytes(250_000_000))) in {Reason.MEMORY, Reason.CRASH}


@pytest.mark.parametrize(
    "answer",
    [
        b"no message at all, but long enough for its lengths",
        b"opsn" + (2).to_bytes(4, "big") + (1_001).to_bytes(8, "big") + b"{}" + bytes(1_001),
        b"opsn" + (2).to_bytes(4, "big") + (1 << 62).to_bytes(8, "big") + b"{}",
        b"opsn" + (0xFFFFFFFF).to_bytes(4, "big") + bytes(8),
        b"opsn" + (2).to_bytes(4, "big") + bytes(8) + b"[]",
        b"opsn" + (9).to_bytes(4, "big") + bytes(8) + b"[[[[[[[[[",
    ],
)
def test_nonsense_ends_it(answer: bytes) -> None:
    with worker(command=odd("echo")) as running:
        first = running.examine()
        assert first
        assert lost(running, job("check", answer)) is Reason.NONSENSE
        assert running.pid is None


def test_half_an_answer_ends_it_at_the_deadline() -> None:
    with worker(command=odd("echo"), seconds=0.3) as running:
        half = b"opsn" + (2).to_bytes(4, "big") + (100).to_bytes(8, "big") + b"{}" + bytes(50)
        assert lost(running, job("check", half)) is Reason.TIME


@pytest.mark.parametrize(
    "command", [["/nowhere/python"], odd("quits"), odd("silent"), odd("stranger"), odd("wrong")]
)
def test_one_that_cannot_start_is_told_once_and_not_tried_at_once(
    command: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    with worker(command=command, start_s=0.5) as running:
        for _ in range(3):
            with pytest.raises(CannotStart):
                running.do(check())
        running.prepare()
        assert running.pid is None
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_what_it_prints_holds_nobody_up() -> None:
    with worker() as running:
        for _ in range(3):
            assert running.do(job("chatter")) == {"said": True}


@posix
def test_it_has_nothing_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPSIN_BRAVE_API_KEY", "a secret")
    with (tmp_path / "open").open("wb") as file, worker() as running:
        os.set_inheritable(file.fileno(), True)
        told = running.do(job("surroundings", file=str(tmp_path / "written")))
    assert "a secret" not in str(told["environ"])
    assert set(told["environ"]) <= {
        "PYTHONPATH", "MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_", "LC_CTYPE", "LD_LIBRARY_PATH", "PYTHONHOME"
    }  # fmt: skip
    assert told["folder"] == "/"
    assert not told["wrote"]
    assert 0 < told["processor_time"] < 10 * SECONDS * (os.cpu_count() or 1)
    # Three of every process, two pipes, and the folder that is being listed.
    assert len(told["descriptors"]) <= 6


def test_it_ends_when_it_is_idle_and_comes_back() -> None:
    with worker(idle_s=0.05) as running:
        running.do(check())
        first = running.pid
        assert wait_until(lambda: running.pid is None)
        assert first is None or wait_until(lambda: not lives(first))
        assert running.do(check())["facts"]["width"] == 120


def test_nothing_is_left_of_it() -> None:
    def threads() -> set[int | None]:
        return {one.ident for one in threading.enumerate() if one.name.startswith("opsin-worker")}

    before, others = descriptors(), threads()
    with worker() as running:
        running.do(check())
        assert lost(running, job("crash")) is Reason.CRASH
        running.do(check())
        last = running.pid
        assert last is not None
    assert not lives(last)
    # What tests before this one had open may still be closing.
    assert descriptors() <= before
    assert wait_until(lambda: threads() <= others)
    with pytest.raises(Lost):
        running.do(check())


def test_closing_ends_what_it_is_busy_with() -> None:
    with worker() as running:
        ended: list[Reason] = []
        thread = threading.Thread(target=lambda: ended.append(lost(running, job("hang"))))
        running.examine()
        thread.start()
        assert wait_until(lambda: running.busy)
        running.close()
        thread.join(30)
        assert ended == [Reason.GIVEN_UP]


def test_work_that_was_given_up_ends_it_and_work_that_was_not_does_not() -> None:
    with worker() as running:
        running.examine()
        ticket, ended = Ticket(), []
        asked = Job({"work": "hang"}, b"", 0, lambda told, _body: told, ticket)
        thread = threading.Thread(target=lambda: ended.append(lost(running, asked)))
        thread.start()
        assert wait_until(lambda: running.busy)
        before = running.pid
        running.give_up(Ticket())
        assert running.pid == before
        assert thread.is_alive()
        running.give_up(ticket)
        thread.join(30)
        assert ended == [Reason.GIVEN_UP]
        assert lost(running, asked) is Reason.GIVEN_UP
        assert running.do(check())["facts"]["width"] == 120


def test_who_waits_no_longer_than_so_is_told() -> None:
    with worker(wait_s=0.05) as running:
        running.examine()
        ended: list[Reason] = []
        thread = threading.Thread(target=lambda: ended.append(lost(running, job("hang"))))
        thread.start()
        assert wait_until(lambda: running.busy)
        assert lost(running, check()) is Reason.TIME
        running.close()
        thread.join(30)
        assert ended == [Reason.GIVEN_UP]


def test_two_have_processes_of_their_own() -> None:
    with worker() as one, worker() as other:
        one.do(check())
        other.do(check())
        assert one.pid != other.pid
