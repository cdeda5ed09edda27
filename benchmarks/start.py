"""From the start of the process to its answers: `opsin serve` against an empty server on the same SDK.

Both are asked to initialise and to list their tools. Aim: at most 1.1 of the empty server's CPU time.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from statistics import median

ROUNDS = 9
EMPTY = "from mcp.server import MCPServer; MCPServer('empty').run('stdio')"
MESSAGES = (
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "benchmark", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
)


def run() -> list[str]:
    """The lines to print."""
    commands = {
        "empty server": [sys.executable, "-c", EMPTY],
        "opsin serve": [sys.executable, "-m", "opsin", "serve"],
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as home:
        environ = {**os.environ, "HOME": home, "USERPROFILE": home}
        for number in range(ROUNDS + 1):
            for name, command in commands.items():
                measured = _one_start(command, environ)
                if number:  # the first round warms the compiled files
                    times[name].append(measured)
    wall, cpu = (
        {name: median(pair[which] for pair in pairs) for name, pairs in times.items()} for which in (0, 1)
    )
    return [
        f"start to tools/list, wall: opsin {wall['opsin serve'] / wall['empty server']:.2f} of an empty server (aim 1.1)",
        f"start to exit, CPU: opsin {cpu['opsin serve'] / cpu['empty server']:.2f} of an empty server (aim 1.1)",
    ]


def _one_start(command: list[str], environ: dict[str, str]) -> tuple[float, float]:
    """Seconds until tools/list was answered, and CPU seconds until the process had ended."""
    began = time.perf_counter()
    before = _children_cpu()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for message in MESSAGES:
            process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        while json.loads(process.stdout.readline()).get("id") != MESSAGES[-1]["id"]:
            pass
        answered = time.perf_counter() - began
        process.stdin.close()
        process.wait(timeout=20)
    return answered, _children_cpu() - before


def _children_cpu() -> float:
    times = os.times()
    return times.children_user + times.children_system
