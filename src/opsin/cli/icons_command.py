"""`opsin icons`: icons that may be shipped, on one numbered sheet."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from opsin.cli.arguments import whole_number
from opsin.cli.command import Command, Context
from opsin.cli.exits import OK

if TYPE_CHECKING:
    from opsin.icons.cells import ShownIcons

MAX_LIMIT = 64
"""As `IconQuery.checked` has it."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of a search for icons."""
    parser.add_argument(
        "keywords", nargs="+", metavar="KEYWORD", help="1 to 5 words or quoted phrases, most relevant first"
    )
    parser.add_argument(
        "--limit", type=whole_number("--limit", 1, MAX_LIMIT), default=12, help="icons, 1 to 64 (default 12)"
    )
    parser.add_argument(
        "--policy",
        "--license-policy",
        default="permissive",
        help="what licences may ask: permissive (default), permissive_plus_attribution or all",
    )
    parser.add_argument("--sets", default="", metavar="SETS", help="only these sets, such as lucide,tabler")
    parser.add_argument("--style", default="any", help="any (default), stroke or fill")
    parser.add_argument(
        "--palette", default="any", help="with colours of their own: any (default), yes or no"
    )
    parser.add_argument("--animated", default="any", help="any (default), yes or no")
    parser.add_argument("--no-logos", "--exclude-logos", action="store_true", help="leave out brands")
    parser.add_argument(
        "--same-set", action="store_true", help="the keywords are different things, wanted in one style"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the sheet, a JPEG")
    parser.add_argument(
        "--describe",
        action="store_true",
        help="say in words what each cell shows (always with OPSIN_AGENT_SEES=no)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Search, print the icons with their licences, write the sheet."""
    import asyncio

    from opsin.cli.files import check_target, write_sheet
    from opsin.cli.icons_report import as_json, as_lines

    if arguments.out is not None:
        check_target(arguments.out)
    shown = asyncio.run(_search(arguments, context))
    sheet = write_sheet(arguments.out, shown.sheet_path, shown.sheet)
    context.show(
        arguments, lambda: as_json(shown, sheet), lambda fenced: as_lines(shown, sheet, fenced=fenced)
    )
    return OK


async def _search(arguments: argparse.Namespace, context: Context) -> "ShownIcons":
    from opsin.api import Eyes

    settings = context.settings()
    with context.progress(arguments) as progress:
        async with Eyes(settings) as eyes:
            return await eyes.search_icons(
                arguments.keywords,
                limit=arguments.limit,
                license_policy=arguments.policy,
                sets=[one for one in arguments.sets.replace(",", " ").split() if one],
                style=arguments.style,
                palette=arguments.palette,
                animated=arguments.animated,
                exclude_logos=arguments.no_logos,
                same_set=arguments.same_set,
                describe=arguments.describe or not settings.agent_sees,
                progress=progress.update,
            )


COMMAND = Command(
    "icons",
    "Search for icons whose licence is known and allowed, and save one numbered sheet of them.",
    "opsin icons rocket deploy --limit 12 --out sheet.jpg",
    configure,
    run,
)
