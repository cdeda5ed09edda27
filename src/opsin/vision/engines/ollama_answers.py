"""What Ollama's answers say (ollama: api/types.go, docs/api.md). Nothing here raises for a strange answer."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from opsin.vision.privacy import remote_of, same_model

Version = tuple[int, int, int]
"""Its release; (0, 0, 0) where it does not say, as builds from its source do."""

UNKNOWN: Version = (0, 0, 0)

_RELEASE = re.compile(r"v?(\d{1,4})\.(\d{1,4})\.(\d{1,4})")


@dataclass(frozen=True, slots=True)
class Shown:
    """What `/api/show` says of a model.

    Attributes:
        sees: It takes pictures.
        thinks: It can think before it answers.
        remote: The host to which its requests go; empty where they stay.
    """

    sees: bool
    thinks: bool
    remote: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A model in `/api/tags` or `/api/ps`.

    Attributes:
        context: Tokens of the window that it is loaded with; 0 where that is not told.
        remote: The host to which its requests go; empty where they stay.
    """

    name: str
    digest: str
    context: int
    remote: str


def read_version(answer: Mapping[str, Any]) -> Version:
    """Read the answer of `/api/version`. A release candidate counts as its release."""
    found = _RELEASE.match(_text(answer.get("version")))
    return (int(found[1]), int(found[2]), int(found[3])) if found else UNKNOWN


def read_show(answer: Mapping[str, Any]) -> Shown:
    """Read the answer of `/api/show`.

    Before v0.6.4 it has no capabilities; then a model sees whose projector it describes.
    """
    told = answer.get("capabilities")
    if isinstance(told, list):
        capabilities = {_text(one) for one in told}
        sees, thinks = "vision" in capabilities, "thinking" in capabilities
    else:
        info = answer.get("model_info")
        keys = list(info) if isinstance(info, dict) else []
        sees = bool(answer.get("projector_info")) or any(".vision." in key for key in keys)
        thinks = False
    return Shown(sees, thinks, remote_of(answer))


def read_models(answer: Mapping[str, Any]) -> tuple[Entry, ...]:
    """Read the answer of `/api/tags` or of `/api/ps`."""
    rows = answer.get("models")
    return tuple(_entry(row) for row in rows if isinstance(row, dict)) if isinstance(rows, list) else ()


def entry_of(entries: Sequence[Entry], model: str) -> Entry | None:
    """Find a model by its name."""
    return next((entry for entry in entries if same_model(entry.name, model)), None)


def read_cloud(answer: Mapping[str, Any]) -> bool | None:
    """Read `/api/status`: whether Ollama's cloud is turned off; None where the answer does not say (before v0.16.2)."""
    cloud = answer.get("cloud")
    disabled = cloud.get("disabled") if isinstance(cloud, dict) else None
    return disabled if isinstance(disabled, bool) else None


def _entry(row: Mapping[str, Any]) -> Entry:
    context = row.get("context_length")
    usable = isinstance(context, int) and not isinstance(context, bool)
    return Entry(
        name=_text(row.get("name")) or _text(row.get("model")),
        digest=_text(row.get("digest"))[:80],
        context=int(context) if usable and context is not None else 0,
        remote=remote_of(row),
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
