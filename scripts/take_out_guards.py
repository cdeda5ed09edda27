"""Take out each guard in turn, in a copy of the project, and say which tests notice.

    python -m scripts.take_out_guards -j 2 install

takes out those whose names have the word, two at a time. All of them, one at a time, take an hour and more.

Ends with 1 where nothing notices a guard that is gone, where its text is not there any more, or where a test fails with
all guards in place; with 2 where no guard has such a name.
"""

import argparse
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
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
    asked = _parser().parse_args(words)
    chosen = [one for one in GUARDS if not asked.words or any(word in one.name for word in asked.words)]
    if not chosen:
        print("No guard has such a name; --list lists them.")
        return 2
    if asked.list:
        for guard in chosen:
            print(f"{guard.name}  ({guard.file})")
        return 0
    _limit_memory()
    with tempfile.TemporaryDirectory(prefix="opsin-guards-") as folder:
        copies = [Path(folder) / str(number) for number in range(min(asked.jobs, len(chosen)))]
        for copy in copies:
            copy.mkdir()
            _copy(copy)
        every = dict.fromkeys(test for guard in chosen for test in guard.tests)
        noticed, said = _run(copies[0], every, seconds=RUN_SECONDS * (1 + len(every) // TESTS_A_RUN))
        if noticed:
            print(said)
            print("With all guards in place these tests must pass.")
            return 1
        unnoticed = _unnoticed(chosen, copies)
    print(f"{len(chosen) - unnoticed} of {len(chosen)} guards are noticed when they are gone.")
    return 1 if unnoticed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scripts.take_out_guards",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="only guards whose names have one of these")
    parser.add_argument("-l", "--list", action="store_true", help="list the guards, and take none out")
    parser.add_argument(
        "-j",
        "--jobs",
        type=_jobs,
        default=1,
        metavar="N",
        help="take out N at a time, each in a copy of its own (default 1)",
    )
    return parser


def _jobs(given: str) -> int:
    if (number := int(given)) < 1:
        raise ValueError(given)
    return number


def _unnoticed(chosen: Sequence[Guard], copies: Sequence[Path]) -> int:
    """Take out each guard in a copy that is free, and give how many nothing noticed."""
    free: queue.SimpleQueue[Path] = queue.SimpleQueue()
    for copy in copies:
        free.put(copy)

    def noticed(guard: Guard) -> bool:
        copy = free.get()
        try:
            return _told(copy, guard)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        running = [pool.submit(noticed, guard) for guard in chosen]
        try:
            return sum(not one.result() for one in running)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


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
