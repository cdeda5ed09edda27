"""What opsin wrote beside a picture that it once downloaded: where it comes from, and under which licence."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from opsin.rights.licence import UNKNOWN, Evidence, Licence
from opsin.text import clean

MOST_BYTES = 262_144
_TEXT_CHARACTERS = 500
_CREDIT_CHARACTERS = 2_000


@dataclass(frozen=True, slots=True)
class Beside:
    """What a sidecar says of its picture: outside text.

    Attributes:
        query: The words that it was found by.
        page: The page that it stood on.
        credit: The line that credits it.
    """

    title: str = ""
    creator: str = ""
    query: str = ""
    page: str = ""
    credit: str = ""
    licence: Licence = UNKNOWN


def read_sidecar(data: bytes, sha256: str) -> Beside | None:
    """Read a sidecar; None where it is none of opsin's, or one of another file.

    Args:
        data: The sidecar.
        sha256: Of the picture beside it, in hexadecimal. A licence is stated of the very file that was downloaded.
    """
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, Mapping) or told.get("sha256") != sha256 or "opsin" not in told:
        return None
    query, credit = told.get("query"), told.get("attribution")
    page = _text(told, "source_page")
    return Beside(
        title=_text(told, "title"),
        creator=_text(told, "creator"),
        query=_text(query, "text") if isinstance(query, Mapping) else "",
        page=page if page.startswith(("https://", "http://")) else "",
        credit=_text(credit, "text", _CREDIT_CHARACTERS) if isinstance(credit, Mapping) else "",
        licence=_licence(told.get("licence")),
    )


def _text(told: Mapping[str, Any], name: str, most: int = _TEXT_CHARACTERS) -> str:
    value = told.get(name)
    return clean(value, most) if isinstance(value, str) else ""


def _licence(told: object) -> Licence:
    """The licence, where there is evidence of it: the evidence names the sidecar, and is as old as it was."""
    if not isinstance(told, Mapping) or not isinstance(told.get("evidence"), Mapping):
        return UNKNOWN
    evidence: Mapping[str, Any] = told["evidence"]
    try:
        licence = Licence.from_json({**told, "evidence": None})
    except (KeyError, TypeError, ValueError, AttributeError):
        return UNKNOWN
    if not all(
        isinstance(text, str)
        for text in (licence.name, licence.spdx, licence.version, licence.port, licence.url)
    ):
        return UNKNOWN
    field = f"{_text(evidence, 'field') or 'a field'}, by the sidecar beside the file"
    return replace(
        licence, evidence=Evidence(field, _text(evidence, "value"), _seconds(evidence.get("time")))
    )


def _seconds(told: object) -> float:
    try:
        return datetime.fromisoformat(told).timestamp() if isinstance(told, str) and told else 0.0
    except (ValueError, OverflowError, OSError):
        return 0.0
