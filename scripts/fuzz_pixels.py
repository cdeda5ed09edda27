"""Fuzz sniffing and decoding with atheris, guided by coverage, for a given time.

    python -m venv fuzz && fuzz/bin/pip install atheris pillow
    PYTHONPATH=src fuzz/bin/python scripts/fuzz_pixels.py FOLDER --seconds 3600

The seeds are the small files of the corpus (`build_corpus.py`). The time is shared out to the targets of
`fuzz_targets.py`, one after the other, one process at a time. FOLDER keeps what the fuzzer learned, so that a
second run goes on from there, and `finds/`: the input that broke a promise, and beside it what happened. The
table at the end says how much was run. Atheris has no wheels for macOS and Windows, which is why it is not
among the project's requirements.
"""

import argparse
import importlib.util
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

SHARES = {
    "names": 2,
    "structure": 8,
    "notes": 10,
    "profile": 10,
    "opening": 16,
    "thumbnail": 20,
    "check": 14,
    "original": 20,
}
MOST_SEED_BYTES = 16_384
MOST_MEGABYTES = 1_500
"""Memory of the whole fuzzing process: a picture at the limit of originals, and what the fuzzer itself keeps."""
MOST_SECONDS_OF_A_RUN = 30

_HERE = Path(__file__).parent


@dataclass(slots=True)
class Tally:
    """What was run of one target: executions, seconds, branches reached, inputs kept, the peak of memory."""

    runs: int = 0
    seconds: float = 0
    coverage: int = 0
    kept: int = 0
    megabytes: int = 0

    def add(self, log: str, seconds: float) -> None:
        """Read the fuzzer's own words at the end of a run."""
        self.runs += _last(r"stat::number_of_executed_units:\s*(\d+)", log) or _last(r"^#(\d+)\s", log)
        self.seconds += seconds
        self.coverage = max(self.coverage, _last(r"cov: (\d+)", log))
        self.kept = max(self.kept, _last(r"corp: (\d+)", log))
        self.megabytes = max(self.megabytes, _last(r"rss: (\d+)Mb", log))


def main() -> None:
    """Fuzz each target for its share of the time, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, help="where learned inputs and finds are kept")
    parser.add_argument("--seconds", type=int, default=600, help="for all targets together")
    parser.add_argument(
        "--target", choices=list(SHARES), action="append", help="only this one; may be repeated"
    )
    arguments = parser.parse_args()
    if importlib.util.find_spec("atheris") is None:
        raise SystemExit(
            "The fuzzer needs atheris, which is not installed. It is not among the project's requirements, because"
            " it has no wheels for all platforms: install it into an environment of its own (pip install atheris)."
        )
    seeds = _write_seeds(arguments.folder / "seeds")
    names = arguments.target or list(SHARES)
    total = sum(SHARES[name] for name in names)
    tallies = {
        name: _fuzz(name, arguments.folder, seeds[name], arguments.seconds * SHARES[name] / total)
        for name in names
    }
    print(f"{'target':<12}{'runs':>12}{'seconds':>9}{'coverage':>10}{'kept':>7}{'peak MB':>9}")
    for name, tally in tallies.items():
        print(
            f"{name:<12}{tally.runs:>12}{tally.seconds:>9.0f}{tally.coverage:>10}{tally.kept:>7}{tally.megabytes:>9}"
        )
    finds = sorted((arguments.folder / "finds").glob("*.txt"))
    print(f"{len(finds)} finds")
    for find in finds:
        print(f"  {find.stem}: {find.read_text(encoding='utf-8').strip()[:160]}")


def _fuzz(target: str, folder: Path, seeds: Path, seconds: float) -> Tally:
    """Fuzz one target. Where the fuzzer itself ended (time, memory, a crash), it is started again."""
    learned, finds = folder / "learned" / target, folder / "finds"
    learned.mkdir(parents=True, exist_ok=True)
    finds.mkdir(parents=True, exist_ok=True)
    tally = Tally()
    while (left := seconds - tally.seconds) > 1:
        began = time.monotonic()
        done = subprocess.run(
            [
                sys.executable,
                str(_HERE / "fuzz_targets.py"),
                target,
                str(learned),
                str(seeds),
                f"-max_total_time={int(left)}",
                f"-max_len={MOST_SEED_BYTES}",
                f"-rss_limit_mb={MOST_MEGABYTES}",
                f"-timeout={MOST_SECONDS_OF_A_RUN}",
                f"-artifact_prefix={finds}/{target}-",
                "-print_final_stats=1",
            ],
            env={**os.environ, "FUZZ_FINDS": str(finds)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            check=False,
        )
        tally.add(done.stderr, max(time.monotonic() - began, 1))
        for artefact in re.findall(r"Test unit written to (\S+)", done.stderr):
            ending = next((line for line in done.stderr.splitlines() if "ERROR" in line), "the fuzzer ended")
            Path(artefact).with_suffix(".txt").write_text(ending + "\n", encoding="utf-8")
        print(f"{target}: {tally.runs} runs, {tally.seconds:.0f} s, exit {done.returncode}", flush=True)
        (folder / f"{target}.log").write_text(done.stderr[-200_000:], encoding="utf-8")
    return tally


def _write_seeds(folder: Path) -> dict[str, Path]:
    """A folder of files to begin with for each target: the small pictures of the corpus, or what stands in them."""
    sys.path.insert(0, str(_HERE.parent))
    from tests.corpus.hand_icc import DISPLAY_P3, cmyk_profile, grey_profile, rgb_profile
    from tests.corpus.pieces import PIECES
    from tests.pixels.pictures import exif

    pictures = {piece.name: piece.make() for piece in PIECES if not piece.heavy}
    profiles = {
        "rgb": rgb_profile("wide", DISPLAY_P3),
        "grey": grey_profile("grey"),
        "cmyk": cmyk_profile("inks", (100, 0, 0), (50, 10, 10)),
    }
    blocks = {
        "exif": exif(
            Orientation=6, Make="Maker", Model="Model", Artist="Ann", DateTime="2026:01:02 03:04:05"
        ).tobytes()[6:]
    }
    blocks["text"] = b"Comment\0text"
    blocks["xmp"] = b'<x:xmpmeta xmlns:x="adobe:ns:meta/" tiff:Orientation="6"/>'
    special = {"profile": profiles, "notes": blocks}
    folders = {}
    for target in SHARES:
        files = special.get(target, pictures)
        folders[target] = folder / (target if target in special else "pictures")
        folders[target].mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            if len(data) <= MOST_SEED_BYTES:
                (folders[target] / name).write_bytes(data)
    return folders


def _last(pattern: str, log: str) -> int:
    found = re.findall(pattern, log, re.MULTILINE)
    return int(found[-1]) if found else 0


if __name__ == "__main__":
    main()
