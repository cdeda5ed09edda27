"""`opsin serve`: the MCP server over standard input and output, or over HTTP."""

import argparse
from typing import TYPE_CHECKING

from opsin.cli.arguments import one_of
from opsin.cli.client_config import FORMATS
from opsin.cli.command import Command, Context

if TYPE_CHECKING:
    from opsin.settings import Settings


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of the server."""
    parser.add_argument(
        "--http",
        metavar="HOST:PORT",
        help="serve Streamable HTTP there instead, such as 127.0.0.1:8931; anything but loopback needs OPSIN_HTTP_TOKEN",
    )
    parser.add_argument(
        "--print-config",
        action="store_true",
        help="print the lines for an MCP client's configuration instead",
    )
    parser.add_argument(
        "--format",
        type=one_of("--format", *FORMATS),
        default="json",
        metavar="FORMAT",
        help="their format: json (default) or another one of `opsin mcp-config`",
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Serve until the client leaves, or print how a client starts the server."""
    if arguments.print_config:
        from opsin.cli.mcp_config_command import run as print_config

        return print_config(arguments, context)
    from dataclasses import replace

    from opsin.server.life import serve

    settings = context.settings()
    if arguments.debug:
        settings = replace(settings, log_level="DEBUG")
    _log_variables(settings, context)
    if arguments.http is None:
        return serve(settings, begun=context.begun)
    from opsin.server.http.address import parse_address
    from opsin.server.http.serve import serve_http

    return serve_http(settings, parse_address(arguments.http), say=context.console.note)


def _log_variables(settings: "Settings", context: Context) -> None:
    from opsin.cli.doctor_variables import warnings

    if not (told := warnings(context.environ)):
        return
    import logging

    from opsin.server.life import configure_logging

    configure_logging(settings.log_level)
    for one in told:
        logging.getLogger(__name__).warning("%s", one)


COMMAND = Command(
    "serve",
    "Serve the tools to an MCP client over standard input and output, or over HTTP.",
    "opsin serve",
    configure,
    run,
)
