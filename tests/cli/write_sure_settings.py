"""Writes src/opsin/cli/sure_settings.json anew, after a change of the table of settings."""

import argparse
import json
import re
from pathlib import Path
from typing import Any

from opsin.cli.plain_start import SURE_SETTINGS
from opsin.setting_table import TABLE, Setting
from opsin.setting_values import folder, folders, text

_SWITCH = ("1", "yes", "true", "on", "0", "no", "false", "off")


def sure_settings() -> str:
    """The content of the file."""
    rows = (f"  {json.dumps(row.name)}: {json.dumps(_kind(row))}" for row in TABLE)
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _kind(row: Setting) -> Any:
    """What a value may be; empty where only the reader knows."""
    if row.read in (folder, folders):
        return "folders"
    if row.read is text:
        return "text"
    if bounds := re.fullmatch(r"a whole number from (\d+) to (\d+)", row.allowed):
        return [int(bounds[1]), int(bounds[2])]
    if row.allowed.startswith("one of "):
        return [word.lower() for word in row.allowed.removeprefix("one of ").split(", ")]
    return list(_SWITCH) if row.allowed.startswith("yes or no") else ""


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    Path(SURE_SETTINGS).write_text(sure_settings(), encoding="utf-8")
