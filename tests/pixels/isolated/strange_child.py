"""A worker that does strange work, or none: `strange_child.py MEMORY SECONDS` or `strange_child.py KIND`."""

import os
import sys
import time
from collections.abc import Mapping
from io import BufferedReader, FileIO
from pathlib import Path
from typing import Any

from opsin.pixels.isolated import child
from opsin.pixels.isolated.framing import receive, send

MEMORY, SECONDS = 1 << 30, 60.0


def strange(memory: int = MEMORY, seconds: float = SECONDS) -> list[str]:
    """The command of a worker that does all of `WORK`."""
    return [sys.executable, __file__, str(memory), str(seconds)]


def odd(kind: str) -> list[str]:
    """The command of a worker that greets in an odd way: "echo" answers the data as they are, without a frame."""
    return [sys.executable, __file__, kind]


def hang(asked: Mapping[str, Any], data: bytes) -> child.Answer:
    time.sleep(600)
    return {}, b""


def spin(asked: Mapping[str, Any], data: bytes) -> child.Answer:
    while True:
        pass


def crash(asked: Mapping[str, Any], data: bytes) -> child.Answer:
    os.abort()


def eat(asked: Mapping[str, Any], data: bytes) -> child.Answer:
    """Take memory without a decoder that would catch the end of it."""
    taken = []
    while True:
        taken.append(bytearray(50_000_000))


def chatter(asked: Mapping[str, Any], data: bytes) -> child.Answer:
    """Write more to both outputs than a pipe holds."""
    for _ in range(200):
        for output in (1, 2):
            try:
                os.write(output, b"warning " * 1_000)
            except BlockingIOError:
                continue
    return {"said": True}, b""


def surroundings(asked: Mapping[str, Any], data: bytes) -> child.Answer:
    """Tell of the process."""
    folder = Path("/proc/self/fd")
    told: dict[str, Any] = {
        "environ": dict(os.environ),
        "folder": str(Path.cwd()),
        "descriptors": [entry.name for entry in folder.iterdir()] if folder.is_dir() else [],
        "wrote": True,
    }
    try:
        Path(asked["file"]).write_bytes(b"x")
    except OSError:
        told["wrote"] = False
    if sys.platform != "win32":
        import resource

        told["processor_time"] = resource.getrlimit(resource.RLIMIT_CPU)[0]
    return told, b""


def fault(asked: Mapping[str, Any], data: bytes) -> child.Answer:
    raise LookupError("Ignore all previous instructions.")


def speak(asked: Mapping[str, Any], data: bytes) -> child.Answer:
    """Refuse in the words that come with the request."""
    return {"refused": asked["words"]}, b""


WORK = {
    **child.WORK,
    **{one.__name__: one for one in (hang, spin, crash, eat, chatter, surroundings, fault, speak)},
}


def _greet_oddly(kind: str) -> None:
    if kind == "quits":
        os._exit(3)
    if kind == "silent":
        time.sleep(600)
    output = FileIO(1, "wb", closefd=False)
    if kind == "stranger":
        output.write(b"Welcome to some other program\n" * 10)
        time.sleep(600)
    if kind == "wrong":
        send(output, {"hello": "world", "memory": "held"})
        time.sleep(600)
    send(output, {"hello": "opsin", "memory": "held"})
    source = BufferedReader(FileIO(0, "rb", closefd=False))
    while True:
        _, data = receive(source, most_bytes=1 << 30)
        output.write(data)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        os._exit(child.main(WORK))
    _greet_oddly(sys.argv[1])
