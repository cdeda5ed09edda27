"""Two attempts at one question within one time budget."""

from collections.abc import Awaitable, Callable

from opsin.errors import AddressRefused, BadReply, NotThisMachine, TimedOut, TooLarge, Unreachable, WebError
from opsin.vision.refused import Code, VisionRefused
from opsin.web.reply import Reply

Clock = Callable[[], float]
"""Seconds that only go up."""

_FIRST_SERVER_ERROR = 500
_LEAST_S = 0.05


class Budget:
    """The time for everything that one question takes.

    Args:
        seconds: How much there is.
        clock: What tells the time.
    """

    def __init__(self, seconds: float, clock: Clock) -> None:
        self.seconds = seconds
        self._clock = clock
        self._end = clock() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left; never less than none."""
        return max(0.0, self._end - self._clock())


def server_failed(reply: Reply) -> bool:
    """Whether an answer is worth another attempt: the server failed (5xx), so that the next one may do better."""
    return reply.status >= _FIRST_SERVER_ERROR


async def twice(
    send: Callable[[float], Awaitable[Reply]],
    budget: Budget,
    *,
    server: str,
    unreachable_hint: str,
    once_more: Callable[[Reply], bool] = server_failed,
) -> Reply:
    """Send a request, and once more where the connection breaks or the server fails (5xx).

    The second attempt has what the first one left of the time. A time-out is never followed by another attempt: the
    first one had all of it.

    Args:
        send: Sends the request within so many seconds.
        budget: The time for both.
        server: What the server is called in a sentence.
        unreachable_hint: What to do where nobody answers.
        once_more: Whether an answer is followed by another attempt.

    Returns:
        The answer, whatever its status: a second failure of the server is the caller's to tell.

    Raises:
        VisionRefused: there is no answer.
    """
    try:
        reply = await send(budget.left)
    except (Unreachable, BadReply) as exc:
        if budget.left < _LEAST_S:
            raise refused(exc, budget, server=server, unreachable_hint=unreachable_hint) from exc
    except WebError as exc:
        raise refused(exc, budget, server=server, unreachable_hint=unreachable_hint) from exc
    else:
        if not once_more(reply) or budget.left < _LEAST_S:
            return reply
    try:
        return await send(budget.left)
    except WebError as exc:
        raise refused(exc, budget, server=server, unreachable_hint=unreachable_hint) from exc


def refused(exc: WebError, budget: Budget, *, server: str, unreachable_hint: str) -> VisionRefused:
    """Turn what went wrong on the way into the contract's code for it."""
    if isinstance(exc, NotThisMachine):
        return VisionRefused(Code.PRIVACY_REFUSED, exc.message, hint=exc.hint, outside=exc.outside)
    if isinstance(exc, TimedOut) and budget.left < _LEAST_S:
        return VisionRefused(
            Code.TIMEOUT,
            f"{server} did not answer within {round(budget.seconds, 1):g} s in all.",
            hint="Ask again once the model is loaded, use a smaller one, or raise OPSIN_VISION_TIMEOUT_MS.",
        )
    if isinstance(exc, TooLarge):
        return VisionRefused(
            Code.INVALID_RESPONSE,
            f"The answer of {server} is too large: {exc.message}",
            hint="Ask for less (detail fast, a region), or use another model (OPSIN_VISION_MODEL).",
        )
    if isinstance(exc, BadReply):
        return VisionRefused(
            Code.INVALID_RESPONSE,
            f"{server} gave no answer that can be read: {exc.message}",
            hint="Ask again. If it stays so, what answers there speaks another protocol, or fails: its log says more.",
            outside=exc.outside,
        )
    hint = exc.hint if isinstance(exc, AddressRefused) else unreachable_hint
    return VisionRefused(
        Code.OLLAMA_UNAVAILABLE, f"{server} cannot be reached: {exc.message}", hint=hint, outside=exc.outside
    )
