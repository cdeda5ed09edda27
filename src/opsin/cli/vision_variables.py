"""The variables that carry the vision settings in force into a client's configuration."""

from opsin.cli.carried_variables import differing
from opsin.setting_table import Setting
from opsin.settings import Settings

_PREFIX = "vision_"
_OLDER_PREFIX = "VISION_"
_STAY_HERE = frozenset({"vision_allowed_paths"})
"""Folders of this user. The server works them out itself, and given here they would hide what the shell says."""


def vision_variables(settings: Settings) -> dict[str, str]:
    """Give each vision setting that differs from its default: the name that older servers know, and the value.

    Neither secrets nor folders are among them, nor an address with a password in it.
    """
    return {
        _name(row): value
        for row, value in differing(settings)
        if row.key.startswith(_PREFIX) and not row.secret and row.key not in _STAY_HERE and "@" not in value
    }


def _name(row: Setting) -> str:
    return next((name for name in row.older if name.startswith(_OLDER_PREFIX)), row.name)
