"""The address of a picture of this machine, as a search keeps it: a file URL (RFC 8089), which no door of `web` opens."""

import os
from pathlib import Path
from urllib.parse import unquote_to_bytes

SCHEME = "file:"
SMALL = "#small"
"""Ends the address of the small copy that stands for it on a sheet."""


def address_of(path: str) -> str:
    """The address of a file by its absolute path."""
    return Path(path).as_uri()


def small_address_of(path: str) -> str:
    """The address of the small copy of a file."""
    return f"{address_of(path)}{SMALL}"


def names_file(address: str) -> bool:
    """Whether an address names a file of this machine."""
    return address.startswith(SCHEME)


def path_of(address: str) -> str:
    """The path of an address that `address_of` or `small_address_of` made."""
    rest = address.removesuffix(SMALL).removeprefix("file://")
    path = os.fsdecode(unquote_to_bytes(rest))
    if os.name != "nt":
        return path
    return path.removeprefix("/").replace("/", "\\") if path[2:3] == ":" else f"\\\\{path}".replace("/", "\\")
