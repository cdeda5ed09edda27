"""`opsin settings`: the table in force."""

import argparse

from opsin.cli.command import Command, Context
from opsin.cli.console import table
from opsin.cli.exits import OK


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("--json", action="store_true", help="print the settings as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print each setting, its value and where that comes from; secrets are hidden."""
    from opsin.config_file import config_path
    from opsin.setting_table import TABLE
    from opsin.settings import shown_value

    settings = context.settings()
    if arguments.json:
        context.console.say_json(
            {
                row.name: {
                    "value": shown_value(settings, row),
                    "source": settings.sources[row.key],
                    "purpose": row.purpose,
                }
                for row in TABLE
            }
        )
        return OK
    path = config_path(context.environ)
    context.console.say(
        *table(
            (row.name, _source(settings.sources[row.key], row.name), shown_value(settings, row) or "-")
            for row in TABLE
        ),
        "",
        f"configuration file: {path}{'' if path.is_file() else ' (not there)'}",
    )
    return OK


def _source(source: str, name: str) -> str:
    return "environment" if source == name else source


COMMAND = Command(
    "settings",
    "Show every setting, its value and where that comes from. Secrets are hidden.",
    "opsin settings",
    configure,
    run,
)
