"""`opsin download`: save pictures of a search, each with its sidecar."""

import argparse
from typing import TYPE_CHECKING

from opsin.cli.arguments import whole_number
from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK
from opsin.pixels.limits import HIGHEST_MAX_BYTES, MAX_ORIGINAL_BYTES

if TYPE_CHECKING:
    from opsin.images.download import Download


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("ids", nargs="+", metavar="ID", help="ids such as s3:4, from the list of a search")
    parser.add_argument("--dir", default="", help="folder inside the output folder")
    parser.add_argument("--prefix", default="", help="put before each file's name")
    parser.add_argument(
        "--max-bytes",
        type=whole_number("--max-bytes", 1, HIGHEST_MAX_BYTES, "bytes"),
        default=MAX_ORIGINAL_BYTES,
        metavar="N",
        help=f"largest file in bytes (default {MAX_ORIGINAL_BYTES})",
    )
    parser.add_argument("--fresh", action="store_true", help="fetch again what was inspected or saved before")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Save what can be saved; fail where an id could not be, after the others are done."""
    import asyncio

    from opsin.cli.download_report import as_json, as_lines

    downloads = asyncio.run(_download(arguments, context))
    context.show(arguments, lambda: as_json(downloads), lambda fenced: as_lines(downloads, fenced=fenced))
    return FAILED if any(one.error for one in downloads) else OK


async def _download(arguments: argparse.Namespace, context: Context) -> "list[Download]":
    from opsin.api import Eyes

    settings = context.settings()
    with context.progress(arguments) as progress:
        if _can_begin(arguments):
            await progress.update(0, len(arguments.ids), "fetching")
        async with Eyes(settings) as eyes:
            return await eyes.download_images(
                arguments.ids,
                dir=arguments.dir,
                prefix=arguments.prefix,
                max_bytes=arguments.max_bytes,
                fresh=arguments.fresh,
                progress=progress.update,
            )


def _can_begin(arguments: argparse.Namespace) -> bool:
    """Whether so many can be fetched.

    Raises:
        PathRefused: the folder's path cannot be used.
        NotAnId: none of them has the form of an id.
    """
    from opsin.errors import NotAnId
    from opsin.images.query import MOST_IDS
    from opsin.paths.folder_names import folder_parts
    from opsin.store.ids import parse_id

    folder_parts(arguments.dir)

    def is_id(text: str) -> bool:
        try:
            parse_id(text)
        except NotAnId:
            return False
        return True

    if not any(map(is_id, arguments.ids)):
        parse_id(arguments.ids[0])
    return len(arguments.ids) <= MOST_IDS


COMMAND = Command(
    "download",
    "Save pictures of a search, each with a file that says where it comes from.",
    "opsin download s3:2 s3:7 --dir pandas --prefix hero",
    configure,
    run,
)
