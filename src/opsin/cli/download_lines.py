"""What saved pictures and saved icons are told alike: a few lines for each id, and what outsiders said of it."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from opsin.text import clean, fence, unmarked

PATH_CHARACTERS = 4_000


class Told(Protocol):
    """What came of one id, as far as both have it."""

    @property
    def id(self) -> str:
        """The id, or the text that was given for one."""

    @property
    def outside(self) -> str:
        """What another side said of the failure: outside text."""


_File = TypeVar("_File", bound=Told)


def download_lines(
    downloads: Sequence[_File],
    *,
    lines: Callable[[_File], Sequence[str]],
    credit: Callable[[_File], str],
    after: Sequence[str],
    most: int,
    fenced: bool,
) -> list[str]:
    """The lines of a download; what comes from outside is cleaned.

    Args:
        downloads: What came of each id.
        lines: Tells one, in words of our own.
        credit: The line that credits it: outside text; empty for none.
        after: What is told of all of them.
        most: The most characters of a line from outside.
        fenced: Words from outside stand in the fence, as for an agent that reads this in a shell.
    """

    def outside(one: _File) -> list[str]:
        said = f"its host said: {clean(one.outside, most)}" if one.outside else ""
        return [told for told in (clean(credit(one), most), said) if told]

    own: list[str] = []
    for one in downloads:
        own += lines(one)
        own += [] if fenced else [f"      {told}" for told in outside(one)]
    own += after
    if not fenced:
        return own
    return [*map(unmarked, own), *fence([f"{one.id} | {told}" for one in downloads for told in outside(one)])]
