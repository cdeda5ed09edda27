"""One call to one hostile server in a process of its own, whose memory is the client's alone; prints JSON.

python -m tests.web.hostile_child FAULT PORT FINE_PORT CERTIFICATES
"""

import asyncio
import json
import re
import ssl
import sys
import time
from contextlib import suppress
from pathlib import Path

from opsin.errors import OpsinError
from opsin.pixels.limits import MAX_ORIGINAL_BYTES
from opsin.web.client import Limits
from tests.web.hostile_runs import ask, limited
from tests.web.hostile_servers import FAULTS, Fault

LIMITS = Limits(MAX_ORIGINAL_BYTES, whole=20.0)
"""Those of an original, with a shorter whole."""
SHORT = 3.0
STATUS = Path("/proc/self/status")


def _mebibytes(field: str) -> float:
    found = re.search(rf"^{field}:\s+(\d+) kB", STATUS.read_text(encoding="ascii"), re.MULTILINE)
    assert found
    return int(found[1]) / 1024


def _forget_peak() -> None:
    """Have the peak begin anew (proc(5)); where that is not allowed, it is that of the whole process."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


async def _run(fault: Fault, port: int, fine_port: int, trust: ssl.SSLContext) -> dict[str, object]:
    # What a first call loads is no cost of this one.
    await ask(fine_port, Fault("is fine", "", fault.talk), LIMITS, trust)
    _forget_peak()
    before, began = _mebibytes("VmHWM"), time.monotonic()
    error, message = "", ""
    try:
        await ask(port, fault, limited(fault, LIMITS, SHORT), trust)
    except OpsinError as exc:
        error, message = type(exc).__name__, exc.message
    seconds = time.monotonic() - began
    grown = _mebibytes("VmHWM") - before
    return {"error": error, "message": message, "seconds": seconds, "mebibytes": grown}


def main(name: str, port: str, fine_port: str, certificates: str) -> None:
    """Make the call and print what came of it."""
    fault = next(fault for fault in FAULTS if fault.name == name)
    trust = ssl.create_default_context(cafile=certificates)
    print(json.dumps(asyncio.run(_run(fault, int(port), int(fine_port), trust))))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
