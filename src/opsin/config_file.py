"""The configuration file: clients trim the environment, so settings can stand in a file too."""

import stat
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from opsin.errors import SettingError

CONFIG_VARIABLE = "OPSIN_CONFIG"


def config_path(environ: Mapping[str, str]) -> Path:
    """Where the configuration file is looked for: `OPSIN_CONFIG`, else `config.toml` in the platform's folder.

    Raises:
        SettingError: it is named in a home folder that is not known.
    """
    named = environ.get(CONFIG_VARIABLE, "").strip()
    if named:
        try:
            return Path(named).expanduser()
        except RuntimeError:
            raise SettingError(
                f"{CONFIG_VARIABLE} is {named!r}, and the home folder that it starts with is not known.",
                hint="Write the path in full.",
            ) from None
    from platformdirs import user_config_path

    return user_config_path("opsin", appauthor=False) / "config.toml"


def read_config(path: Path, known: AbstractSet[str], *, required: bool) -> dict[str, str]:
    """The file's values as text, so that every source is read by the same rules.

    Args:
        path: The file.
        known: Names that it may hold.
        required: It was named, so that its absence is an error.

    Raises:
        SettingError: the file cannot be read, is not TOML, or holds what is no setting.
    """
    try:
        # Nobody may ever write into a pipe, and then reading it never ends.
        if not stat.S_ISREG(path.stat().st_mode):
            raise SettingError(
                f"The configuration file {path} can't be read: it is not a regular file.",
                hint="Name a file, or remove it.",
            )
        content = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        if required:
            raise SettingError(
                f"{CONFIG_VARIABLE} names {path}, which is not there.",
                hint="Correct the path or remove the variable.",
            ) from None
        return {}
    except (OSError, UnicodeDecodeError) as why:
        raise SettingError(
            f"The configuration file {path} can't be read: {why}.", hint="Correct or remove it."
        ) from why
    import tomllib

    try:
        data = tomllib.loads(content)
    except (ValueError, RecursionError) as why:
        # Besides TOML's own error: a number of thousands of digits, and lists nested as deep.
        raise SettingError(
            f"The configuration file {path} is not TOML: {why}.", hint="Correct that line."
        ) from why
    values: dict[str, str] = {}
    for key, value in data.items():
        name = key.removeprefix("OPSIN_").lower()
        if name not in known:
            near = get_close_matches(name, known, n=1)
            raise SettingError(
                f"The configuration file {path} has {key!r}, which is no setting.",
                hint=f"Did you mean {near[0]!r}?" if near else f"Settings are {', '.join(sorted(known))}.",
            )
        if isinstance(value, dict):
            raise SettingError(
                f"The configuration file {path} has a table [{key}]; settings are plain values.",
                hint="Write them as name = value.",
            )
        try:
            values[name] = _as_text(value)
        except (ValueError, RecursionError):
            raise SettingError(
                f"The configuration file {path} has a value of {key} that is beyond any use.",
                hint="Correct that line.",
            ) from None
    return values


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(str(item) for item in value)
    return str(value)
