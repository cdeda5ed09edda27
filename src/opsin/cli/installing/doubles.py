"""What stands beside the entry in a client's configuration and may be opsin too, or may have been meant for it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from opsin.text import clean

_NAME_CHARACTERS = 60
_ABOVE = frozenset({"mcpservers", "servers", "mcp", "contextservers"})
"""What the keys above the entry are called by any client, without capitals and marks."""


def doubles(value: Mapping[str, Any], path: Sequence[str]) -> Iterator[str]:
    """Give a sentence for each of them.

    Args:
        value: The whole configuration.
        path: The keys under which opsin's entry belongs.
    """
    above, own = path
    for key, below in value.items():
        alike = _plain(key) == _plain(above)
        if key != above and (alike or (_plain(key) in _ABOVE and isinstance(below, dict) and own in below)):
            yield f"{clean(key, _NAME_CHARACTERS)} stands in it too; what this client reads is {above}."
    servers = value.get(above)
    for name, entry in servers.items() if isinstance(servers, dict) else ():
        if name != own and (name.lower() == own or _starts_opsin(entry)):
            yield f"{clean(name, _NAME_CHARACTERS)} there starts opsin too: its tools would be listed twice."


def _starts_opsin(entry: Any) -> bool:
    if not isinstance(entry, dict):
        return False
    words: list[Any] = []
    for key in ("command", "args"):
        said = entry.get(key)
        words += said if isinstance(said, list) else [said]
    first, *rest = [word for word in words if isinstance(word, str)] or [""]
    program = re.split(r"[\\/]", first)[-1].lower().removesuffix(".exe")
    return "opsin" in {program, *rest}


def _plain(key: str) -> str:
    return re.sub(r"[^a-z]", "", key.lower())
