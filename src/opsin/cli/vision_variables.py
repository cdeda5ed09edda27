"""The variables that carry the vision settings in force into a client's configuration."""

from opsin.setting_table import TABLE, Setting
from opsin.settings import Settings

_PREFIX = "vision_"
_OLDER_PREFIX = "VISION_"
_STAY_HERE = frozenset({"vision_allowed_paths"})
"""Folders of this user. The server works them out itself, and given here they would hide what the shell says."""


def vision_variables(settings: Settings) -> dict[str, str]:
    """Give each vision setting that differs from its default: the name that older servers know, and the value.

    Neither secrets nor folders are among them, nor an address with a password in it.
    """
    found = {}
    for row in TABLE:
        if not row.key.startswith(_PREFIX) or row.secret or row.key in _STAY_HERE:
            continue
        value = getattr(settings, row.key)
        if value != row.read(row.default) and "@" not in (written := _written(value)):
            found[_name(row)] = written
    return found


def _name(row: Setting) -> str:
    return next((name for name in row.older if name.startswith(_OLDER_PREFIX)), row.name)


def _written(value: object) -> str:
    """The value as the setting is read."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ",".join(sorted(value))
    return str(value)
