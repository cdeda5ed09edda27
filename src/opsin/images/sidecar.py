"""The sidecar: what a downloaded file says of where it comes from, for whoever uses it later."""

from datetime import UTC, datetime
from typing import Any

from opsin.images.hit import Hit
from opsin.images.hotlink import Rendition
from opsin.images.originals import Original
from opsin.images.providers.registry import terms_of
from opsin.rights.attribution import (
    Work,
    attribution_html,
    attribution_markdown,
    attribution_text,
)
from opsin.rights.licence import Licence
from opsin.text import clean, json_text

SCHEMA_VERSION = 2
"""Version 2 has the credit line in three forms under `attribution`, which was plain text before; the licence's
`attribution` is "required", which was "yes"; its evidence has a time. All else is as in version 1."""
ENDING = ".json"

_TITLE_CHARACTERS = 500
_HEADER_CHARACTERS = 200
_WHY_CHARACTERS = 1_000
_CREDIT_CHARACTERS = 2_000
_MOST_RESTRICTIONS = 20


def sidecar(original: Original) -> dict[str, Any]:
    """Return the sidecar of a file as JSON values. Texts from outside are cleaned; addresses stand in full.

    Times are in UTC (ISO 8601). `attribution` is the credit line as `text`, as Markdown (`md`) and as HTML (`html`).
    `terms` is there where the provider asks something of those who use its pictures.
    """
    from opsin import __version__

    entry, hit, file = original.entry, original.hit, original.file
    terms = terms_of(hit.provider).to_json()
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
        "attribution": attribution_of(original, changes_of(file.rendition)),
        **({"terms": terms} if terms else {}),
        "opsin": __version__,
    }


def attribution_of(original: Original, changes: str) -> dict[str, str]:
    """Return the credit line in three forms, for a picture to which something was done, or nothing."""
    work = work_of(original.hit, changes=changes)
    return {
        "text": clean(attribution_text(work), _CREDIT_CHARACTERS),
        "md": attribution_markdown(work),
        "html": attribution_html(work),
    }


def sidecar_bytes(original: Original) -> bytes:
    """Return the sidecar as the file's bytes: UTF-8, indented, with a line end."""
    # Addresses stand as they came, and may have in them what cannot be seen or written as UTF-8.
    return f"{json_text(sidecar(original))}\n".encode()


def credit_line(hit: Hit) -> str:
    """Return the line that credits the picture as it is at its source: the provider's, or one made of the hit."""
    return clean(hit.attribution, _CREDIT_CHARACTERS) or attribution_text(work_of(hit))


def work_of(hit: Hit, *, changes: str = "") -> Work:
    """Return what a credit line of the picture names.

    A hit that an older version kept has no ready line by itself; its whole credit line stands for one.
    """
    return Work(
        hit.licence,
        title=hit.title,
        author=hit.creator,
        author_url=hit.creator_url,
        source=hit.source or hit.provider,
        page=hit.page,
        ready=hit.ready or ("" if hit.source else hit.attribution),
        changes=changes,
    )


def changes_of(rendition: Rendition) -> str:
    """Say what was done to the picture. Originals are saved as they are; what stands in for one was made smaller."""
    return "" if rendition is Rendition.ORIGINAL else "resized by the provider"


def _licence(licence: Licence) -> dict[str, Any]:
    told = licence.to_json()
    told["name"] = clean(licence.name)
    told["restrictions"] = tuple(clean(one) for one in licence.restrictions[:_MOST_RESTRICTIONS])
    if licence.evidence is not None:
        told["evidence"] = {
            "field": clean(licence.evidence.field),
            "value": clean(licence.evidence.value, _TITLE_CHARACTERS),
            "time": _time(licence.evidence.time) if licence.evidence.time else "",
        }
    return told


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
