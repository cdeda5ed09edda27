"""What would be changed in a client's configuration: worked out first, shown, and then done whole or not at all."""

import difflib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from opsin.cli.client_config import entry_path, variables_key
from opsin.cli.files import write
from opsin.cli.installing.jsonc_editing import (
    entry_in_json,
    with_entry_in_json,
    without_empty_in_json,
    without_entry_in_json,
)
from opsin.cli.installing.kept import Kept, copies_of, first_of, keep, without_first
from opsin.cli.installing.not_editable import NotEditable
from opsin.cli.installing.others_secrets import others_secrets
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
        after: What they are to be; None where the file is to go, nothing but opsin standing in it.
        secrets: Values that are not shown.
        puts_in: Whether opsin is put into it, and not taken out.
    """

    path: Path
    before: bytes | None
    after: bytes | None
    secrets: tuple[str, ...] = ()
    puts_in: bool = True

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return (self.before or b"") == (self.after or b"")

    def shown(self) -> list[str]:
        """The lines that go and come. No line of others is shown, nor a secret."""
        lines = difflib.unified_diff(
            (self.before or b"").decode().splitlines(),
            (self.after or b"").decode().splitlines(),
            n=0,
            lineterm="",
        )
        shown = [line for line in lines if not line.startswith(("---", "+++", "@@"))]
        return [self._hidden(line) for line in shown]

    def _hidden(self, line: str) -> str:
        for secret in sorted(self.secrets, key=len, reverse=True):
            for written in (secret, json.dumps(secret, ensure_ascii=False)[1:-1]):
                line = line.replace(written, "(hidden)")
        return line

    def do(self) -> Kept:
        """Write it: what was there is kept beside it, links stay links, permissions stay as they were.

        Raises:
            NotEditable: the file was changed by somebody else in the meantime.
            PathRefused: it cannot be written.
        """
        if _bytes_of(self.path) != self.before:
            raise NotEditable(f"{self.path} was changed in the meantime.", hint="Run it again.")
        if self.before is None:
            _make_folder(self.path.parent)
            write(self.path, self.after or b"", mode=_OWNERS_ALONE)
            return Kept()
        real = self.path.resolve()
        mode = real.stat().st_mode & 0o777
        kept = keep(real, self.before, mode, puts_in=self.puts_in)
        if self.after is None:
            real.unlink()
            return Kept(kept.first, kept.last, restored=True)
        write(self.path, self.after, mode=mode)
        if not self.puts_in and self.after == first_of(real):
            return without_first(real, kept)
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


def config_of(style: str, path: Path) -> dict[str, Any]:
    """All that the file says; empty where it is not there.

    Raises:
        NotEditable: the file cannot be read.
    """
    return _read(style, _text_of(path)[0])


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
    variables = {**_variables(style, older), **entry.get(key, {})}
    if variables:
        merged[key] = variables
    told = len(secrets)
    secrets += tuple(
        str(value) for name, value in _variables(style, older).items() if name not in entry.get(key, {})
    )
    try:
        after = text if older == merged else _with(style, text, merged)
    except NotEditable as why:
        for secret in filter(None, secrets[told:]):
            why.by_hand = why.by_hand.replace(secret, "(as it is)")
        raise
    secrets += _of_others(style, text)
    return replace(change, after=_encoded(after, change), secrets=tuple(filter(None, secrets)))


def uninstalling(style: str, path: Path) -> Change:
    """Work out how the entry gets out of a file.

    Raises:
        NotEditable: the file cannot be read, or not be changed safely.
    """
    text, change = _text_of(path)
    entry = _entry(style, text)
    without = _without(style, text)
    after = change.after if without == text else _as_before(style, change, text, entry, without)
    secrets = (*map(str, filter(None, _variables(style, entry).values())), *_of_others(style, text))
    return replace(change, after=after, secrets=secrets, puts_in=False)


def _variables(style: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    found = entry.get(variables_key(style))
    return found if isinstance(found, dict) else {}


def _of_others(style: str, text: str) -> tuple[str, ...]:
    above, own = entry_path(style)
    config = _read(style, text)
    servers = config.get(above)
    if isinstance(servers, dict):
        config[above] = {name: one for name, one in servers.items() if name != own}
    return tuple(others_secrets(config))


def _as_before(style: str, change: Change, text: str, entry: dict[str, Any], without: str) -> bytes | None:
    """What to leave: what was there before, byte for byte, where that with the entry makes what is there now."""
    real = change.path.resolve()
    if first_of(real) is None and _with(style, "", entry) == text and not change.path.is_symlink():
        return None
    for copy in copies_of(real):
        try:
            older = copy.decode("utf-8").removeprefix(_BOM)
            if _without(style, older) != older:
                continue
            if _encoded(_with(style, older, entry), replace(change, before=copy)) == change.before:
                return copy
            if style != "codex" and without_entry_in_json(older, entry_path(style)[:-1]) == older:
                without = without_empty_in_json(without, entry_path(style)[:-1])
        except (NotEditable, UnicodeDecodeError):
            # What is kept there is none of ours, or says nothing here.
            continue
    return _encoded(without, change)


def _with(style: str, text: str, entry: Mapping[str, Any]) -> str:
    add = with_entry_in_toml if style == "codex" else with_entry_in_json
    return add(text, entry_path(style), entry)


def _without(style: str, text: str) -> str:
    remove = without_entry_in_toml if style == "codex" else without_entry_in_json
    return remove(text, entry_path(style))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as why:
        raise PathRefused(f"{folder} can't be made: {why.strerror or why}.", hint="Make it first.") from why


def _entry(style: str, text: str) -> dict[str, Any]:
    return _read(style, text, entry_path(style))


def _read(style: str, text: str, path: Sequence[str] = ()) -> dict[str, Any]:
    """What stands at a path of keys; all of it where the path is empty."""
    read = entry_in_toml if style == "codex" else entry_in_json
    return read(text, path)


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
