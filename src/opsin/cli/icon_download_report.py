"""Saved icons as lines for a person, and as JSON for a program."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from opsin.cli.download_lines import PATH_CHARACTERS, download_lines
from opsin.cli.shell_words import in_shell
from opsin.icons.licences.closing import CLOSING
from opsin.icons.licences.licence_json import license_json
from opsin.icons.saving import IconDownload
from opsin.plural import counted
from opsin.text import clean

_LINE_CHARACTERS = 400


def as_lines(downloads: Sequence[IconDownload], *, fenced: bool = True) -> list[str]:
    """A few lines for each id; what comes from outside is cleaned.

    Args:
        downloads: What came of each id.
        fenced: Words from outside stand in the fence, as for an agent that reads this in a shell.
    """
    after = [f"notice: {page}" for page in dict.fromkeys(one.notice for one in downloads if one.notice)]
    after += [
        f"note:   {clean(one, _LINE_CHARACTERS)}"
        for one in dict.fromkeys(d.notice_note for d in downloads)
        if one
    ]
    failed = sum(bool(one.error) for one in downloads)
    if failed < len(downloads):
        after.append(f"note:   {CLOSING}")
    if failed and len(downloads) > 1:
        after.append(f"{failed} of {len(downloads)} failed.")
    return download_lines(
        downloads,
        lines=_lines,
        credit=lambda one: one.credit.text if one.credit is not None else "",
        after=after,
        most=_LINE_CHARACTERS,
        fenced=fenced,
    )


def as_json(downloads: Sequence[IconDownload]) -> list[dict[str, Any]]:
    """The same as JSON values. Text from outside stands as it came."""
    return [
        {
            **asdict(one),
            "duties": list(one.duties),
            "terms": license_json(one.terms) if one.terms is not None else None,
        }
        for one in downloads
    ]


def _lines(one: IconDownload) -> list[str]:
    if one.error:
        return [f"{clean(one.id, 80)}  failed: {clean(in_shell(one.error), 1_000)}"]
    already = "; the same file was here already" if one.already else ""
    asked = ", ".join(one.duties) or "no duties"
    lines = [
        f"{one.id}  {clean(one.path, PATH_CHARACTERS)}",
        f"      {one.icon}, {one.format}, {counted(one.size_bytes, 'byte')}, {one.licence} ({asked}){already}",
    ]
    return lines + [f"      {clean(told, _LINE_CHARACTERS)}" for told in (one.changes, one.why) if told]
