"""`opsin search`: one query, one numbered sheet."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from opsin.cli.arguments import whole_number
from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK
from opsin.cli.search_report import LAST_PAGE
from opsin.images.query import MAX_COUNT

if TYPE_CHECKING:
    from opsin.images.cells import Search

MAX_WIDTH = 100_000
"""As `Query.checked` has it."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of a search."""
    parser.add_argument(
        "query", nargs="?", default="", help="what the pictures should show; with --like it may be left out"
    )
    parser.add_argument("--like", default="", metavar="ID", help="order by likeness to a cell, such as s3:4")
    parser.add_argument(
        "--count", type=whole_number("--count", 1, MAX_COUNT), default=9, help="pictures, 1 to 16 (default 9)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the sheet, a JPEG")
    parser.add_argument(
        "--page",
        type=whole_number("--page", 1, LAST_PAGE),
        default=1,
        help="further results of the same query",
    )
    parser.add_argument("--safe", default="moderate", help="off, moderate (default) or strict")
    parser.add_argument("--license", default="any", help="any (default), commercial or share-alike")
    width = whole_number("--min-width", 0, MAX_WIDTH, "pixels")
    parser.add_argument("--min-width", type=width, default=0, metavar="PIXELS", help="least width")
    parser.add_argument("--orientation", default="any", help="any (default), square, landscape or portrait")
    parser.add_argument(
        "--provider",
        default="auto",
        help="one provider by name, or all at once (default: auto, each in turn)",
    )
    parser.add_argument(
        "--describe",
        action="store_true",
        help="say in words what each cell shows (always with OPSIN_AGENT_SEES=no)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Search, print the cells, write the sheet; fail where not one picture could be loaded."""
    return searched(arguments, context)[1]


def searched(arguments: argparse.Namespace, context: Context) -> tuple["Search", int]:
    """Do it, and give the search beside the exit code."""
    import asyncio

    from opsin.cli.files import check_target, write_sheet
    from opsin.cli.search_report import as_json, as_lines

    if arguments.out is not None:
        check_target(arguments.out)
    search = asyncio.run(_search(arguments, context))
    sheet = write_sheet(arguments.out, search.sheet_path, search.sheet)
    context.show(
        arguments, lambda: as_json(search, sheet), lambda fenced: as_lines(search, sheet, fenced=fenced)
    )
    if all(cell.failed for cell in search.cells):
        context.console.note("opsin: no picture could be loaded; the sheet has only failed cells.")
        context.console.note(f"       {_way_out(search)}")
        return search, FAILED
    return search, OK


def _way_out(search: "Search") -> str:
    if all(cell.hit.provider == "local" for cell in search.cells):
        return "They are files of yours, and the list says why of each: search with other words, or mend the files."
    return "Try again, or name another provider with --provider."


async def _search(arguments: argparse.Namespace, context: Context) -> "Search":
    from opsin.api import Eyes

    settings = context.settings()
    with context.progress(arguments) as progress:
        async with Eyes(settings) as eyes:
            return await eyes.search_images(
                arguments.query,
                count=arguments.count,
                page=arguments.page,
                safe=arguments.safe,
                license=arguments.license,
                min_width=arguments.min_width,
                orientation=arguments.orientation,
                provider=arguments.provider,
                like=arguments.like,
                describe=arguments.describe or not settings.agent_sees,
                progress=progress.update,
            )


COMMAND = Command(
    "search",
    "Search the web for pictures and save one numbered sheet of them.",
    'opsin search "red panda" --count 9 --out sheet.jpg',
    configure,
    run,
)
