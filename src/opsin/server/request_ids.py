"""Requests that cannot be answered under their id, because they have none, or null, true or 1.5 in its place.

The SDK takes such a message for a notification and does nothing, so whoever sent it would wait for ever. What is no
request of MCP by its method stays what JSON-RPC calls it without an id: a notification (JSON-RPC 2.0, section 4.1).
"""

from collections.abc import Mapping

INVALID_REQUEST = -32600
"""The code of JSON-RPC for JSON that is no valid request."""

NO_ID = "Invalid request: a request needs an id that is a string or a whole number."

_METHODS = frozenset({"initialize", "ping"})
_KINDS = (
    "server/",
    "tools/",
    "resources/",
    "prompts/",
    "completion/",
    "logging/",
    "tasks/",
    "subscriptions/",
)
"""What clients ask servers (modelcontextprotocol.io, "Schema Reference", 2025-11-25 and 2026-07-28)."""


def sound_id(value: object) -> int | str | None:
    """The id, where it is one that a request may have; else None."""
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def is_request(method: object) -> bool:
    """Whether a method is one that is asked of servers, and answered."""
    return isinstance(method, str) and (method in _METHODS or method.startswith(_KINDS))


def lacks_its_id(message: object) -> bool:
    """Whether something that was read from JSON is a request without an id that could be given back."""
    return (
        isinstance(message, Mapping)
        and is_request(message.get("method"))
        and sound_id(message.get("id")) is None
    )
