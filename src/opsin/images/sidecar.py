"""The sidecar: what a downloaded file says of where it comes from, for whoever uses it later."""

from datetime import UTC, datetime
from typing import Any

from opsin.images.hit import Hit
from opsin.images.originals import Original
from opsin.rights.attribution import attribution
from opsin.rights.licence import Licence
from opsin.text import clean, json_text

SCHEMA_VERSION = 1
ENDING = ".json"

_TITLE_CHARACTERS = 500
_HEADER_CHARACTERS = 200
_WHY_CHARACTERS = 1_000
_CREDIT_CHARACTERS = 2_000
_MOST_RESTRICTIONS = 20


def sidecar(original: Original) -> dict[str, Any]:
    """Return the sidecar of a file as JSON values. Texts from outside are cleaned; addresses stand in full."""
    from opsin import __version__

    entry, hit, file = original.entry, original.hit, original.file
    return {
        "schema": SCHEMA_VERSION,
        "id": str(entry.id),
        "title": clean(hit.title, _TITLE_CHARACTERS),
        "query": entry.query,
        "provider": hit.provider,
        "rank": original.rank,
        "searched_at": _time(entry.created),
        "source_page": hit.page,
        "original_url": hit.original,
        "asked_url": file.url,
        "final_url": file.final_url,
        "redirects": list(file.redirects),
        "fetched_at": _time(file.fetched_at),
        "status": file.status,
        "content_type_claimed": clean(file.content_type, _HEADER_CHARACTERS),
        "x_robots_tag": clean(file.robots, _HEADER_CHARACTERS),
        "degraded": file.degraded,
        "rendition": file.rendition.value,
        "why": clean(file.why, _WHY_CHARACTERS),
        "format": file.facts.format.value,
        "mime": file.facts.format.mime,
        "bytes": file.facts.size_bytes,
        "sha256": file.sha256,
        "width": file.facts.width,
        "height": file.facts.height,
        "exif_orientation": file.facts.orientation,
        "animated": file.facts.animated,
        "creator": clean(hit.creator, _TITLE_CHARACTERS),
        "creator_url": hit.creator_url,
        "licence": _licence(hit.licence),
        "licence_claim": hit.claim,
        "attribution": credit_line(hit),
        "opsin": __version__,
    }


def sidecar_bytes(original: Original) -> bytes:
    """Return the sidecar as the file's bytes: UTF-8, indented, with a line end."""
    # Addresses stand as they came, and may have in them what cannot be seen or written as UTF-8.
    return f"{json_text(sidecar(original))}\n".encode()


def credit_line(hit: Hit) -> str:
    """Return the line that credits the picture: the provider's, or one made of what the hit says."""
    return clean(hit.attribution, _CREDIT_CHARACTERS) or attribution(
        hit.licence,
        title=hit.title,
        author=hit.creator,
        author_url=hit.creator_url,
        source=hit.provider,
        page=hit.page,
    )


def _licence(licence: Licence) -> dict[str, Any]:
    told = licence.to_json()
    told["name"] = clean(licence.name)
    told["restrictions"] = tuple(clean(one) for one in licence.restrictions[:_MOST_RESTRICTIONS])
    if licence.evidence is not None:
        told["evidence"] = {
            "field": clean(licence.evidence.field),
            "value": clean(licence.evidence.value, _TITLE_CHARACTERS),
        }
    return told


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
