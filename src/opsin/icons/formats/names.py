"""What an icon's file and its component are called: by its set and its name, so that two sets never meet."""

import re
from collections.abc import Collection
from hashlib import blake2s

from opsin.paths.names import MAX_CHARACTERS, safe_name

_WORD = re.compile(r"[A-Za-z0-9]+")
_DIGEST = 8


def file_stem(icon_id: str, prefixes: Collection[str] = ()) -> str:
    """Give the stem of a file for an icon: `lucide-rocket` for `lucide:rocket`; 80 characters at most.

    Where the name goes on as another set's prefix does, the two parts are joined by an underscore:
    `material-symbols:light-group` is not `material-symbols-light:group`.

    Args:
        icon_id: The id, with its set.
        prefixes: The prefixes of all sets that are known.
    """
    prefix, _, name = icon_id.partition(":")
    joined = f"{prefix}-{name}"
    meets = any(len(other) > len(prefix) and joined.startswith(f"{other}-") for other in prefixes)
    stem = f"{prefix}_{name}" if meets else joined
    if len(stem) > MAX_CHARACTERS:
        digest = blake2s(stem.encode(), digest_size=_DIGEST // 2).hexdigest()
        stem = f"{stem[: MAX_CHARACTERS - _DIGEST - 1].rstrip('-_')}-{digest}"
    return safe_name(stem, fallback="icon", ascii_only=True)


def component_name(icon_id: str) -> str:
    """Give the name of a component for an icon: `LucideRocket` for `lucide:rocket`."""
    name = "".join(word[0].upper() + word[1:] for word in _WORD.findall(icon_id))
    return name if name[:1].isalpha() else f"Icon{name}"
