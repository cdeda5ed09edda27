"""A link that is swapped while a file is being opened never leads out."""

# The swapping is to be as fast as it can.
# ruff: noqa: PTH104, PTH105, PTH108, PTH211

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from opsin.paths.reading.refused import ReadRefused
from tests.paths.reading.moments import at_calls
from tests.paths.reading.ways import WAYS, Way, read, roots_at

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="swaps links as Linux can")

SECRET, OPEN = b"secret of another folder", b"a picture"


@contextmanager
def swapping(swap: Callable[[], None]) -> Iterator[list[int]]:
    """Swap again and again in a thread of its own, until the block ends; gives the count of swaps."""
    stop, count = threading.Event(), [0]

    def work() -> None:
        while not stop.is_set():
            with suppress(OSError):
                swap()
                count[0] += 1

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield count
    finally:
        stop.set()
        thread.join()


def swap_the_file(inside: Path, outside: Path) -> Callable[[], None]:
    """The file is now itself, now a link to a file outside."""
    spare, name = str(inside / "spare"), str(inside / "sub" / "a.png")

    def swap() -> None:
        os.symlink(outside / "a.png", spare)
        os.replace(spare, name)
        Path(spare).write_bytes(OPEN)
        os.replace(spare, name)

    return swap


def swap_the_folder(inside: Path, outside: Path) -> Callable[[], None]:
    """The folder above the file is now itself, now a link to a folder outside."""
    kept, name = str(inside / "kept"), str(inside / "sub")

    def swap() -> None:
        os.rename(name, kept)
        os.symlink(outside, name)
        os.unlink(name)
        os.rename(kept, name)

    return swap


def swap_two_links(inside: Path, outside: Path) -> Callable[[], None]:
    """A link to a folder leads now inside, now outside."""
    os.rename(inside / "sub", inside / "real")
    spare, name = str(inside / "spare"), str(inside / "sub")

    def swap() -> None:
        for target in (inside / "real", outside):
            os.symlink(target, spare)
            os.replace(spare, name)

    return swap


def race(
    way: Way, tmp_path: Path, make: Callable[[Path, Path], Callable[[], None]], tries: int
) -> tuple[int, int, int]:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    (inside / "sub").mkdir(parents=True)
    outside.mkdir()
    (inside / "sub" / "a.png").write_bytes(OPEN)
    (outside / "a.png").write_bytes(SECRET)
    roots = roots_at(inside)
    got = refused = 0
    with swapping(make(inside, outside)) as swaps:
        for _ in range(tries):
            try:
                real, data = read(way, inside / "sub" / "a.png", roots)
            except (ReadRefused, OSError):
                refused += 1
            else:
                got += 1
                assert data != SECRET
                assert not real.startswith(str(outside))
    return got, refused, swaps[0]


SWAPS = [swap_the_file, swap_the_folder, swap_two_links]


class Switch:
    """What stands under a name: the thing itself, or a link to one outside."""

    def __init__(self, name: Path, target: Path) -> None:
        self.name, self.target, self.kept = name, target, name.with_name("kept")

    def out(self) -> None:
        os.rename(self.name, self.kept)
        os.symlink(self.target, self.name)

    def back(self) -> None:
        os.unlink(self.name)
        os.rename(self.kept, self.name)


@pytest.mark.parametrize("what", ["file", "folder"])
@pytest.mark.parametrize("way", WAYS)
def test_at_no_moment_does_a_swapped_link_lead_out(tmp_path: Path, way: Way, what: str) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    (inside / "sub").mkdir(parents=True)
    outside.mkdir()
    (inside / "sub" / "a.png").write_bytes(OPEN)
    (outside / "a.png").write_bytes(SECRET)
    roots = roots_at(inside)
    switch = Switch(inside / "sub", outside)
    if what == "file":
        switch = Switch(inside / "sub" / "a.png", outside / "a.png")

    def outcome(actions: dict[int, Callable[[], None]]) -> tuple[bytes, int]:
        with at_calls(actions) as calls:
            try:
                return read(way, inside / "sub" / "a.png", roots)[1], len(calls)
            except (ReadRefused, OSError):
                return b"", len(calls)

    data, most = outcome({})
    assert data == OPEN
    outcomes = set()
    for first in range(1, most + 1):
        outcomes.add(outcome({first: switch.out})[0])
        switch.back()
        for second in range(first + 1, most + 1):
            outcomes.add(outcome({first: switch.out, second: switch.back})[0])
            if switch.kept.exists():
                switch.back()
        switch.out()
        outcomes.add(outcome({first: switch.back})[0])
        if switch.kept.exists():
            switch.back()
    assert outcomes == {OPEN, b""}


@pytest.mark.parametrize("make", SWAPS)
@pytest.mark.parametrize("way", WAYS)
def test_a_swapped_link_never_leads_out(
    tmp_path: Path, way: Way, make: Callable[[Path, Path], Callable[[], None]]
) -> None:
    got, refused, swaps = race(way, tmp_path, make, 300)
    assert got + refused == 300
    assert swaps


@pytest.mark.full
@pytest.mark.parametrize("make", SWAPS)
@pytest.mark.parametrize("way", WAYS)
def test_a_link_swapped_thousands_of_times_never_leads_out(
    tmp_path: Path, way: Way, make: Callable[[Path, Path], Callable[[], None]]
) -> None:
    got, refused, swaps = race(way, tmp_path, make, 20_000)
    assert got
    assert refused
    assert swaps > 1_000
