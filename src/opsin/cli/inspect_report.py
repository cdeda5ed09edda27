"""An inspected picture as lines for a person, and as JSON for a program."""

from typing import Any

from opsin.cli.console import table
from opsin.images.cells import licence_label
from opsin.images.inspection import Inspection
from opsin.plural import counted
from opsin.text import clean, fence, unmarked

_LINE_CHARACTERS = 300


def as_lines(inspection: Inspection, path: str, *, fenced: bool = True) -> list[str]:
    """What is known of the picture; what comes from outside is cleaned.

    Args:
        inspection: The picture.
        path: Where what was shown is saved.
        fenced: Words from outside stand in the fence, as for an agent that reads this in a shell.
    """
    facts, hit = inspection.facts, inspection.hit
    outside = _outside(inspection)
    rows = [
        ("id", inspection.id),
        (
            "file",
            f"{facts.width}×{facts.height} {facts.format.value.upper()}, {counted(facts.size_bytes, 'byte')}",
        ),
        ("licence", licence_label(hit)),
        *([] if fenced else outside),
        ("instead", f"{inspection.rendition}: it stands in for the original" if inspection.degraded else ""),
        ("why", clean(inspection.why, _LINE_CHARACTERS)),
        *(("note", clean(note, _LINE_CHARACTERS)) for note in inspection.notes),
        ("region", inspection.region),
        ("picture", f"{clean(path, 4_000)} ({inspection.width}×{inspection.height})"),
        ("next", f"opsin download {inspection.id}"),
    ]
    lines = table(row for row in rows if row[-1])
    return [*map(unmarked, lines), *fence([f"{name}: {told}" for name, told in outside])] if fenced else lines


def _outside(inspection: Inspection) -> list[tuple[str, str]]:
    hit = inspection.hit
    rows = [
        ("shows", inspection.description),
        ("title", hit.title),
        ("licence stated as", hit.licence.stated),
        ("limits beside copyright", "; ".join(hit.licence.restrictions)),
        ("creator", hit.creator),
        ("page", hit.page),
        ("path", hit.path),
        *(("says", note) for note in inspection.facts.notes),
    ]
    return [(name, told) for name, text in rows if (told := clean(text, _LINE_CHARACTERS))]


def as_json(inspection: Inspection, path: str) -> dict[str, Any]:
    """The same as JSON values. Text from outside stands as it came."""
    facts, hit = inspection.facts, inspection.hit
    return {
        "id": inspection.id,
        "picture": path,
        "picture_width": inspection.width,
        "picture_height": inspection.height,
        "region": inspection.region,
        "width": facts.width,
        "height": facts.height,
        "format": facts.format.value,
        "bytes": facts.size_bytes,
        "animated": facts.animated,
        "notes": list(facts.notes),
        "title": hit.title,
        "creator": hit.creator,
        "page": hit.page,
        "licence": hit.licence.label,
        "licence_stated": hit.licence.stated,
        "spdx": hit.licence.spdx,
        "licence_url": hit.licence.url,
        "query": inspection.query,
        "degraded": inspection.degraded,
        "rendition": inspection.rendition,
        "why": inspection.why,
        "sha256": inspection.sha256,
        "description": inspection.description,
        "described_by": inspection.described_by,
    }
