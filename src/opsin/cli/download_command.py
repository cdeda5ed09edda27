"""`opsin download`: save pictures of a search, each with its sidecar."""

import argparse
from typing import TYPE_CHECKING

from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK
from opsin.pixels.limits import MAX_ORIGINAL_BYTES

if TYPE_CHECKING:
    from opsin.images.download import Download


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("ids", nargs="+", metavar="ID", help="ids such as s3:4, from the list of a search")
    parser.add_argument("--dir", default="", help="folder inside the output folder")
    parser.add_argument("--prefix", default="", help="put before each file's name")
    parser.add_argument(
        "--max-bytes",
        type=int,
        default=MAX_ORIGINAL_BYTES,
        metavar="N",
        help=f"largest file ({MAX_ORIGINAL_BYTES})",
    )
    parser.add_argument("--fresh", action="store_true", help="fetch again what was inspected or saved before")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Save what can be saved; fail where an id could not be, after the others are done."""
    import asyncio

    from opsin.cli.download_report import as_json, as_lines

    downloads = asyncio.run(_download(arguments, context))
    if arguments.json:
        context.console.say_json(as_json(downloads))
    else:
        context.console.say(*as_lines(downloads, fenced=not context.console.terminal))
    return FAILED if any(one.error for one in downloads) else OK


async def _download(arguments: argparse.Namespace, context: Context) -> "list[Download]":
    from opsin.api import Eyes

    with context.progress(arguments) as progress:
        await progress.update(0, len(arguments.ids), "fetching")
        async with Eyes(context.settings()) as eyes:
            return await eyes.download_images(
                arguments.ids,
                dir=arguments.dir,
                prefix=arguments.prefix,
                max_bytes=arguments.max_bytes,
                fresh=arguments.fresh,
                progress=progress.update,
            )


COMMAND = Command(
    "download",
    "Save pictures of a search, each with a file that says where it comes from.",
    "opsin download s3:2 s3:7 --dir pandas --prefix hero",
    configure,
    run,
)
