"""From a sign to end to the end: opsin against a hand-written server and an empty one on the same SDK, all idle.

Aim: opsin ends on every sign within two seconds. Where the parent is killed, both pipes stay open, held by others.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.start import EMPTY, HAND_WRITTEN, HANDSHAKE, OPSIN

ROUNDS = 3
WAITS_S = 5.0
PARENT = """
import subprocess, sys
child = subprocess.Popen(sys.argv[3:], stdin=int(sys.argv[1]), stdout=int(sys.argv[2]), stderr=subprocess.DEVNULL)
print(child.pid, flush=True)
child.wait()
"""


@dataclass
class Held:
    """A server, its parent, and the ends of its pipes that its client holds."""

    server: int
    parent: "subprocess.Popen[bytes]"
    writing: int
    reading: int


def _signal(name: str) -> Callable[[Held], None]:
    return lambda held: os.kill(held.server, getattr(signal, name))


def _end_input(held: Held) -> None:
    os.close(held.writing)
    held.writing = -1


SIGNS: dict[str, Callable[[Held], None]] = {
    "end of input": _end_input,
    "SIGTERM": _signal("SIGTERM"),
    "SIGINT": _signal("SIGINT"),
    "SIGHUP": _signal("SIGHUP"),
    "parent killed": lambda held: held.parent.kill(),
}


def run() -> list[str]:
    """The lines to print."""
    if not Path("/proc/self/stat").exists():
        return ["needs /proc"]
    with tempfile.TemporaryDirectory() as home:
        hand_written = Path(home, "hand_written.py")
        hand_written.write_text(HAND_WRITTEN, encoding="utf-8")
        commands = {
            "hand-written": [sys.executable, str(hand_written)],
            "empty on SDK": [sys.executable, "-c", EMPTY],
            "opsin": OPSIN,
        }
        environ = {name: value for name, value in os.environ.items() if not name.startswith("OPSIN_")}
        environ |= {"HOME": home, "USERPROFILE": home, "XDG_CONFIG_HOME": home}
        lines = [f"seconds from a sign to the end, medians of {ROUNDS}"]
        for name, command in commands.items():
            times = (f"{sign} {_median(command, environ, sign)}" for sign in SIGNS)
            lines.append(f"  {name:<14}" + "  ".join(times))
        return lines


def _median(command: list[str], environ: dict[str, str], sign: str) -> str:
    seconds = [_seconds(command, environ, SIGNS[sign])]
    while seconds[0] < WAITS_S and len(seconds) < ROUNDS:
        seconds.append(_seconds(command, environ, SIGNS[sign]))
    return f"{median(seconds):.2f}" if seconds[0] < WAITS_S else f"lives on after {WAITS_S:.0f}"


def _seconds(command: list[str], environ: dict[str, str], end: Callable[[Held], None]) -> float:
    its_input, writing = os.pipe()
    reading, its_output = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(its_input), str(its_output), *command],
        env=environ,
        stdout=subprocess.PIPE,
        pass_fds=(its_input, its_output),
    ) as parent:
        assert parent.stdout is not None
        held = Held(int(parent.stdout.readline()), parent, writing, reading)
        try:
            _until_idle(held)
            began = time.perf_counter()
            end(held)
            while _runs(held.server) and time.perf_counter() - began < WAITS_S:
                time.sleep(0.002)
            return time.perf_counter() - began
        finally:
            if _runs(held.server):
                os.kill(held.server, signal.SIGKILL)
            parent.kill()
            for descriptor in (its_input, its_output, held.writing, held.reading):
                if descriptor >= 0:
                    os.close(descriptor)


def _until_idle(held: Held) -> None:
    """Greet it, and have it answer what no front answers."""
    calls = (("initialize", HANDSHAKE), ("tools/call", {"name": "nothing", "arguments": {}}))
    with os.fdopen(os.dup(held.reading), "rb") as answers:
        for number, (method, params) in enumerate(calls):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            os.write(held.writing, json.dumps(message).encode() + b"\n")
            answers.readline()


def _runs(process: int) -> bool:
    """Whether it runs; where nobody reaps orphans, one that has ended stays as a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
