"""The reading of text: the error rate of each of ten screenshots, and its work against rapidocr as it comes.

Aim: at most 3 of 100 characters wrong on each (5 in Turkish, 2 on the tall page), white space not counted, and a third
of the processor time of rapidocr's own settings for the same pictures in the same run. Both are measured without
what loading costs. Processor time is read from /proc, so this runs on Linux.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageOps
from rapidfuzz.distance import Levenshtein

from benchmarks.ocr_canvas import NoFont
from benchmarks.ocr_more import SHOTS as MORE
from benchmarks.ocr_ten import SHOTS as TEN
from benchmarks.ocr_ten import Shot
from opsin.ocr.lines import Read
from opsin.ocr.reading import available, read_text, worker_for
from opsin.pixels.facts import Facts
from opsin.pixels.plain import PlainPixels
from opsin.pixels.sniff import Format

WITHIN_S = 300.0

DEFAULT = """
import logging, sys
from rapidocr import RapidOCR
read = RapidOCR()
logging.disable()
print("ready", flush=True)
for line in sys.stdin:
    answer = read(line.strip())
    print(len(answer.txts or ()), flush=True)
"""
"""rapidocr as it comes: it is given file names, one a line."""


def run() -> list[str]:
    """The lines to print."""
    why = available()
    if why:
        return [why]
    return [*_ten(), "", *_more()]


def _ten() -> list[str]:
    lines: list[str] = []
    worker, ours, theirs = worker_for(idle_s=600), 0.0, 0.0
    other = subprocess.Popen(
        [sys.executable, "-c", DEFAULT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert other.stdin is not None
    assert other.stdout is not None
    while other.stdout.readline().strip() != "ready":
        pass
    worker.examine()
    file = Path(f"/tmp/opsin-ocr-{os.getpid()}")
    try:
        for name, shot in _drawn(TEN, lines):
            file.write_bytes(shot.data)
            before = _seconds(other.pid)
            other.stdin.write(f"{file}\n")
            other.stdin.flush()
            other.stdout.readline()
            default = _seconds(other.pid) - before
            before, start = _seconds(worker.pid), time.monotonic()
            read = asyncio.run(read_text(plain(shot.data), within_s=WITHIN_S, worker=worker))
            spent, took = _seconds(worker.pid) - before, time.monotonic() - start
            ours, theirs = ours + spent, theirs + default
            lines.append(
                f"{_row(name, shot, read)}  {spent:6.2f} s of {default:6.2f} s = {spent / default:.2f}"
                f"  ({took:.1f} s by the clock)"
            )
        lines.append(
            f"all ten: {ours:.1f} s of processor time, {theirs:.1f} s by rapidocr's own settings: {ours / theirs:.2f}"
        )
    finally:
        file.unlink(missing_ok=True)
        other.kill()
        other.communicate()
        worker.close()
    return lines


def _more() -> list[str]:
    lines, worker = ["others:"], worker_for(idle_s=600)
    try:
        for name, shot in _drawn(MORE, lines):
            read = asyncio.run(read_text(plain(shot.data), within_s=WITHIN_S, worker=worker))
            lines.append(_row(name, shot, read))
    finally:
        worker.close()
    return lines


def _drawn(shots: Mapping[str, object], lines: list[str]) -> list[tuple[str, Shot]]:
    drawn = []
    for name, draw in shots.items():
        try:
            drawn.append((name, draw()))  # type: ignore[operator]
        except NoFont as why:
            lines.append(f"{name:24} left out: {why}")
    return drawn


def _row(name: str, shot: Shot, read: Read) -> str:
    rate = error_rate(shot.truth, read)
    verdict = "" if rate <= shot.allowed and read.whole else "  TOO MANY"
    characters = len("".join(shot.truth.split()))
    return f"{name:24} {characters:6} characters, {100 * rate:5.2f} % wrong (at most {100 * shot.allowed:.0f}){verdict}"


def error_rate(truth: str, read: Read) -> float:
    """Characters to be changed, put in or taken out, as a share of the truth's; white space does not count."""
    wanted, got = "".join(truth.split()), "".join("".join(line.text for line in read.lines).split())
    return Levenshtein.distance(wanted, got) / len(wanted)


def plain(data: bytes) -> PlainPixels:
    """A file's pixels, upright."""
    with Image.open(BytesIO(data)) as opened:
        image = ImageOps.exif_transpose(opened).convert("RGB")
    kind = Format.JPEG if data.startswith(b"\xff\xd8") else Format.PNG
    facts = Facts(kind, image.width, image.height, len(data), "RGB")
    box = (0, 0, image.width, image.height)
    return PlainPixels(image.width, image.height, image.tobytes(), facts, 1.0, box, "", 1, 1)


def _seconds(pid: int | None) -> float:
    """Processor time that a process has used so far (proc(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
