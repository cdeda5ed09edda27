"""An inspected picture as lines for a person, and as JSON for a program."""

from typing import Any

from opsin.cli.console import table
from opsin.images.cells import licence_label
from opsin.images.inspection import Inspection
from opsin.text import clean

_LINE_CHARACTERS = 300


def as_lines(inspection: Inspection, path: str) -> list[str]:
    """What is known of the picture; what comes from outside is cleaned.

    Args:
        inspection: The picture.
        path: Where what was shown is saved.
    """
    facts, hit = inspection.facts, inspection.hit
    rows = [
        ("id", inspection.id),
        ("title", clean(hit.title, _LINE_CHARACTERS)),
        ("file", f"{facts.width}×{facts.height} {facts.format.value.upper()}, {facts.size_bytes:,} bytes"),
        ("licence", licence_label(hit)),
        ("creator", clean(hit.creator, _LINE_CHARACTERS)),
        ("page", clean(hit.page, _LINE_CHARACTERS)),
        *(("says", clean(note, _LINE_CHARACTERS)) for note in facts.notes),
        ("instead", f"{inspection.rendition}: it stands in for the original" if inspection.degraded else ""),
        ("why", clean(inspection.why, _LINE_CHARACTERS)),
        ("region", inspection.region),
        ("picture", f"{clean(path, 4_000)} ({inspection.width}×{inspection.height})"),
        ("next", f"opsin download {inspection.id}"),
    ]
    return table(row for row in rows if row[-1])


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
        "licence": hit.licence.name,
        "spdx": hit.licence.spdx,
        "licence_url": hit.licence.url,
        "query": inspection.query,
        "degraded": inspection.degraded,
        "rendition": inspection.rendition,
        "why": inspection.why,
        "sha256": inspection.sha256,
    }
