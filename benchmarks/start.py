"""From the start of the process to its answers: opsin against a hand-written server and an empty one on the same SDK.

Each is started as a client starts it, asked to begin, to list its tools, and to run one that needs nothing; then
its input ends. Aim: opsin's first answer and its list come within twice the time of the hand-written server, which
imports json and sys alone; and its CPU is at most 1.1 of the empty server's.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROUNDS = 15
OPSIN = [sys.executable, "-m", "opsin", "serve"]
HAND_WRITTEN = """
import json, sys
TOOL = {"name": "nothing", "description": "Does nothing.", "inputSchema": {"type": "object", "properties": {}}}
RESULTS = {
    "initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "hand", "version": "1"}},
    "server/discover": {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "resultType": "complete"},
    "tools/list": {"tools": [TOOL]},
    "tools/call": {"content": [{"type": "text", "text": "done"}]},
}
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": RESULTS[message["method"]]}
        sys.stdout.write(json.dumps(answer) + "\\n")
        sys.stdout.flush()
"""
EMPTY = "from mcp.server import MCPServer; MCPServer('empty').run('stdio')"
CLIENT = {"name": "benchmark", "version": "1"}
NO_SUCH_TOOL = {"name": "nothing", "arguments": {}}
"""A call that reaches the server's tools and does no work in any of the three."""

HANDSHAKE = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": CLIENT}
ENVELOPE = {
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": CLIENT,
    }
}
ERAS: Mapping[str, Sequence[tuple[str, dict[str, Any]]]] = {
    "handshake (2025-06-18)": (
        ("initialize", HANDSHAKE),
        ("tools/list", {}),
        ("tools/call", NO_SUCH_TOOL),
    ),
    "stateless (2026-07-28)": (
        ("server/discover", ENVELOPE),
        ("tools/list", ENVELOPE),
        ("tools/call", {**NO_SUCH_TOOL, **ENVELOPE}),
    ),
}


@dataclass(frozen=True, slots=True)
class Start:
    """One start: seconds until each of three answers, from the end of input to the exit, and of CPU in all."""

    first: float
    tools: float
    call: float
    end: float
    cpu: float


def run() -> list[str]:
    """The lines to print."""
    with tempfile.TemporaryDirectory() as home:
        hand_written = Path(home, "hand_written.py")
        hand_written.write_text(HAND_WRITTEN, encoding="utf-8")
        commands = {
            "hand-written": ([sys.executable, str(hand_written)], {}),
            "empty on SDK": ([sys.executable, "-c", EMPTY], {}),
            "opsin": (OPSIN, {}),
            "opsin, a setting set": (OPSIN, {"OPSIN_AGENT_SEES": "no"}),
        }
        environ = {name: value for name, value in os.environ.items() if not name.startswith("OPSIN_")}
        environ |= {"HOME": home, "USERPROFILE": home, "XDG_CONFIG_HOME": home}
        return [line for era in ERAS for line in _lines(era, commands, environ)]


def _lines(
    era: str, commands: Mapping[str, tuple[list[str], dict[str, str]]], environ: dict[str, str]
) -> list[str]:
    starts: dict[str, list[Start]] = {name: [] for name in commands}
    for number in range(ROUNDS + 1):
        for name, (command, more) in commands.items():
            start = _one_start(command, environ | more, ERAS[era])
            if number:  # the first round warms the compiled files
                starts[name].append(start)
    medians = {
        name: Start(*(median(getattr(start, field) for start in them) for field in Start.__slots__))
        for name, them in starts.items()
    }
    hand, empty = medians["hand-written"], medians["empty on SDK"]
    lines = [f"{era}, medians of {ROUNDS} starts in ms; in brackets times the hand-written server's"]
    for name, it in medians.items():
        lines.append(
            f"  {name:<21}"
            f"first answer {_ms(it.first, hand.first)}  tools/list {_ms(it.tools, hand.tools)}"
            f"  first call {it.call * 1000:5.0f}  end {it.end * 1000:4.0f}  CPU {it.cpu * 1000:5.0f}"
        )
    lines.append(
        f"  opsin: first call at {medians['opsin'].call / empty.call:.2f}, CPU {medians['opsin'].cpu / empty.cpu:.2f}"
        " of the empty server (aim 1.1)"
    )
    return lines


def _ms(seconds: float, base: float) -> str:
    return f"{seconds * 1000:5.0f} ({seconds / base:4.1f})"


def _one_start(
    command: list[str], environ: dict[str, str], requests: Sequence[tuple[str, dict[str, Any]]]
) -> Start:
    began = time.perf_counter()
    before = _children_cpu()
    answered: list[float] = []
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environ
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, (method, params) in enumerate(requests):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            while json.loads(process.stdout.readline()).get("id") != number:
                pass
            answered.append(time.perf_counter() - began)
            if method == "initialize":
                process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        closing = time.perf_counter()
        process.stdin.close()
        process.wait(timeout=20)
        ended = time.perf_counter() - closing
    first, tools, call = answered
    return Start(first, tools, call, ended, _children_cpu() - before)


def _children_cpu() -> float:
    times = os.times()
    return times.children_user + times.children_system
