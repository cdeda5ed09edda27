"""`opsin preview`: a search in the older servers' short form."""

import argparse
from pathlib import Path

from opsin.cli.arguments import whole_number
from opsin.cli.command import Command, Context
from opsin.images.query import MAX_COUNT


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments, all by position."""
    parser.add_argument("query", help="what the pictures should show")
    count = whole_number("COUNT", 1, MAX_COUNT)
    parser.add_argument("count", type=count, nargs="?", default=9, help="pictures, 1 to 16 (default 9)")
    parser.add_argument("out", type=Path, nargs="?", default=Path("sheet.jpg"), help="default: sheet.jpg")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Hand over to `opsin search`."""
    from opsin.cli.search_command import COMMAND as SEARCH

    words = [arguments.query, "--count", str(arguments.count), "--out", str(arguments.out)]
    words += ["--quiet"] if arguments.quiet else []
    return SEARCH.run(SEARCH.parse(words), context)


COMMAND = Command(
    "preview",
    "Search and write the sheet to a file; `opsin search` does the same with more choices.",
    'opsin preview "red panda" 9 sheet.jpg',
    configure,
    run,
)
