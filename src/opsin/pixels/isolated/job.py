"""A piece of work for a worker process, and how it may end without a result."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from opsin.pixels.isolated.process import Reason

_T = TypeVar("_T")


class Lost(Exception):
    """The worker process ended, or had to be ended, over a piece of work."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(slots=True, eq=False)
class Ticket:
    """By what a caller gives its work up."""

    given_up: bool = False


@dataclass(frozen=True, slots=True)
class Job(Generic[_T]):
    """A piece of work.

    Attributes:
        asked: What is to be done, as the process reads it.
        data: The bytes that go with it.
        most_bytes: The most bytes that may come back.
        read: Makes the result of the answer's header and bytes; raises BadMessage for one that cannot be.
    """

    asked: Mapping[str, Any]
    data: bytes
    most_bytes: int
    read: Callable[[Mapping[str, Any], bytes], _T]
    ticket: Ticket = field(default_factory=Ticket)
