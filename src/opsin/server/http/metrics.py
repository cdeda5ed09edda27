"""What the server counts of itself. No label holds a query, an address, an id or anything else of a caller's."""

import time
from collections.abc import Callable

from opsin import __version__
from opsin.server.http.prometheus import Counter, Histogram, gauge

_SECONDS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 15.0, 20.0, 25.0)


class Metrics:
    """The numbers of one process.

    Attributes:
        in_flight: Calls that are answered right now.
        fetched_bytes: Gives how many bytes were fetched from the web so far.
    """

    def __init__(self) -> None:
        self.in_flight = 0
        self.fetched_bytes: Callable[[], int] = int
        self.calls = Counter(
            "opsin_tool_calls_total",
            "Calls of tools, by what came of them: ok, an error's code, fault, or stopped (too late, or the client left).",
            ("tool", "outcome"),
        )
        self.seconds = Histogram(
            "opsin_tool_duration_seconds", "How long the work of calls took.", "tool", _SECONDS
        )
        self.attempts = Counter(
            "opsin_provider_attempts_total",
            "Turns of providers, by what came of them.",
            ("provider", "outcome"),
        )
        self.answers = Counter("opsin_http_responses_total", "HTTP answers, by their status.", ("status",))
        self._started = time.time()

    def text(self) -> str:
        """All of it, as Prometheus reads it."""
        fetched = Counter(
            "opsin_fetched_bytes_total", "Bytes fetched from the web and from model servers, decoded."
        )
        fetched.add(amount=self.fetched_bytes())
        lines = (
            *gauge(
                "opsin_build_info", "The version, as a label of the number 1.", 1, {"version": __version__}
            ),
            *gauge(
                "process_start_time_seconds",
                "When the process started, in seconds since 1970.",
                self._started,
            ),
            *gauge("opsin_calls_in_flight", "Calls that are answered right now.", self.in_flight),
            *self.answers.lines(),
            *self.calls.lines(),
            *self.seconds.lines(),
            *self.attempts.lines(),
            *fetched.lines(),
        )
        return "\n".join(lines) + "\n"
