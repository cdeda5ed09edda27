"""What each hostile server costs: error, seconds, and the growth of the client's memory, as a table.

python -m tests.web.hostile_measures

Each server is asked by a process of its own, one after the other, and many let the client wait until it gives up: it
takes minutes, and prints each row when it is there.
"""

import argparse
import asyncio
import json
import sys
from dataclasses import dataclass

from tests.web.hostile_runs import authority, listening
from tests.web.hostile_servers import FAULTS, Fault
from tests.web.hostile_talk import FINE

MOST_MEBIBYTES = 48.0
"""A good twice the 20 MiB of an original: the bytes as they come, and as they are handed on."""
MOST_SECONDS = 20.0
PACE = 1.0


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one call: the error, its sentence, how long it took, and by how much memory grew meanwhile."""

    error: str
    message: str
    seconds: float
    mebibytes: float


async def measured(fault: Fault) -> Run:
    """Ask a server from a process of its own."""
    with authority().cert_pem.tempfile() as certificates:
        async with (
            listening(fault.talk, certificate=fault.certificate, pace=PACE) as port,
            listening(FINE, pace=PACE) as fine_port,
        ):
            command = (sys.executable, "-m", "tests.web.hostile_child", fault.name)
            child = await asyncio.create_subprocess_exec(
                *command, str(port), str(fine_port), certificates, stdout=asyncio.subprocess.PIPE
            )
            try:
                out, _ = await asyncio.wait_for(child.communicate(), 60)
            finally:
                if child.returncode is None:
                    child.kill()
                    await child.wait()
    return Run(**json.loads(out))


async def main() -> None:
    """Print the table."""
    print("| a server that … | ends in | after | memory grows by |\n|---|---|---|---|")  # noqa: T201
    for fault in FAULTS:
        run = await measured(fault)
        row = (
            f"| {fault.name} | `{run.error}`: {run.message} | {run.seconds:.2f} s | {run.mebibytes:.1f} MiB |"
        )
        print(row, flush=True)  # noqa: T201


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    asyncio.run(main())
