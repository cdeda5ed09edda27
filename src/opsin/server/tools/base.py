"""What every tool is: what the model reads of it, what it takes, and the one call that it makes."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from opsin.server.answers import Answer
from opsin.server.schema import Parameter
from opsin.settings import Settings

if TYPE_CHECKING:
    # The parts that do the work are heavy; the list of tools needs none of them.
    from opsin.services import Services

Progress = Callable[[int, int, str], Awaitable[None]]
"""Told as work goes on: how much is done, of how much, and what, in a few words."""


@dataclass(frozen=True, slots=True)
class Call:
    """What one call of a tool works with.

    Attributes:
        settings: The values in force.
        services: Gives the parts that the functions of a job need; they are opened by the first call.
        progress: Tells the client how far the work is, if it asked for that.
    """

    settings: Settings
    services: "Callable[[], Awaitable[Services]]"
    progress: Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """What a tool does to the world outside opsin's own store, for a client that asks before it calls."""

    read_only: bool
    idempotent: bool
    destructive: bool = False
    open_world: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool.

    Attributes:
        name: At most 20 letters and underscores.
        description: 300 to 900 characters: what it returns, when to use it, what to do next.
        run: Does the work with the values of all parameters, by name. What it raises becomes an answer.
        output_schema: The JSON Schema of the answer's data; only for a tool whose every success has data and
            none a picture.
        failed: Makes the answer to a call that failed, of the call, the arguments as they were sent, the answer that
            any tool would give, and what was raised. Only for a tool whose failures have data too.
    """

    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    hints: Hints
    run: Callable[[Call, Mapping[str, Any]], Awaitable[Answer]]
    output_schema: Mapping[str, Any] | None = None
    failed: Callable[[Call, Mapping[str, Any], Answer, Exception], Answer] | None = None
