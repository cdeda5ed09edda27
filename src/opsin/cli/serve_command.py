"""`opsin serve`: the MCP server over standard input and output."""

import argparse

from opsin.cli.arguments import one_of
from opsin.cli.command import Command, Context
from opsin.cli.exits import OK


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of the server."""
    parser.add_argument(
        "--print-config",
        action="store_true",
        help="print the lines for an MCP client's configuration instead",
    )
    parser.add_argument(
        "--format",
        type=one_of("--format", "json", "codex"),
        default="json",
        metavar="FORMAT",
        help="their format: json (default) or codex",
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Serve until the client leaves, or print how a client starts the server."""
    if arguments.print_config:
        from opsin.cli.client_config import client_config

        context.console.say(client_config(arguments.format))
        return OK
    from dataclasses import replace

    from opsin.server.life import serve

    settings = context.settings()
    return serve(replace(settings, log_level="DEBUG") if arguments.debug else settings)


COMMAND = Command(
    "serve",
    "Serve the tools to an MCP client over standard input and output.",
    "opsin serve",
    configure,
    run,
)
