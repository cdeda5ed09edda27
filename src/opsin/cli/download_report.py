"""Downloads as lines for a person, and as JSON for a program."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from opsin.cli.download_lines import PATH_CHARACTERS, download_lines
from opsin.cli.shell_words import in_shell
from opsin.images.download import Download
from opsin.plural import counted
from opsin.text import clean

_LINE_CHARACTERS = 300


def as_lines(downloads: Sequence[Download], *, fenced: bool = True) -> list[str]:
    """A few lines for each id; what comes from outside is cleaned.

    Args:
        downloads: What came of each id.
        fenced: Words from outside stand in the fence, as for an agent that reads this in a shell.
    """
    after = _credits(downloads)
    failed = sum(bool(one.error) for one in downloads)
    if failed and len(downloads) > 1:
        after.append(_summary(failed, len(downloads)))
    return download_lines(
        downloads,
        lines=_lines,
        credit=lambda one: one.attribution,
        after=after,
        most=_LINE_CHARACTERS,
        fenced=fenced,
    )


def as_json(downloads: Sequence[Download]) -> list[dict[str, Any]]:
    """The same as JSON values. Text from outside stands as it came."""
    return [asdict(one) for one in downloads]


def _credits(downloads: Sequence[Download]) -> list[str]:
    """The page that credits the folder's pictures, or why there is none."""
    pages = dict.fromkeys(clean(one.credits, PATH_CHARACTERS) for one in downloads if one.credits)
    notes = dict.fromkeys(clean(one.credits_note, _LINE_CHARACTERS) for one in downloads if one.credits_note)
    return [*(f"credits: {page}" for page in pages), *(f"note: {note}" for note in notes)]


def _summary(failed: int, total: int) -> str:
    if failed == total:
        return f"All {total} failed; nothing was saved."
    rest = "the other is" if total - failed == 1 else "the others are"
    return f"{failed} of {total} failed; {rest} done."


def _lines(one: Download) -> list[str]:
    if one.error:
        return [f"{clean(one.id, 40)}  failed: {clean(in_shell(one.error), 1_000)}"]
    size = f"{one.width}×{one.height} {one.format.upper()}, {counted(one.size_bytes, 'byte')}"
    already = "; the same file was here already" if one.already else ""
    lines = [
        f"{one.id}  {clean(one.path, PATH_CHARACTERS)}",
        f"      {size}, {clean(one.licence, 60)}{already}",
    ]
    if one.degraded:
        lines.append(f"      {one.rendition}: it stands in for the original")
    if one.why:
        lines.append(f"      {clean(one.why, _LINE_CHARACTERS)}")
    return lines
