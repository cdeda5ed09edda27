"""When servers are killed: at moments that are spread over the life of what they do."""

import random
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

from tests.survival.server_process import Server


def spread(turn: int, turns: int, count: int) -> list[float]:
    """Share out moments: by chance, but one in each equal part of a life, over all turns together.

    Args:
        turn: Which turn it is, from 0.
        turns: How many there are.
        count: Moments in each turn.

    Returns:
        Parts of a life, from 0 to 1, in order.
    """
    chance = random.Random(turn)
    return [(place * turns + turn + chance.random()) / (turns * count) for place in range(count)]


def kill_in_turn(servers: Sequence[Server], moments: Sequence[float]) -> None:
    """Kill each server at its moment, in seconds from now and in order."""
    begun = time.monotonic()
    for server, moment in zip(servers, moments, strict=True):
        with suppress(subprocess.TimeoutExpired):
            server.popen.wait(max(0.0, begun + moment - time.monotonic()))
        server.kill()
