"""The ten screenshots of the benchmark, each within the error rate that is allowed for it, and the other kinds."""

import asyncio
from collections.abc import Iterator

import pytest

from benchmarks.ocr import error_rate, plain
from benchmarks.ocr_canvas import NoFont
from benchmarks.ocr_more import SHOTS as MORE
from benchmarks.ocr_ten import SHOTS as TEN
from opsin.ocr.reading import available, read_text, worker_for
from opsin.pixels.isolated.worker import Worker

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(bool(available()), reason="the extra is not installed"),
]

SHOTS = {**TEN, **MORE}


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = worker_for()
    yield worker
    worker.close()


@pytest.mark.parametrize("name", list(SHOTS))
def test_a_screenshot_is_read(name: str, worker: Worker) -> None:
    try:
        shot = SHOTS[name]()
    except NoFont as why:
        pytest.skip(str(why))
    read = asyncio.run(read_text(plain(shot.data), within_s=110, worker=worker))
    assert read.whole
    assert error_rate(shot.truth, read) <= shot.allowed


def test_the_ten_hold_enough_text() -> None:
    try:
        lengths = {name: len("".join(draw().truth.split())) for name, draw in TEN.items()}
    except NoFont as why:
        pytest.skip(str(why))
    assert min(lengths.values()) >= 300
    assert lengths["11 px text"] >= 1_000
