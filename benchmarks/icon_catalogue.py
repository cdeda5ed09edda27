"""The catalogue of icons inside opsin: how long it takes to open and to answer, and how much memory it holds.

Each round is a process of its own. Times are told beside those of a plain JSON file of the same names, read whole,
which is how such a catalogue is usually kept.
"""

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROUNDS = 7

CATALOGUE = """
import time
start = time.perf_counter()
from opsin.icons.catalogue.embedded import open_embedded
imported = time.perf_counter()
catalogue = open_embedded()
opened = time.perf_counter()
assert catalogue.icon("lucide:house").name == "house"
icon = time.perf_counter()
assert catalogue.body("lucide:rocket").markup
body = time.perf_counter()
index = catalogue.index
words = index.words_of("rocket")
assert all(index.postings(word.number)[0] for word in words)
searched = time.perf_counter()
"""
STEPS = ("import", "open", "first icon", "first drawing", "first words")
TIMES = (
    "[b - a for a, b in zip((start, imported, opened, icon, body), (imported, opened, icon, body, searched))]"
)

PLAIN = """
import json, sys, time
start = time.perf_counter()
with open(sys.argv[1], encoding="utf-8") as file:
    names = json.load(file)
assert "house" in names["lucide"]
end = time.perf_counter()
"""

HELD = """
from pathlib import Path
pages = Path("/proc/self/statm")
held_mb = int(pages.read_text().split()[1]) * 4096 / 1e6 if pages.exists() else 0
"""
IDLE = "import time"


@dataclass(frozen=True, slots=True)
class Told:
    """What one process measured: seconds of its steps, and the memory that it held in the end, in MB (Linux)."""

    times: list[float]
    held_mb: float


def run() -> list[str]:
    """The lines to print."""
    with tempfile.TemporaryDirectory() as folder:
        plain = _plain_file(Path(folder))
        ours, theirs, nothing = [], [], []
        for _ in range(ROUNDS):
            ours.append(_told(CATALOGUE, TIMES))
            theirs.append(_told(PLAIN, "[end - start]", str(plain)))
            nothing.append(_told(IDLE, "[]"))
    steps = [median(one.times[step] for one in ours) for step in range(len(STEPS))]
    whole = median(one.times[0] for one in theirs)
    idle = median(one.held_mb for one in nothing)
    held, of_names = (median(one.held_mb for one in ones) - idle for ones in (ours, theirs))
    names = "all names as JSON"
    return [
        *(f"{name}: {seconds * 1000:.0f} ms" for name, seconds in zip(STEPS, steps, strict=True)),
        f"open: {steps[1] / whole:.2f} of reading {names} ({whole * 1000:.0f} ms)",
        f"memory above an idle Python: {held:.0f} MB ({names}: {of_names:.0f} MB)",
    ]


def _plain_file(folder: Path) -> Path:
    from opsin.icons.catalogue.embedded import open_embedded

    catalogue = open_embedded()
    names: dict[str, list[str]] = {prefix: [] for prefix in catalogue.sets}
    prefixes = list(names)
    for number, of in enumerate(catalogue.index.set_numbers):
        names[prefixes[of]].append(catalogue.index.name_of(number))
    path = folder / "names.json"
    path.write_text(json.dumps(names), encoding="utf-8")
    return path


def _told(code: str, times: str, *arguments: str) -> Told:
    program = f"{code}\n{HELD}\nimport json\nprint(json.dumps([{times}, held_mb]))"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True, timeout=120
    )
    seconds, held_mb = json.loads(done.stdout)
    return Told(seconds, held_mb)
