"""The index of the user's own pictures: how long it takes to make, to ask, and to bring up to date.

These figures are absolute, because what is asked of them is: ten thousand pictures within minutes, a query in
milliseconds. `python -m benchmarks.local_index NUMBER` takes another number of pictures.
"""

import argparse
import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from secrets import token_hex
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from benchmarks.local_pictures import PLACES, SUBJECTS, make_picture, make_pictures
from opsin.local.asked import read_query
from opsin.local.index import LocalIndex
from opsin.local.indexing import everything, index_of
from opsin.settings import Settings, load_settings

NUMBER = 10_000
CHANGED = 100
QUERIES = 200


def run(number: int = NUMBER) -> list[str]:
    """Make pictures, index them, ask, change a hundred, and index again."""
    with TemporaryDirectory() as folder:
        return _run(Path(folder), number)


def _run(folder: Path, number: int) -> list[str]:
    pictures = folder / "pictures"
    clock = _Clock()
    with clock("made"):
        paths = make_pictures(pictures, number)
    settings = load_settings(
        {"OPSIN_LOCAL_DIRS": str(pictures), "OPSIN_STATE_DIR": str(folder / "state")}, folder / "none.toml"
    )
    index = index_of(settings)
    with clock("names"):
        index.refresh()
    with clock("all"):
        asyncio.run(_everything(index, settings))
    status = index.status()
    assert (status.pictures, status.read, status.waiting) == (number, number, 0), status
    size = sum(path.stat().st_size for path in paths)
    with clock("nothing"):
        index.refresh()
    began = time.process_time()
    times = _ask(index)
    processor = 1_000 * (time.process_time() - began) / len(times)
    changed = min(CHANGED, number // 4)
    for at in range(changed):
        make_picture(pictures, at * 3, edition=1)
    for path in paths[1 : 3 * changed : 3]:
        path.unlink()
    make_pictures(pictures, changed, first=number)
    with clock("again"):
        asyncio.run(_everything(index, settings))
    after = index.status()
    assert (after.pictures, after.read) == (number, number), after
    mean = 1_000 * clock.seconds["all"] / number
    return [
        f"{number:,} pictures of {size / 1e6:.0f} MB, made in {clock.seconds['made']:.1f} s",
        f"names and folders: {clock.seconds['names']:.1f} s; all of them read: {clock.seconds['all']:.1f} s more, {mean:.1f} ms each",
        f"the index has {status.size / 1e6:.1f} MB",
        f"a look through all folders, nothing new: {clock.seconds['nothing'] * 1_000:.0f} ms",
        (
            f"{len(times)} queries: p50 {median(times):.1f} ms, p95 {quantiles(times, n=20)[-1]:.1f} ms, longest {max(times):.1f} ms; "
            f"{processor:.1f} ms of processor time each"
        ),
        f"{changed} changed, {changed} added and {changed} deleted, all indexed again: {clock.seconds['again']:.2f} s",
    ]


async def _everything(index: LocalIndex, settings: Settings) -> None:
    await everything(index, settings, owner=token_hex(4), text=False)


def _ask(index: LocalIndex) -> list[float]:
    random = Random(7)
    shapes = (
        "the screenshot with the red {0}",
        "{0} photo in {1}",
        "{0}",
        "blue {0} {2}",
        "screenshots from march 2026",
        "scan of an {0}",
        "{3}",
    )
    times = []
    for at in range(QUERIES):
        first, second = random.choice(SUBJECTS), random.choice(SUBJECTS)
        slip = first[:2] + first[3:]
        text = shapes[at % len(shapes)].format(first, random.choice(PLACES), second, slip)
        began = time.perf_counter()
        found = index.search(read_query(text, datetime.now(UTC)), most=17)
        times.append(1_000 * (time.perf_counter() - began))
        assert found.matches or len(slip) < 4, text
    return times


class _Clock:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.seconds[name] = time.perf_counter() - began


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("number", type=int, nargs="?", default=NUMBER, metavar="NUMBER", help="of pictures")
    for line in run(parser.parse_args().number):
        print(line)
