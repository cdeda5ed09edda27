"""The contact sheet: CPU time against sharp, and how close it is to plain Lanczos resampling.

Every figure is a ratio within one run; absolute times depend on the machine and say nothing. The thumbnails
are made of the demo's photographs, in the formats and sizes that search providers send.

    OPSIN_BENCH_NODE_MODULES   folder that holds node_modules/sharp; else it is installed into a temporary one
"""

import argparse
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import IO

from PIL import Image, ImageChops

from opsin.pixels.decode import decode_thumbnail, fit_within
from opsin.sheet.draw import SheetCell, draw_sheet, paint_sheet
from opsin.sheet.layout import plan

COUNTS = (4, 9, 16)
ROUNDS = 9
AIM_CPU = 0.30
AIM_DECIBELS = 40.0

PHOTOS = Path(__file__).parents[1] / "src" / "opsin" / "demo" / "photos"
SCRIPT = Path(__file__).with_name("sharp_sheet.mjs")
CAPTION = "1600×1200 · CC BY-SA 4.0 · upload.wikimedia.org"

# Mostly JPEG, as on the web; long sides in pixels as providers send them.
_KINDS = (
    "JPEG",
    "JPEG",
    "WEBP",
    "JPEG",
    "PNG",
    "JPEG",
    "JPEG",
    "AVIF",
    "JPEG",
    "JPEG",
    "WEBP",
    "JPEG",
    "JPEG",
    "GIF",
)
_SIDES = (474, 500, 640, 330, 600, 474, 225, 640, 474, 500, 600, 161, 640, 330, 474, 500)


def run() -> list[str]:
    """Measure and tell, a line for each figure."""
    thumbnails = make_thumbnails(max(COUNTS))
    lines = ["sheet: every figure is a ratio within this run"]
    for count in COUNTS:
        decibels = psnr(*(paint(thumbnails[:count], decode) for decode in (ours, plain)))
        lines.append(
            f"  {count:2} cells: {_decibels(decibels)} against plain Lanczos (aim: at least {AIM_DECIBELS:.0f} dB)"
        )
    with tempfile.TemporaryDirectory(prefix="opsin-bench-") as folder:
        modules = sharp_modules(Path(folder))
        if modules is None:
            return [*lines, "  against sharp: left out, for node or sharp is not to be had"]
        for count, (old, same) in against_sharp(thumbnails, modules, Path(folder)).items():
            lines.append(
                f"  {count:2} cells: {old:.2f} of the CPU of sharp (aim: at most {AIM_CPU:.2f});"
                f" {same:.2f} where sharp does not enlarge either"
            )
    return lines


def make_thumbnails(count: int) -> list[bytes]:
    """Thumbnails as providers send them, of the demo's photographs or, where those are few, of made-up pictures."""
    photos = [Image.open(path).convert("RGB") for path in sorted(PHOTOS.glob("*.jpg"))]
    photos += [_made_up(seed) for seed in range(max(0, count - len(photos)))]
    return [_thumbnail(photos[index], index) for index in range(count)]


def ours(data: bytes, box: tuple[int, int]) -> Image.Image:
    """One thumbnail by the code under test."""
    return decode_thumbnail(data, box).image


def plain(data: bytes, box: tuple[int, int]) -> Image.Image:
    """One thumbnail by a full decode and Lanczos, nothing saved anywhere."""
    with Image.open(BytesIO(data)) as opened:
        image = opened.convert("RGB")
    return image.resize(fit_within(image.size, box), Image.Resampling.LANCZOS)


def cells_of(
    thumbnails: Sequence[bytes], decode: Callable[[bytes, tuple[int, int]], Image.Image]
) -> list[SheetCell]:
    """Cells with decoded pictures, each fitted to its place."""
    place = plan(len(thumbnails)).cells[0].picture
    return [
        SheetCell(number, decode(data, (place.width, place.height)), CAPTION)
        for number, data in enumerate(thumbnails, start=1)
    ]


def paint(
    thumbnails: Sequence[bytes], decode: Callable[[bytes, tuple[int, int]], Image.Image]
) -> Image.Image:
    """A sheet before it is made a JPEG."""
    return paint_sheet(cells_of(thumbnails, decode))[0]


def psnr(first: Image.Image, second: Image.Image) -> float:
    """Peak signal-to-noise ratio of two pictures of one size, in decibels; infinite where they are the same."""
    histogram = ImageChops.difference(first, second).histogram()
    squares = sum(count * (value % 256) ** 2 for value, count in enumerate(histogram))
    return 10 * math.log10(255**2 * sum(histogram) / squares) if squares else math.inf


def against_sharp(thumbnails: Sequence[bytes], modules: Path, folder: Path) -> dict[int, tuple[float, float]]:
    """Our CPU time as a share of sharp's: when it enlarges, and when it does the same as we do."""
    files = []
    for index, data in enumerate(thumbnails):
        files.append(folder / f"{index}.bin")
        files[-1].write_bytes(data)
    node = shutil.which("node")
    assert node is not None
    environment = {**os.environ, "OPSIN_BENCH_NODE_MODULES": str(modules)}
    with subprocess.Popen(
        [node, str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        ratios: dict[int, tuple[list[float], list[float]]] = {count: ([], []) for count in COUNTS}
        for turn in range(ROUNDS + 1):
            for count in random.sample(COUNTS, len(COUNTS)):
                mine = _cpu_of_ours(thumbnails[:count])
                for same in (False, True):
                    theirs = _ask(process.stdin, process.stdout, files[:count], same=same)
                    if turn:  # the first round warms both up
                        ratios[count][same].append(mine / theirs)
        process.stdin.close()
    return {count: (statistics.median(old), statistics.median(same)) for count, (old, same) in ratios.items()}


def sharp_modules(folder: Path) -> Path | None:
    """The folder that sharp is found from; None where there is no node, or no sharp."""
    if shutil.which("node") is None:
        return None
    named = os.environ.get("OPSIN_BENCH_NODE_MODULES", "")
    if named:
        return Path(named)
    npm = shutil.which("npm")
    if npm is None:
        return None
    done = subprocess.run(
        [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), "sharp@0.35"],
        check=False,
        capture_output=True,
        timeout=300,
    )
    return folder if done.returncode == 0 else None


def _cpu_of_ours(thumbnails: Sequence[bytes]) -> float:
    """Milliseconds of CPU for one sheet, all threads."""
    before = time.process_time()
    draw_sheet(cells_of(thumbnails, ours))
    return (time.process_time() - before) * 1e3


def _ask(stdin: IO[str], stdout: IO[str], files: Sequence[Path], *, same: bool) -> float:
    stdin.write(json.dumps({"files": [str(file) for file in files], "same": same}) + "\n")
    stdin.flush()
    return float(json.loads(stdout.readline())["cpu"])


def _thumbnail(photo: Image.Image, index: int) -> bytes:
    kind, side = _KINDS[index % len(_KINDS)], _SIDES[index % len(_SIDES)]
    small = photo.resize(fit_within(photo.size, (side, side)), Image.Resampling.LANCZOS)
    target = BytesIO()
    if kind == "GIF":
        small.quantize(256).save(target, kind)
    else:
        small.save(target, kind, **({} if kind == "PNG" else {"quality": 80}))
    return target.getvalue()


def _made_up(seed: int) -> Image.Image:
    """Noise of several sizes, one over the other: about as hard to code as a photograph."""
    chance = random.Random(seed)
    image = Image.new("RGB", (800, 600), (128, 128, 128))
    for step in (4, 16, 80):
        small = Image.frombytes("RGB", (step * 4, step * 3), chance.randbytes(step * step * 36))
        image = Image.blend(image, small.resize(image.size, Image.Resampling.BICUBIC), 0.4)
    return image


def _decibels(value: float) -> str:
    return "the same pixels" if math.isinf(value) else f"{value:.1f} dB"


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    print("\n".join(run()))
