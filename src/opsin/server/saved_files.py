"""What every download answers alike: a line for each file, what is pending, what failed, and what goes along."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from opsin.server.answers import Answer, row, said, sentence, word
from opsin.settings import Settings
from opsin.text import clean, fence
from opsin.threads import FILES

PATH_CHARACTERS = 800
_CREDIT_CHARACTERS = 300


class SavedFile(Protocol):
    """What came of one id, as far as every download has it."""

    @property
    def id(self) -> str:
        """The id, or the text that was given for one."""

    @property
    def path(self) -> str:
        """The saved file; empty where there is none."""

    @property
    def pending(self) -> bool:
        """Whether the deadline came first."""

    @property
    def error(self) -> str:
        """Why nothing was saved."""

    @property
    def outside(self) -> str:
        """What another side said of the failure: outside text."""


_File = TypeVar("_File", bound=SavedFile)


def output_schema(page: str) -> dict[str, Any]:
    """The schema of a download's data; short, because every client lists it.

    Args:
        page: The field that names the page which goes along with the folder.
    """
    return {
        "type": "object",
        "properties": {
            "saved": {"type": "array", "items": {"type": "object"}},
            "pending": {"type": "array", "items": {"type": "string"}},
            "failed": {"type": "array", "items": {"type": "object"}},
            page: {"type": "string"},
        },
        "required": ["saved", "pending", "failed"],
    }


def saved_answer(
    downloads: Sequence[_File],
    note: str,
    *,
    line: Callable[[_File], str],
    credit: Callable[[_File], str],
    failure: Callable[[str], str],
    again: Callable[[Sequence[_File]], str],
    beside: Sequence[str],
    data: Callable[[_File], dict[str, Any]],
    page: tuple[str, str],
    verb: str = "saved",
) -> Answer:
    """What the model gets of a download. It is an error only when nothing was saved and nothing is pending.

    Args:
        downloads: What came of each id.
        note: Where the files are, when that is not the folder that the setting names.
        line: Tells a saved file.
        credit: The line that credits it: outside text; empty for none.
        failure: Brings an error into a line.
        again: What to call next where some are pending.
        beside: What is to be known of saved files: lines of our own.
        data: A saved file as data.
        page: The name and the value of the field for the page that goes along.
        verb: What was done with the files.
    """
    saved = [one for one in downloads if one.path]
    pending = [one for one in downloads if one.pending]
    failed = [one for one in downloads if not one.path and not one.pending]
    outside = (
        *(
            f"{word(one.id)} | credit: {clean(told, _CREDIT_CHARACTERS)}"
            for one in saved
            if (told := credit(one))
        ),
        *(row(word(one.id), said("its host", one.outside)) for one in downloads if one.outside),
    )
    lines = [
        f"{len(saved)} of {len(downloads)} {verb}.",
        *map(line, saved),
        *(f"{word(one.id)} | pending: {sentence(one.error)}" for one in pending),
        *(f"{word(one.id)} | failed: {failure(one.error)}" for one in failed),
    ]
    if pending:
        lines.append(again(pending))
    if saved and note:
        lines.append(f"Note: {sentence(note)}")
    if saved:
        lines += beside
    return Answer(
        lines=tuple(lines),
        outside=outside,
        data={
            "saved": list(map(data, saved)),
            "pending": [one.id for one in pending],
            "failed": [{"id": one.id, "error": one.error} for one in failed],
            page[0]: page[1],
            # A client that passes on the data alone passes on the fence with it.
            "outside_text": "\n".join(fence(outside)),
        },
        error=not saved and not pending,
    )


def where(path: str, *, already: bool) -> str:
    """Where a file is, and whether it was there before."""
    return f"{'already there' if already else 'saved'}: {clean(path, PATH_CHARACTERS)}"


async def elsewhere(settings: Settings) -> str:
    """A sentence where files do not land in the folder that the setting names; else empty."""

    def note() -> str:
        from opsin.services import output_root

        return output_root(settings)[1]

    return await FILES.run(note)
