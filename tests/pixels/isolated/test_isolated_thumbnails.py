"""A thumbnail of the format whose decoder may go beyond the header's word is decoded apart; the others are not."""

import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator

import pytest

from opsin.errors import PictureError
from opsin.pixels.decode import decode_thumbnail as decode_here
from opsin.pixels.isolated.thumbnails import decode_thumbnail
from opsin.pixels.isolated.worker import Worker
from tests.pixels.lying_avif import large_liar, lying
from tests.pixels.pictures import STILLS, is_upright, quarters, saved, turned

BOX = (60, 60)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    running = Worker(memory=1 << 30, seconds=60)
    yield running
    running.close()


@pytest.mark.parametrize("name", STILLS)
def test_all_look_as_they_do_here(worker: Worker, name: str) -> None:
    data = STILLS[name]()
    there, here = decode_thumbnail(data, BOX, worker=worker), decode_here(data, BOX)
    assert there.facts == here.facts
    assert there.image.mode == here.image.mode
    assert there.image.tobytes() == here.image.tobytes()


def test_only_avif_asks_the_worker() -> None:
    unused = Worker(memory=1 << 30, seconds=60)
    for name in STILLS:
        if name != "avif":
            decode_thumbnail(STILLS[name](), BOX, worker=unused)
    assert unused.pid is None


@pytest.mark.parametrize("alpha", [False, True])
def test_avif_is_upright_and_keeps_its_alpha(worker: Worker, alpha: bool) -> None:
    assert is_upright(decode_thumbnail(turned(6, "AVIF"), BOX, worker=worker).image)
    image = quarters().convert("RGBA")
    image.putalpha(120 if alpha else 255)
    assert (decode_thumbnail(saved(image, "AVIF"), BOX, worker=worker).image.mode == "RGBA") is alpha


def test_a_damaged_avif_is_refused(worker: Worker) -> None:
    data = STILLS["avif"]()
    with pytest.raises(PictureError, match="AVIF"):
        decode_thumbnail(data[:-40], BOX, worker=worker)
    assert decode_thumbnail(data, BOX, worker=worker).image.size == (60, 40)


def test_a_header_that_lies_does_not_get_more_memory_than_is_allowed() -> None:
    bounded = Worker(memory=150_000_000, seconds=60)
    try:
        if bounded.examine() != "held":
            pytest.skip("memory is not held here")
        with pytest.raises(PictureError, match="AVIF"):
            decode_thumbnail(large_liar(), BOX, worker=bounded)
        assert decode_thumbnail(STILLS["avif"](), BOX, worker=bounded).image.size == (60, 40)
        # Small enough, it is what its header says.
        assert decode_thumbnail(lying(300, 200), BOX, worker=bounded).image.size == (16, 16)
    finally:
        bounded.close()


SERVER = """
import sys
from base64 import b64decode
from pathlib import Path
from opsin.errors import PictureError
from opsin.pixels.isolated.thumbnails import WORKER, decode_thumbnail
def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
decode_thumbnail(b64decode(sys.argv[1]), (60, 60))
before = peak()
try:
    decode_thumbnail(b64decode(sys.argv[2]), (60, 60))
except PictureError as why:
    assert "AVIF" in why.message
print(peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from Linux")
def test_a_header_that_lies_takes_nothing_of_the_server() -> None:
    files = [b64encode(data).decode() for data in (STILLS["avif"](), large_liar())]
    done = subprocess.run(
        [sys.executable, "-c", SERVER, *files], check=True, capture_output=True, timeout=100
    )
    assert int(done.stdout) < 10_000
