"""What would be changed in a client's configuration: worked out first, shown, and then done whole or not at all."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from opsin.cli.client_config import entry_path, variables_key
from opsin.cli.files import write
from opsin.cli.installing.jsonc_editing import entry_in_json, with_entry_in_json, without_entry_in_json
from opsin.cli.installing.not_editable import NotEditable
from opsin.cli.installing.toml_editing import entry_in_toml, with_entry_in_toml, without_entry_in_toml
from opsin.errors import PathRefused

_BOM = "\ufeff"
_OWNERS_ALONE = 0o600


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one file.

    Attributes:
        path: The file.
        before: Its bytes; None where it is not there.
        after: What they are to be.
        secrets: Values that are not shown.
    """

    path: Path
    before: bytes | None
    after: bytes
    secrets: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return (self.before or b"") == self.after

    def shown(self) -> list[str]:
        """The lines that go and come. No line of others is shown, nor a secret."""
        lines = difflib.unified_diff(
            (self.before or b"").decode().splitlines(), self.after.decode().splitlines(), n=0, lineterm=""
        )
        shown = [line for line in lines if not line.startswith(("---", "+++", "@@"))]
        return [self._hidden(line) for line in shown]

    def _hidden(self, line: str) -> str:
        for secret in self.secrets:
            line = line.replace(secret, "(hidden)")
        return line

    def do(self, now: datetime) -> Path | None:
        """Write it: the older file is kept beside it, links stay links, permissions stay as they were.

        Args:
            now: When it is done, for the name of the older file.

        Returns:
            Where the older file is kept; None where there was none.

        Raises:
            NotEditable: the file was changed by somebody else in the meantime.
            PathRefused: it cannot be written.
        """
        if _bytes_of(self.path) != self.before:
            raise NotEditable(f"{self.path} was changed in the meantime.", hint="Run it again.")
        if self.before is None:
            _make_folder(self.path.parent)
            write(self.path, self.after, mode=_OWNERS_ALONE)
            return None
        real = self.path.resolve()
        mode = real.stat().st_mode & 0o777
        kept = _free_name(real, f"{now:%Y%m%d-%H%M%S}")
        write(kept, self.before, mode=mode)
        write(self.path, self.after, mode=mode)
        return kept


def chosen_place(style: str, places: Sequence[Path]) -> Path:
    """The file to change: that which has the entry, else the first that is there, else the last.

    A file that cannot be read counts as one without the entry.
    """
    for place in places:
        try:
            if _entry(style, _text_of(place)[0]):
                return place
        except NotEditable:
            continue
    return next((place for place in places if place.exists()), places[-1])


def entry_of(style: str, path: Path) -> dict[str, Any]:
    """What the file says of opsin; empty where it says nothing.

    Raises:
        NotEditable: the file cannot be read.
    """
    return _entry(style, _text_of(path)[0])


def installing(style: str, path: Path, entry: Mapping[str, Any], secrets: tuple[str, ...] = ()) -> Change:
    """Work out how the entry gets into a file. What a person added to an older one stays: keys, and variables.

    Args:
        style: One of `opsin.cli.client_config.FORMATS`.
        path: The file.
        entry: What is to stand in it.
        secrets: Values of the entry that are not to be shown.

    Raises:
        NotEditable: the file cannot be read, or not be changed safely.
    """
    text, change = _text_of(path)
    older, key = _entry(style, text), variables_key(style)
    merged = {**older, **entry}
    variables = {**(older.get(key) or {}), **entry.get(key, {})}
    if variables:
        merged[key] = variables
    secrets += tuple(
        str(value) for name, value in (older.get(key) or {}).items() if name not in entry.get(key, {})
    )
    add = with_entry_in_toml if style == "codex" else with_entry_in_json
    after = text if older == merged else add(text, entry_path(style), merged)
    return replace(change, after=_encoded(after, change), secrets=tuple(filter(None, secrets)))


def uninstalling(style: str, path: Path) -> Change:
    """Work out how the entry gets out of a file.

    Raises:
        NotEditable: the file cannot be read, or not be changed safely.
    """
    text, change = _text_of(path)
    remove = without_entry_in_toml if style == "codex" else without_entry_in_json
    variables = _entry(style, text).get(variables_key(style)) or {}
    secrets = tuple(str(value) for value in variables.values() if value)
    return replace(change, after=_encoded(remove(text, entry_path(style)), change), secrets=secrets)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise PathRefused(f"{folder} can't be made: {why.strerror or why}.", hint="Make it first.") from why


def _free_name(file: Path, when: str) -> Path:
    names = (f"{file.name}.{when}{(number and f'-{number}') or ''}.bak" for number in count())
    return next(kept for name in names if not (kept := file.with_name(name)).exists())


def _entry(style: str, text: str) -> dict[str, Any]:
    read = entry_in_toml if style == "codex" else entry_in_json
    return read(text, entry_path(style))


def _text_of(path: Path) -> tuple[str, Change]:
    before = _bytes_of(path)
    try:
        text = (before or b"").decode("utf-8")
    except UnicodeDecodeError:
        raise NotEditable("It is not in UTF-8.") from None
    return text.removeprefix(_BOM), Change(path, before, before or b"")


def _encoded(text: str, change: Change) -> bytes:
    mark = _BOM if (change.before or b"").startswith(_BOM.encode()) else ""
    return (mark + text).encode("utf-8")


def _bytes_of(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as why:
        raise NotEditable(f"It can't be read: {why.strerror or why}.") from why
