"""`opsin preview`: a search whose sheet is shown to a person, or written to a file in the older servers' short form."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from opsin.cli.arguments import one_of, whole_number
from opsin.cli.command import Command, Context
from opsin.images.query import MAX_COUNT

if TYPE_CHECKING:
    from opsin.cli.terminal.abilities import Protocol

WAYS = ("auto", "kitty", "iterm", "sixel", "viewer", "path")


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments, all but one by position."""
    parser.add_argument("query", help="what the pictures should show")
    count = whole_number("COUNT", 1, MAX_COUNT)
    parser.add_argument("count", type=count, nargs="?", default=9, help="pictures, 1 to 16 (default 9)")
    parser.add_argument(
        "out", type=Path, nargs="?", help="a file to write the sheet to, instead of showing it"
    )
    parser.add_argument(
        "--show",
        type=one_of("--show", *WAYS),
        default="auto",
        metavar="WAY",
        help=f"one of {', '.join(WAYS)} (default auto: in the terminal where it can, else in a window)",
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Search as `opsin search` does, then show the sheet."""
    from opsin.cli.search_command import COMMAND as SEARCH
    from opsin.cli.search_command import searched

    words = [arguments.query, "--count", str(arguments.count)]
    words += ["--out", str(arguments.out)] if arguments.out else []
    words += ["--quiet"] if arguments.quiet else []
    # Asked before the search: what is typed meanwhile would be read as the terminal's answer.
    protocol = None if arguments.out else _protocol(arguments.show, context)
    search, code = searched(SEARCH.parse(words), context)
    if not arguments.out:
        _show(search.sheet, search.sheet_path, protocol, arguments.show, context)
    return code


def _protocol(way: str, context: Context) -> "Protocol | None":
    from opsin.cli.terminal.abilities import Protocol, has_sixel, protocol_of

    if way in set(Protocol):
        return Protocol(way)
    if way != "auto" or not (context.console.terminal and sys.stdin.isatty()):
        return None
    return protocol_of(context.environ, lambda: has_sixel(sys.stdin.fileno(), context.console.out.fileno()))


def _show(sheet: bytes, path: str, protocol: "Protocol | None", way: str, context: Context) -> None:
    from opsin.cli.terminal.showing import open_viewer, show_in_terminal, viewer

    console = context.console
    if protocol is not None:
        console.flush()
        terminal = console.out.fileno() if console.terminal else -1
        show_in_terminal(sheet, protocol, context.environ, terminal, console.out.buffer)
        return
    wanted = way == "viewer" or (way == "auto" and console.terminal)
    command = viewer(context.environ) if wanted and os.path.exists(path) else []  # noqa: PTH110
    if command and open_viewer(command, path):
        console.note("The sheet is opened in a window.")
    elif wanted:
        console.note(
            "This terminal shows no pictures, and there is no window to open one in: open the file that is named above."
        )


COMMAND = Command(
    "preview",
    "Search and show the sheet, or write it to a file; `opsin search` has more choices.",
    'opsin preview "red panda"',
    configure,
    run,
)
