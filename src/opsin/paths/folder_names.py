"""Which folder inside the output folder somebody asks for: judged from its text, never bent into shape."""

import re
import unicodedata

from opsin.errors import PathRefused
from opsin.paths.names import MAX_BYTES, is_device

MAX_DEPTH = 16
_HINT = "Give a folder inside the output folder, such as photos/pandas, or leave dir out."


def folder_parts(text: str) -> tuple[str, ...]:
    """Read a folder's path, relative to the output folder; either slash parts it, on every system.

    Raises:
        PathRefused: the path is absolute, names a drive, a share or a home, leads upwards, or has a part that
            Windows would not take.
    """
    shown = repr(text[:80])
    if text.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", text):
        raise PathRefused(f"dir is {shown}, which is an absolute path.", hint=_HINT)
    if text.startswith("~"):
        raise PathRefused(f"dir is {shown}; ~ does not lead to a home folder here.", hint=_HINT)
    parts = tuple(
        unicodedata.normalize("NFC", part) for part in re.split(r"[/\\]+", text) if part not in {"", "."}
    )
    if ".." in parts:
        raise PathRefused(f"dir is {shown}, which leads upwards.", hint=_HINT)
    if len(parts) > MAX_DEPTH:
        raise PathRefused(f"dir has {len(parts)} levels; at most {MAX_DEPTH} are made.", hint=_HINT)
    for part in parts:
        if why := _flaw(part):
            raise PathRefused(f"dir is {shown}; {why}.", hint=_HINT)
    return parts


def _flaw(part: str) -> str:
    if set(part) & set('<>:"|?*') or any(unicodedata.category(char)[0] == "C" for char in part):
        return "it has a character that no folder may have on every system"
    if part != part.strip() or part.endswith("."):
        return "a part of it starts or ends with a space, or ends with a dot"
    if is_device(part):
        return f"{part} is the name of a device on Windows"
    return f"a part of it has more than {MAX_BYTES} bytes" if len(part.encode()) > MAX_BYTES else ""
