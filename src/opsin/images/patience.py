"""How long a picture is waited for, by what the others took."""

from collections.abc import Callable, Sequence
from math import inf
from statistics import median

from opsin.web.clock import Phase

FIRST_PATIENCE = 1.5
LEAST_PATIENCE = 0.25
PATIENCE_FACTOR = 2.5
"""A picture is late when it takes longer than this many times the median of those that are here."""

LEAST_QUEUE_PATIENCE = 0.5
"""A picture is late, too, when it waits that long for a connection while its host shows no sign of life: the host has
as many connections as it may, and what is asked over them hangs."""

LEAST_HOPE = 1.5
HOPE_FACTOR = 6.0
"""After this a picture is given up where it keeps others of its host waiting. One that is merely late may yet come."""

FIRST_CONNECT_PATIENCE = 1.0
LEAST_CONNECT_PATIENCE = 0.03
CONNECT_PATIENCE_FACTOR = 4.0
"""The same for a host that does not take the connection, by what the other hosts took: a surer sign of a dead one."""


class Watch:
    """What one picture is at while it loads, as the way out tells it.

    Attributes:
        host: The host that it comes from; empty where that does not matter.
        made: When it joined the queue.
        started: When it left the queue for a connection; None before.
        connecting: When it began to connect; None while it does not.
        connect_times: Seconds that connections took, shared by all pictures of a filling.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        connect_times: list[float],
        stir: Callable[[], None],
        *,
        host: str = "",
    ) -> None:
        self.host = host
        self.made = clock()
        self.started: float | None = None
        self.connecting: float | None = None
        self._clock = clock
        self._connect_times = connect_times
        self._stir = stir

    def __call__(self, phase: Phase) -> None:
        """Take note of the phase that it enters."""
        now = self._clock()
        if self.started is None and phase is not Phase.QUEUEING:
            self.started = now
        if self.connecting is not None:
            self._connect_times.append(now - self.connecting)
        self.connecting = now if phase is Phase.CONNECTING else None
        self._stir()


class Patience:
    """What the pictures of a filling took, and from that when another one is late.

    Attributes:
        durations: Seconds from leaving the queue to being here.
        connect_times: Seconds that connections took.
    """

    def __init__(self) -> None:
        self.durations: list[float] = []
        self.connect_times: list[float] = []
        self._signs: dict[str, float] = {}

    def note(self, watch: Watch, now: float) -> None:
        """Learn from a picture that is here."""
        self._signs[watch.host] = now
        if watch.started is not None:
            self.durations.append(now - watch.started)

    def late_at(self, watch: Watch) -> float:
        """When a picture becomes late, by what it is at now.

        While it waits in our own queue it is late only where nothing has come from its host for long.
        """
        if watch.started is None:
            sign = max(watch.made, self._signs.get(watch.host, 0.0))
            return sign + _least(self.durations, FIRST_PATIENCE, LEAST_QUEUE_PATIENCE, PATIENCE_FACTOR)
        late = watch.started + _least(self.durations, FIRST_PATIENCE, LEAST_PATIENCE, PATIENCE_FACTOR)
        if watch.connecting is not None:
            connect = _least(
                self.connect_times, FIRST_CONNECT_PATIENCE, LEAST_CONNECT_PATIENCE, CONNECT_PATIENCE_FACTOR
            )
            late = min(late, watch.connecting + connect)
        return late

    def hopeless_at(self, watch: Watch) -> float:
        """When a picture is given up for the others of its host; never while it waits in our own queue."""
        if watch.started is None:
            return inf
        return watch.started + _least(self.durations, LEAST_HOPE, LEAST_HOPE, HOPE_FACTOR)


def _least(took: Sequence[float], first: float, least: float, factor: float) -> float:
    return max(least, factor * median(took)) if took else first
