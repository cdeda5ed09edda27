"""What the files of the corpus take: memory by the pixels that they have, and never for pixels that they only claim."""

import json
import subprocess
import sys

import pytest

from tests.corpus.measure import FAULT, Measured
from tests.corpus.pieces import PIECES

MEGABYTE = 1_024
FIXED = 32 * MEGABYTE
"""Kilobytes for everything that does not grow with the picture: the file itself, its profile, tables of a decoder."""

BYTES_PER_PIXEL = {"webp": 18, "gif": 14, "progressive": 12, "other": 10}
"""A decoded pixel takes four bytes in Pillow, and twice that while it is converted. WebP's decoder keeps two canvases
and hands over a third copy; Pillow keeps three of a GIF whose frames it looks through. A progressive JPEG keeps two bytes for each coefficient, of which there are three."""

CPU_MS = 2_000
CPU_NS_PER_PIXEL = 400
"""Both are several times what was measured."""

pytestmark = [
    pytest.mark.full,
    pytest.mark.timeout(1_800),
    pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process is read from /proc"),
]


@pytest.fixture(scope="module")
def measured() -> list[Measured]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.corpus.measure", "--json"], capture_output=True, text=True, check=True
    )
    return [Measured(**json.loads(line)) for line in done.stdout.splitlines()]


def bytes_per_pixel(name: str) -> int:
    kind = "progressive" if "progressive" in name else name.rpartition(".")[2]
    return BYTES_PER_PIXEL.get(kind, BYTES_PER_PIXEL["other"])


def test_every_file_was_measured_and_none_ended_its_process(measured: list[Measured]) -> None:
    assert {one.name for one in measured} == {piece.name for piece in PIECES}
    assert [one for one in measured if one.outcome.startswith(FAULT)] == []


def test_memory_is_bounded_by_the_pixels_that_are_decoded(measured: list[Measured]) -> None:
    over = [
        one
        for one in measured
        if one.kilobytes > FIXED + pixels_of(one, measured) * bytes_per_pixel(one.name) // 1_024
    ]
    assert over == []


def test_processor_time_is_bounded_by_the_pixels_that_are_decoded(measured: list[Measured]) -> None:
    over = [
        one
        for one in measured
        if one.milliseconds > CPU_MS + pixels_of(one, measured) * CPU_NS_PER_PIXEL // 1_000_000
    ]
    assert over == []


def pixels_of(asked: Measured, measured: list[Measured]) -> int:
    """Nought where the door refused the file, whatever the file claims."""
    if asked.door == "closely":
        return max(one.pixels for one in measured if one.name == asked.name and one.door == "original")
    return asked.pixels
