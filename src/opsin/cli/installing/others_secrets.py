"""What other servers of a client's configuration are told in secret: it is not shown, even where a line holds it all."""

import re
from collections.abc import Iterator
from typing import Any

_HOLDERS = frozenset({"env", "environment", "headers", "http_headers"})
_NAMES = re.compile(r"key|token|secret|passw|auth|credential", re.IGNORECASE)
_LEAST = 4
"""Shorter values would be found inside of words."""


def others_secrets(value: Any, *, held: bool = False) -> Iterator[str]:
    """Give every text that stands under a name of secrets, or among variables and headers.

    Args:
        value: A configuration, or a part of it.
        held: Whether all of it counts.
    """
    if isinstance(value, dict):
        for key, below in value.items():
            yield from others_secrets(below, held=held or key in _HOLDERS or bool(_NAMES.search(str(key))))
    elif isinstance(value, list):
        for one in value:
            yield from others_secrets(one, held=held)
    elif held and isinstance(value, str) and len(value) >= _LEAST:
        yield value
