"""The variables that carry settings in force into a client's configuration."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from opsin.config_file import CONFIG_VARIABLE
from opsin.setting_table import TABLE, Setting
from opsin.setting_values import folder
from opsin.settings import Settings

_NOT_FOR_A_CLIENT = ("project_dir", "http_")
"""The project is the client's to name, and a server that a client starts does not listen."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What goes along, and what does not.

    Attributes:
        variables: Name and value of each variable.
        left_out: Names of those that were left out because they are secrets.
    """

    variables: dict[str, str]
    left_out: tuple[str, ...]


def carried_variables(
    settings: Settings, environ: Mapping[str, str], *, with_keys: bool, folder_now: Path | None = None
) -> Carried:
    """Give what the environment says other than the defaults; what stands in the configuration file is read anyhow.

    Args:
        settings: The values in force.
        environ: The environment that they were read from.
        with_keys: Let secrets go along too.
        folder_now: Where relative folders start; the working directory when None.
    """
    variables: dict[str, str] = {}
    left_out = []
    now = Path.cwd() if folder_now is None else folder_now
    if named := environ.get(CONFIG_VARIABLE, "").strip():
        variables[CONFIG_VARIABLE] = _absolute(named, now)
    for row, value in differing(settings):
        if row.key.startswith(_NOT_FOR_A_CLIENT) or settings.sources[row.key] not in {row.name, *row.older}:
            continue
        if is_secret(row, value) and not with_keys:
            left_out.append(row.name)
        elif row.read is folder:
            variables[row.name] = _absolute(value, now)
        elif row.key == "vision_allowed_paths":
            variables[row.name] = os.pathsep.join(
                _absolute(one, now) for one in value.split(os.pathsep) if one.strip()
            )
        else:
            variables[row.name] = value
    return Carried(variables, tuple(left_out))


def differing(settings: Settings) -> Iterator[tuple[Setting, str]]:
    """Give each setting that differs from its default, with its value written as it is read."""
    for row in TABLE:
        value = getattr(settings, row.key)
        if value != row.read(row.default):
            yield row, _written(value)


def is_secret(row: Setting, value: str) -> bool:
    """Whether a value is nobody else's to read: a key, or an address with a password in it."""
    return row.secret or ("@" in value and "://" in value)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ",".join(sorted(value))
    return str(value)


def _absolute(path: str, now: Path) -> str:
    # Not resolved: a link that the user named is to stay a link.
    return os.path.normpath(now / Path(path.strip()).expanduser())
