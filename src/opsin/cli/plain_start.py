"""Whether the server can begin before anything else is loaded: nothing is set that could stop its start.

A value that cannot be used stops the start before the client is answered. To read the settings takes longer than the
first answer may, so what is sure to be a good value is told here by a list that is made from the table of settings.
"""

import os
import sys
from collections.abc import Iterator, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opsin.server.life import Life

SURE_SETTINGS = os.path.join(os.path.dirname(__file__), "sure_settings.json")  # noqa: PTH118, PTH120 - pathlib is slow
"""For a variable: `text`, `folders`, the words that it may be, or the bounds of a number; others have to be read."""

_PREFIX = "OPSIN_"
_CONFIG = "OPSIN_CONFIG"
_DIGITS = 9


def begun_at_once() -> "Life | None":
    """The server's life, begun now; None where the command line or a setting has to be looked at first."""
    words = sys.argv[1:]
    if words != ["serve"] and (words or sys.stdin is None or sys.stdin.isatty()):
        return None
    if not nothing_stops_it(os.environ):
        return None
    from opsin.server.life import begin

    return begin()


def nothing_stops_it(environ: Mapping[str, str]) -> bool:
    """Whether every setting is sure to have a value that can be used. Older names never stop the start."""
    given = {
        name: value.strip() for name, value in environ.items() if name.startswith(_PREFIX) and value.strip()
    }
    if _CONFIG in given or any(map(os.path.exists, config_files(environ))):
        return False
    if not given:
        return True
    import json

    with open(SURE_SETTINGS, encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slow
        known = json.load(file)
    return all(_is_sure(known[name], value) for name, value in given.items() if name in known)


def config_files(environ: Mapping[str, str]) -> Iterator[str]:
    """Where the configuration file may be; `opsin.config_file` says where it is, but takes longer to load."""
    for base in ("XDG_CONFIG_HOME", "LOCALAPPDATA"):
        if folder := environ.get(base, "").strip():
            yield os.path.join(folder, "opsin", "config.toml")  # noqa: PTH118 - pathlib is slow
    for folder in (".config", "Library/Application Support", "AppData/Local"):
        yield os.path.expanduser(f"~/{folder}/opsin/config.toml")  # noqa: PTH111 - pathlib is slow


def _is_sure(kind: object, value: str) -> bool:
    """Whether a value can be used: where this says no, it may still be able to."""
    if kind == "text":
        return True
    if not value.isascii():
        return False
    if kind == "folders":
        return all(part.strip().startswith("/") for part in value.split(os.pathsep))
    if not isinstance(kind, list):
        return False
    if kind and isinstance(kind[0], int):
        return value.isdigit() and len(value) <= _DIGITS and kind[0] <= int(value) <= kind[1]
    return value.lower() in kind
