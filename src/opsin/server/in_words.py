"""Answers for agents that cannot see: the parameter `describe`, and how descriptions stand in the place of a picture."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from opsin.server.answers import row
from opsin.server.schema import choice
from opsin.settings import Settings
from opsin.text import clean

ALWAYS, NEVER = "always", "never"

DESCRIBE = choice(
    "describe",
    "Words, not the picture, such as always if you see none.",
    allowed=("auto", ALWAYS, NEVER),
    default="auto",
)

IN_WORDS = (
    "No picture is sent: inside the fence each one is described; such words can be wrong. "
    "image_inspect says more of one; describe=never sends the picture."
)

SECONDS = 12.0
CALL_S = 22.5
"""Seconds of a call at which its answer has to be made, ahead of the cap on every call."""
LEAST_S = 1.0

_DESCRIPTION_CHARACTERS = 320
_ONE_CHARACTERS = 900


def wants_words(settings: Settings, describe: str) -> bool:
    """Whether a call is answered in words: where it asks for that, or leaves it open for an agent that does not see."""
    return describe == ALWAYS or (describe != NEVER and not settings.agent_sees)


def description_line(
    number: int, description: str, failed: str = "", *, most: int = _DESCRIPTION_CHARACTERS
) -> str:
    """A line for the fence: what a cell shows; nothing for one that shows nothing."""
    if failed:
        return ""
    return row(str(number), f"shows: {clean(description, most)}" if description else "not described")


def one_description(description: str) -> str:
    """A line for the fence: what the one picture shows."""
    return f"shows: {clean(description, _ONE_CHARACTERS)}" if description else "not described"


@dataclass(frozen=True, slots=True)
class Since:
    """How long a call has run. Made as it begins."""

    clock: Callable[[], float] = field(default_factory=lambda: asyncio.get_running_loop().time)
    began: float = field(default_factory=lambda: asyncio.get_running_loop().time())

    @property
    def left(self) -> float:
        """Seconds that describing may take."""
        return max(LEAST_S, min(SECONDS, CALL_S - (self.clock() - self.began)))
