"""Downloads as lines for a person, and as JSON for a program."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from opsin.images.download import Download
from opsin.text import clean

_PATH_CHARACTERS = 4_000
_LINE_CHARACTERS = 300


def as_lines(downloads: Sequence[Download]) -> list[str]:
    """A few lines for each id; what comes from outside is cleaned."""
    lines = [line for one in downloads for line in _lines(one)]
    failed = sum(bool(one.error) for one in downloads)
    if failed:
        lines.append(f"{failed} of {len(downloads)} failed; the others are done.")
    return lines


def as_json(downloads: Sequence[Download]) -> list[dict[str, Any]]:
    """The same as JSON values. Text from outside stands as it came."""
    return [asdict(one) for one in downloads]


def _lines(one: Download) -> list[str]:
    if one.error:
        return [f"{clean(one.id, 40)}  failed: {clean(one.error, 1_000)}"]
    size = f"{one.width}×{one.height} {one.format.upper()}, {one.size_bytes:,} bytes"
    already = "; the same file was here already" if one.already else ""
    lines = [
        f"{one.id}  {clean(one.path, _PATH_CHARACTERS)}",
        f"      {size}, {clean(one.licence, 60)}{already}",
    ]
    if one.degraded:
        lines.append(f"      {one.rendition}: it stands in for the original")
    if one.why:
        lines.append(f"      {clean(one.why, _LINE_CHARACTERS)}")
    if one.attribution:
        lines.append(f"      {clean(one.attribution, _LINE_CHARACTERS)}")
    return lines
