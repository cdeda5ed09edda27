"""`opsin mcp-config`: what a client has to be told, with the vision settings in force."""

import argparse

from opsin.cli.arguments import one_of
from opsin.cli.client_config import FORMATS
from opsin.cli.command import Command, Context
from opsin.cli.exits import OK


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "--format",
        type=one_of("--format", *FORMATS),
        default="json",
        metavar="FORMAT",
        help=f"one of {', '.join(FORMATS)} (default json: Claude, Cursor, Gemini CLI and most others)",
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print the configuration; secrets and folders are never in it."""
    from opsin.cli.client_config import client_config
    from opsin.cli.vision_variables import vision_variables

    context.console.say(client_config(arguments.format, vision_variables(context.settings())))
    return OK


COMMAND = Command(
    "mcp-config",
    "Print the lines that an MCP client's configuration needs, with the vision settings in force.",
    "opsin mcp-config --format codex",
    configure,
    run,
)
