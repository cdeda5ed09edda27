"""`opsin icon-download`: save icons, each with its sidecar, and one notice for their folder."""

import argparse
from typing import TYPE_CHECKING

from opsin.cli.arguments import whole_number
from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK

if TYPE_CHECKING:
    from opsin.icons.saving import IconDownload

LARGEST_SIZE = 1_024
"""As `Look.checked` has it."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "ids", nargs="+", metavar="ID", help="icons such as lucide:rocket, or cells of a sheet such as s5:3"
    )
    parser.add_argument("--dir", default="", help="folder inside the output folder")
    parser.add_argument("--prefix", default="", help="put before each file's name")
    parser.add_argument("--format", default="svg", help="svg (default), png, jsx, vue, svelte or data-uri")
    parser.add_argument("--color", default="", help="a CSS colour in place of the text's colour")
    parser.add_argument(
        "--size",
        type=whole_number("--size", 0, LARGEST_SIZE, "pixels"),
        default=0,
        metavar="PIXELS",
        help="height, 8 to 1024 (default: that of the icon's grid; 256 for png)",
    )
    parser.add_argument(
        "--policy",
        "--license-policy",
        default="permissive_plus_attribution",
        help="what licences may ask: permissive, permissive_plus_attribution (default) or all",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Save what can be saved; fail where an id could not be, after the others are done."""
    import asyncio

    from opsin.cli.icon_download_report import as_json, as_lines

    downloads = asyncio.run(_download(arguments, context))
    context.show(arguments, lambda: as_json(downloads), lambda fenced: as_lines(downloads, fenced=fenced))
    return FAILED if any(one.error for one in downloads) else OK


async def _download(arguments: argparse.Namespace, context: Context) -> "list[IconDownload]":
    from opsin.api import Eyes

    _check(arguments)
    settings = context.settings()
    with context.progress(arguments) as progress:
        async with Eyes(settings) as eyes:
            return await eyes.download_icons(
                arguments.ids,
                dir=arguments.dir,
                prefix=arguments.prefix,
                format=arguments.format,
                color=arguments.color,
                size=arguments.size,
                license_policy=arguments.policy,
                progress=progress.update,
            )


def _check(arguments: argparse.Namespace) -> None:
    """Raise NotAnId where nothing of what is given has the form of an id."""
    from opsin.errors import NotAnId
    from opsin.icons.picking import check_id

    refused = []
    for one in arguments.ids:
        try:
            check_id(one)
        except NotAnId as why:
            refused.append(why)
    if len(refused) == len(arguments.ids):
        raise refused[0]


COMMAND = Command(
    "icon-download",
    "Save icons, each with a file that says what its licence asks, and a NOTICE.md that can be shipped.",
    "opsin icon-download lucide:rocket s5:3 --format svg --color teal --dir icons",
    configure,
    run,
)
