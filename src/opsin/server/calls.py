"""One call of a tool from arguments to answer: whatever happens, the model gets something to act on."""

import asyncio
import logging
import traceback
from collections.abc import Iterator, Mapping
from typing import Any

from opsin.errors import OpsinError
from opsin.server.answers import Answer, failure, refusal
from opsin.server.schema import read_arguments
from opsin.server.tools.base import Call, Tool

log = logging.getLogger(__name__)

ANSWER_WITHIN_S = 24.0
"""Clients give up after 30 or 60 seconds; the answer is promised within 25, packing and sending included."""

PACK_WITHIN_S = 0.5
"""Seconds that are left for packing an answer that came at the last moment."""


async def answer_call(
    tool: Tool, given: Mapping[str, Any], call: Call, *, within_s: float = ANSWER_WITHIN_S
) -> Answer:
    """Run the tool and turn every failure into an answer that says what to do. Cancellation passes through.

    Args:
        tool: What to run.
        given: The arguments as the client sent them.
        call: What the tool works with.
        within_s: Seconds after which the work is stopped and the answer says so.
    """
    try:
        async with asyncio.timeout(within_s) as limit:
            return await tool.run(call, read_arguments(tool.name, tool.parameters, given))
    except Exception as why:  # noqa: BLE001
        known = next((inner for inner in _leaves(why) if isinstance(inner, OpsinError)), None)
        if limit.expired() and known is not why:
            answer = refusal(
                f"{tool.name} was stopped after {within_s:.0f} seconds; the network or this machine is slow.",
                "Call it again; what was already fetched is kept. Ask for fewer pictures if it happens again.",
            )
        else:
            answer = failure(known) if known else _unexpected(tool, why)
        return tool.failed(call, given, answer, known or why) if tool.failed else answer


def _unexpected(tool: Tool, why: Exception) -> Answer:
    """Say that it broke without saying how; the log has the place. Messages may hold a query or an address."""
    log.error("%s broke: %s", tool.name, "; ".join(map(_place, _leaves(why))))
    log.debug("%s broke:", tool.name, exc_info=why)
    if any(map(_is_shortage, _leaves(why))):
        return refusal(
            f"{tool.name} failed: this machine gave no further memory or threads.",
            "Tell the user to close other programs or to raise the limits of this one; then try again.",
        )
    system = next(
        (inner.strerror for inner in _leaves(why) if isinstance(inner, OSError) and inner.strerror), ""
    )
    if system:
        return refusal(f"{tool.name} failed: the system said “{system}”.", "Tell the user; then try again.")
    return refusal(
        f"{tool.name} failed because of a fault in opsin itself.",
        "Try once more; if it fails again, tell the user that the server's log on standard error has the details.",
    )


def _is_shortage(why: BaseException) -> bool:
    """Whether there was no memory; for a thread Python says so in words alone."""
    return isinstance(why, MemoryError) or (isinstance(why, RuntimeError) and "start new thread" in str(why))


def _leaves(why: BaseException) -> Iterator[BaseException]:
    if isinstance(why, BaseExceptionGroup):
        for inner in why.exceptions:
            yield from _leaves(inner)
    else:
        yield why


def _place(why: BaseException) -> str:
    frames = traceback.extract_tb(why.__traceback__)
    where = f" at {frames[-1].filename}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""
    return f"{type(why).__name__}{where}"
