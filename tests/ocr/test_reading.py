"""Pictures read by the real process."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from opsin.ocr.models import PACKAGES
from opsin.ocr.reading import available, read_text, worker_for
from opsin.pixels.isolated.worker import Worker
from tests.alive import wait_until
from tests.ocr.guarded_child import guarded
from tests.ocr.plain_pictures import plain, written

pytestmark = pytest.mark.skipif(bool(available()), reason="the extra is not installed")

NOTICE = [
    "The ferry to Bergen leaves at 18:40.",
    "Passengers wait at berth 12, please.",
    "Bring 3 coins and a warm coat.",
]


@contextmanager
def reader(worker: Worker | None = None) -> Iterator[Worker]:
    worker = worker or worker_for()
    try:
        yield worker
    finally:
        worker.close()


def test_one_picture_is_read_by_a_process_that_opens_no_socket() -> None:
    worker = Worker(memory=4 << 30, seconds=60, libraries=PACKAGES, command=guarded())
    with reader(worker):
        read = asyncio.run(read_text(plain(written(NOTICE)), within_s=60, worker=worker))
    assert [line.text for line in read.lines] == NOTICE
    assert read.whole
    assert read.turned == 0
    assert "PP-OCRv6" in read.engine
    assert read.note == ""
    assert all(line.confidence > 0.8 for line in read.lines)
    assert all(before.box[3] <= after.box[1] + 8 for before, after in pairwise(read.lines))


@pytest.mark.full
@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_picture_on_its_side_is_turned_and_its_boxes_are_as_it_came(degrees: int) -> None:
    upright = written(NOTICE)
    came = upright.rotate(degrees, expand=True)
    with reader() as worker:
        read = asyncio.run(read_text(plain(came), within_s=60, worker=worker))
    assert [line.text for line in read.lines] == NOTICE
    assert read.turned == degrees
    for line in read.lines:
        part = came.crop(line.box)
        assert part.getextrema() != came.crop((0, 0, 5, 5)).getextrema()
        assert (part.height > part.width) == (degrees != 180)


@pytest.mark.full
@pytest.mark.parametrize(
    ("ink", "ground"), [("#e8eaed", "#202124"), ("#8a8a8a", "#a8a8a8"), ("#ffffff", "#2563eb")]
)
def test_dark_themes_and_low_contrast(ink: str, ground: str) -> None:
    with reader() as worker:
        read = asyncio.run(
            read_text(plain(written(NOTICE, ink=ink, ground=ground)), within_s=60, worker=worker)
        )
    assert [line.text for line in read.lines] == NOTICE


@pytest.mark.full
def test_a_tall_page_is_read_whole_and_without_doubles() -> None:
    lines = [f"Line {number} of a page that is very tall" for number in range(1, 141)]
    with reader() as worker:
        read = asyncio.run(read_text(plain(written(lines, size=18)), within_s=90, worker=worker))
    assert [line.text for line in read.lines] == lines


@pytest.mark.full
def test_when_the_time_is_over_what_was_read_is_told() -> None:
    lines = [f"Line {number} of a page that is very tall" for number in range(1, 241)]
    with reader() as worker:
        worker.examine()
        read = asyncio.run(read_text(plain(written(lines, size=18)), within_s=2.5, worker=worker))
    assert not read.whole
    assert {line.text for line in read.lines} <= set(lines)


@pytest.mark.full
def test_no_time_at_all_reads_nothing() -> None:
    with reader() as worker:
        read = asyncio.run(read_text(plain(written(NOTICE)), within_s=0, worker=worker))
    assert read.lines == ()
    assert not read.whole


@pytest.mark.full
@pytest.mark.parametrize("size", [(1, 1), (3, 900), (900, 2), (40, 40)])
def test_pictures_without_text(size: tuple[int, int]) -> None:
    with reader() as worker:
        read = asyncio.run(read_text(plain(Image.new("RGB", size, "#336699")), within_s=60, worker=worker))
    assert read.lines == ()
    assert read.codes == ()
    assert read.whole


@pytest.mark.full
def test_codes_are_read_with_their_boxes() -> None:
    zxing = pytest.importorskip("zxingcpp")
    barcode = zxing.create_barcode("https://example.org/berth/12", zxing.BarcodeFormat.QRCode)
    code = Image.fromarray(barcode.to_image(scale=6)).convert("RGB")
    page = written(NOTICE, width=900)
    page = page.crop((0, 0, 900, 400))
    page.paste("#ffffff", (0, 120, 900, 400))
    page.paste(code, (500, 150))
    with reader() as worker:
        read = asyncio.run(read_text(plain(page), within_s=60, worker=worker))
    (found,) = read.codes
    assert found.text == "https://example.org/berth/12"
    assert "QR" in found.kind
    assert 500 <= found.box[0] < found.box[2] <= 500 + code.width
    assert 150 <= found.box[1] < found.box[3] <= 150 + code.height


@pytest.mark.full
def test_cancelling_ends_the_process() -> None:
    lines = [f"Line {number} of a page that is very tall" for number in range(1, 241)]

    async def cancelled(worker: Worker) -> None:
        worker.examine()
        reading = asyncio.create_task(read_text(plain(written(lines, size=18)), within_s=90, worker=worker))
        await asyncio.sleep(0)
        assert await asyncio.to_thread(wait_until, lambda: worker.busy and worker.pid is not None)
        first = worker.pid
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        assert await asyncio.to_thread(wait_until, lambda: not worker.busy and worker.pid != first)

    with reader() as worker:
        asyncio.run(cancelled(worker))
        read = asyncio.run(read_text(plain(written(NOTICE)), within_s=60, worker=worker))
        assert [line.text for line in read.lines] == NOTICE


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_crash_costs_a_piece_and_the_next_picture_is_read() -> None:
    lines = [f"Line {number} of a page that is very tall" for number in range(1, 141)]

    async def crashed(worker: Worker) -> None:
        worker.examine()
        first = worker.pid
        assert first is not None
        reading = asyncio.create_task(read_text(plain(written(lines, size=18)), within_s=90, worker=worker))
        await asyncio.sleep(0)
        assert await asyncio.to_thread(wait_until, lambda: worker.busy)
        os.kill(first, signal.SIGKILL)
        read = await reading
        assert not read.whole
        assert {line.text for line in read.lines} <= set(lines)
        again = await read_text(plain(written(NOTICE)), within_s=60, worker=worker)
        assert [line.text for line in again.lines] == NOTICE

    with reader() as worker:
        asyncio.run(crashed(worker))


@pytest.mark.full
def test_where_no_process_can_be_started_the_note_says_so() -> None:
    with reader(
        Worker(memory=4 << 30, seconds=60, libraries=PACKAGES, command=["/nonexistent/python"])
    ) as worker:
        read = asyncio.run(read_text(plain(written(NOTICE)), within_s=60, worker=worker))
    assert read.lines == ()
    assert not read.whole
    assert read.engine == ""
    assert "opsin[ocr]" in read.note


@pytest.mark.full
def test_a_picture_stored_as_a_poor_jpeg_is_read() -> None:
    stored = BytesIO()
    written(NOTICE, size=26).save(stored, "JPEG", quality=30)
    with reader() as worker:
        read = asyncio.run(read_text(plain(Image.open(stored)), within_s=60, worker=worker))
    assert [line.text for line in read.lines] == NOTICE
