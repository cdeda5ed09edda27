"""The sidecar of a saved icon: what the file is, where it comes from, and what its licence asks."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from opsin.icons.formats.made import Look
from opsin.icons.icon_json import icon_json, terms_json
from opsin.icons.licences.credit import Credit, author_of
from opsin.icons.licences.terms import Terms
from opsin.icons.picking import Picked
from opsin.text import clean, json_text

SCHEMA_VERSION = 1
ENDING = ".json"
ICON = "icon"

_LINE_CHARACTERS = 1_000


@dataclass(frozen=True, slots=True)
class SavedIcon:
    """What is to be told of a saved file."""

    picked: Picked
    terms: Terms
    credit: Credit
    look: Look
    changes: str
    policy: str
    data: bytes


def sidecar(saved: SavedIcon, *, clock: Callable[[], float] = time.time) -> dict[str, Any]:
    """The sidecar as JSON values. Times are in UTC (ISO 8601). `attribution` is the credit line in four forms."""
    from opsin import __version__

    picked, icon, credit = saved.picked, saved.picked.icon, saved.credit
    return {
        "schema": SCHEMA_VERSION,
        "kind": ICON,
        "id": icon.id,
        "asked_as": picked.id,
        "set": clean(icon.set.name, _LINE_CHARACTERS),
        "author": clean(author_of(icon, saved.terms), _LINE_CHARACTERS),
        "author_url": "" if saved.terms.credited else clean(icon.set.author_url, _LINE_CHARACTERS),
        "set_version": clean(icon.set.version, 60),
        "licence": terms_json(saved.terms),
        "license_policy": saved.policy,
        "attribution": {
            "text": credit.text,
            "md": credit.markdown,
            "html": credit.html,
            "svg_comment": credit.svg_comment,
        },
        "keywords": [clean(word) for word in picked.keywords],
        "source": picked.source,
        "data_version": picked.data_version,
        "saved_at": datetime.fromtimestamp(clock(), UTC).isoformat(timespec="seconds"),
        "format": saved.look.format.value,
        "color": saved.look.color or "",
        "size": saved.look.size or 0,
        "changes": saved.changes,
        "bytes": len(saved.data),
        "sha256": sha256(saved.data).hexdigest(),
        "icon": icon_json(icon),
        "opsin": __version__,
    }


def sidecar_bytes(saved: SavedIcon) -> bytes:
    """The sidecar as the file's bytes: UTF-8, indented, with a line end."""
    return f"{json_text(sidecar(saved))}\n".encode()
