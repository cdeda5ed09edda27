"""Turns at a provider: shared over stores on one file, robust against a clock that is set."""

import threading
from pathlib import Path

import pytest

from opsin.store.sqlite import Store


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def test_slots_are_an_interval_apart_over_all_stores_on_one_file(tmp_path: Path) -> None:
    clock = Clock()
    path = tmp_path / "opsin.db"
    with Store.open(path, clock=clock) as one, Store.open(path, clock=clock) as two:
        assert one.reserve("ddg", 1.0, 10.0) == 0
        assert two.reserve("ddg", 1.0, 10.0) == pytest.approx(1)
        assert one.reserve("ddg", 1.0, 10.0) == pytest.approx(2)
        assert two.reserve("wikimedia", 1.0, 10.0) == 0
        clock.now += 2.5
        assert one.reserve("ddg", 1.0, 10.0) == pytest.approx(0.5)


def test_a_wait_beyond_the_latest_is_told_and_reserves_nothing(tmp_path: Path) -> None:
    clock = Clock()
    with Store.open(tmp_path / "opsin.db", clock=clock) as store:
        store.reserve("ddg", 10.0, 0.0)
        clock.now += 3
        for _ in range(3):
            assert store.reserve("ddg", 10.0, 2.0) == pytest.approx(-7)
        assert store.reserve("ddg", 10.0, 8.0) == pytest.approx(7)


def test_a_free_slot_is_had_also_without_time_to_wait(tmp_path: Path) -> None:
    with Store.open(tmp_path / "opsin.db", clock=Clock()) as store:
        assert store.reserve("ddg", 10.0, -1.0) == 0
        assert store.reserve("ddg", 10.0, -1.0) == pytest.approx(-10)


@pytest.mark.parametrize("jump", [-3_600.0, -86_400.0 * 365, 86_400.0 * 365])
def test_a_clock_that_is_set_blocks_nobody(tmp_path: Path, jump: float) -> None:
    clock = Clock()
    with Store.open(tmp_path / "opsin.db", clock=clock) as store:
        for _ in range(5):
            store.reserve("ddg", 1.0, 10.0)
        clock.now += jump
        assert store.reserve("ddg", 1.0, 10.0) == 0
        assert store.reserve("ddg", 1.0, 10.0) == pytest.approx(1)


def test_stores_that_reserve_at_the_same_time_get_a_slot_each(tmp_path: Path) -> None:
    path = tmp_path / "opsin.db"
    clock = Clock()
    waits: list[float] = []

    def work() -> None:
        with Store.open(path, clock=clock) as store:
            waits.extend(store.reserve("ddg", 1.0, 1_000.0) for _ in range(40))
            assert not store.in_memory

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(waits) == pytest.approx(list(range(120)))
