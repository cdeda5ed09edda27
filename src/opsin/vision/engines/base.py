"""What an engine with a model is: asked with a prompt and pictures, it gives what its model wrote."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

OnStep = Callable[[str], Awaitable[None]]
"""Told what the engine is at, in a few words: loading the model, looking."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A picture as it is sent: decoded, upright and encoded anew, so that it holds pixels and nothing else.

    Attributes:
        data: PNG or JPEG.
        sha256: Of `data`.
        box: The part of the upright image that it shows, in that image's pixels.
        image: 1, or 2 for the second image.
    """

    data: bytes
    mime: str
    width: int
    height: int
    sha256: str
    box: tuple[int, int, int, int]
    image: int = 1


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked.

    Attributes:
        prompt: The whole text, with everything of the user's made harmless.
        pictures: In the order in which the prompt speaks of them.
        schema: The JSON Schema that the answer has to keep.
        most_tokens: The longest answer.
        seconds: The time for everything, a second attempt included.
        seed: What the model's chance begins with; a second try after an unusable answer takes another.
    """

    prompt: str
    pictures: tuple[Sent, ...]
    schema: Mapping[str, Any]
    most_tokens: int
    seconds: float
    seed: int = 3407


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote.

    Attributes:
        content: Its words; thinking is taken away.
        truncated: It was cut at `most_tokens`, or ended without an end.
        address: `ip:port` of the connected socket.
        left_machine: The server says that another machine answered, or the user allowed another one.
        checked: How it was checked that nothing left, a sentence each.
        notes: What the reader should know.
    """

    content: str
    truncated: bool
    model: str
    digest: str
    address: str
    left_machine: bool
    checked: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of what `doctor` says of an engine."""

    what: str
    ok: bool
    told: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Health:
    """Whether an engine can look at pictures now.

    Attributes:
        reachable: A server answers.
        installed: It has the model.
        findings: Every check that was made, for people.
        details: The same as JSON values.
    """

    reachable: bool
    installed: bool
    findings: tuple[Finding, ...]
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def usable(self) -> bool:
        """Whether every check came out well."""
        return self.reachable and self.installed and all(finding.ok for finding in self.findings)


class ModelEngine(Protocol):
    """An engine with a model on a server of this machine."""

    name: str

    async def ask(self, question: Question, on_step: OnStep) -> Reply:
        """Ask the model. Checks before the first byte of a picture is encoded that it will stay on this machine.

        Raises:
            VisionRefused: there is no answer; the code says why.
        """
        ...

    async def check_up(self) -> Health:
        """Find out whether it can look at pictures, sending none."""
        ...

    async def unload(self) -> str:
        """Have the server let go of the model, and say in a sentence what happened.

        Raises:
            VisionRefused: the server does not answer.
        """
        ...
