"""Take out each guard in turn, in a copy of the project, and say which tests notice.

    python -m scripts.take_out_guards [WORD …]

With words, only the guards whose names have one of them. Ends with 1 where nothing notices a guard that is gone, where
its text is not there any more, or where a test fails with all guards in place.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from scripts.guards.every import GUARDS
from scripts.guards.guard import Guard

ROOT = Path(__file__).resolve().parent.parent
COPIED = (
    "src",
    "tests",
    "scripts",
    "benchmarks",
    "docs",
    "skills",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
)
ENOUGH = 10
"""Failures after which a run ends: more say no more."""
TEST_SECONDS = 20
RUN_SECONDS = 300
TESTS_A_RUN = 10
"""Files of tests, or single ones, that a run has these seconds for."""

MEMORY_BYTES = 6 << 30
"""Without its guard a bomb goes off."""

_FAILED = re.compile(r"\b(\d+) (?:failed|errors?)\b")


def main(words: Sequence[str]) -> int:
    """Take out the guards that are asked for, and report."""
    chosen = [one for one in GUARDS if not words or any(word in one.name for word in words)]
    _limit_memory()
    with tempfile.TemporaryDirectory(prefix="opsin-guards-") as folder:
        copy = Path(folder)
        _copy(copy)
        every = dict.fromkeys(test for guard in chosen for test in guard.tests)
        noticed, said = _run(copy, every, seconds=RUN_SECONDS * (1 + len(every) // TESTS_A_RUN))
        if noticed:
            print(said)
            print("With all guards in place these tests must pass.")
            return 1
        unnoticed = [guard for guard in chosen if not _told(copy, guard)]
    print(f"{len(chosen) - len(unnoticed)} of {len(chosen)} guards are noticed when they are gone.")
    return 1 if unnoticed else 0


def _told(copy: Path, guard: Guard) -> bool:
    with _taken_out(copy, guard):
        noticed, _ = _run(copy, guard.tests)
    more = " or more" if noticed >= ENOUGH else ""
    told = f"noticed by {noticed}{more} test{'' if noticed == 1 else 's'}" if noticed else "NOT NOTICED"
    print(f"{guard.name}: {told}", flush=True)
    return bool(noticed)


@contextmanager
def _taken_out(copy: Path, guard: Guard) -> Iterator[None]:
    path = copy / guard.file
    whole = path.read_text(encoding="utf-8")
    if whole.count(guard.text) != 1:
        raise SystemExit(f"{guard.name}: its text stands {whole.count(guard.text)} times in {guard.file}.")
    path.write_text(whole.replace(guard.text, guard.instead), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(whole, encoding="utf-8")


def _run(copy: Path, tests: Iterable[str], *, seconds: float = RUN_SECONDS) -> tuple[int, str]:
    """Run tests in the copy; give how many failed, and what pytest said. A run that hangs counts as one."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not clients and not live", "--tb=line"]
    command += [f"--maxfail={ENOUGH}", f"--timeout={TEST_SECONDS}", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return 1, "the run did not end"
    said = done.stdout + done.stderr
    failed = sum(map(int, _FAILED.findall(said.rstrip().rpartition("\n")[2])))
    # A run that breaks down altogether, out of memory say, has no last line to tell.
    return failed or int(done.returncode != 0), said


def _copy(to: Path) -> None:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, to / name)


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, hard))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
