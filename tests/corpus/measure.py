"""What each file of the corpus costs at each door: memory and processor time, each in a process of its own. Linux only.

    python -m tests.corpus.measure

prints the table and its summary. A process forks for each file and door, when it has imported all that decoding
needs and before it has decoded anything; the peak (VmHWM) counts from what it holds at that moment, the file's bytes included.
"""

import argparse
import gc
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

SHOWN, REFUSED, FAULT = "right", "failed cleanly", "fault"
CLOSE = "closely"
"""Beside the doors: a region of an original in all its detail."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one file took at one door.

    Attributes:
        name: The file's.
        door: Where it was taken through.
        outcome: Shown, refused, or a fault with what was raised or how the process ended.
        pixels: Of the picture, or 0 where it was refused.
        kilobytes: Memory at its peak, above that of the process before.
        milliseconds: Processor time.
    """

    name: str
    door: str
    outcome: str
    pixels: int
    kilobytes: int
    milliseconds: float


def measure(paths: Iterable[Path], *, doors: Iterable[str] | None = None) -> Iterator[Measured]:
    """Take each file through each door, in a process forked from this one, which should not have decoded anything."""
    from opsin.errors import PictureError
    from tests.corpus.doors import closely, through
    from tests.corpus.piece import DOORS

    def run(door: str, data: bytes) -> tuple[str, int]:
        try:
            if door == CLOSE:
                closely(data)
                return SHOWN, 0
            facts, _ = through(door, data)  # type: ignore[arg-type]  # one of the doors
        except PictureError:
            return REFUSED, 0
        except Exception as error:  # noqa: BLE001 - told as the fault that it is
            return f"{FAULT}: {type(error).__name__}: {error}", 0
        return SHOWN, facts.width * facts.height

    names = [*DOORS, CLOSE] if doors is None else list(doors)
    gc.collect()
    for path in paths:
        for door in names:
            yield _in_a_fork(path, door, run)


def _in_a_fork(path: Path, door: str, run: Callable[[str, bytes], tuple[str, int]]) -> Measured:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        data = path.read_bytes()
        before, began = _peak(), time.process_time()
        outcome, pixels = run(door, data)
        spent = (time.process_time() - began) * 1_000
        found = Measured(path.name, door, outcome, pixels, _peak() - before, spent)
        os.write(writing, json.dumps(asdict(found)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        said = answer.read()
    _, status = os.waitpid(child, 0)
    if not said:
        return Measured(path.name, door, f"{FAULT}: ended with status {status}", 0, 0, 0)
    return Measured(**json.loads(said))


def _peak() -> int:
    """The most memory that this process has held at once, in kilobytes."""
    with Path("/proc/self/status").open(encoding="ascii") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def summary(found: list[Measured]) -> list[str]:
    """Files tried, shown, refused; the worst memory and the worst time, each with its file."""
    doors = [one for one in found if one.door != CLOSE]
    refused = {one.name for one in doors if one.door == "check" and one.outcome == REFUSED}
    faults = [one for one in found if one.outcome.startswith(FAULT)]
    heaviest = max(found, key=lambda one: one.kilobytes)
    slowest = max(found, key=lambda one: one.milliseconds)
    files = {one.name for one in found}
    return [
        f"{len(files)} files: {len(files - refused)} right, {len(refused)} failed cleanly, {len(faults)} faults",
        f"most memory: {heaviest.kilobytes // 1024} MB, {heaviest.name} ({heaviest.door})",
        f"most processor time: {slowest.milliseconds:.0f} ms, {slowest.name} ({slowest.door})",
    ]


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def main() -> None:
    """Build the corpus in another process, measure it, print the table; with `--json`, a line for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--json", action="store_true", help="print what was measured, a line for each file and door"
    )
    as_json: bool = parser.parse_args().json
    from tests.corpus.pieces import PIECES

    with tempfile.TemporaryDirectory() as folder:
        child = os.fork()
        if child == 0:
            for piece in PIECES:
                (Path(folder) / piece.name).write_bytes(piece.make())
            os._exit(0)
        os.waitpid(child, 0)
        found = []
        for one in measure(sorted(Path(folder).iterdir())):
            found.append(one)
            if as_json:
                _say(json.dumps(asdict(one)))
    if as_json:
        return
    _say(f"{'file':<34}{'door':<11}{'peak MB':>8}{'CPU ms':>9}  outcome")
    for one in sorted(found, key=lambda one: -one.kilobytes):
        _say(
            f"{one.name:<34}{one.door:<11}{one.kilobytes / 1024:>8.1f}{one.milliseconds:>9.1f}  {one.outcome}"
        )
    _say("\n".join(summary(found)))


if __name__ == "__main__":
    main()
