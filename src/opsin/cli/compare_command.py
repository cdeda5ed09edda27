"""`opsin compare`: two to four pictures side by side at one size, and what differs."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK

if TYPE_CHECKING:
    from opsin.images.compared import Comparison


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("ids", nargs="+", metavar="ID", help="2 to 4 ids such as s3:4, of pictures or icons")
    parser.add_argument(
        "--region", default="", metavar="X,Y,W,H", help="the same part of each, in fractions: 0.5,0,0.5,0.5"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the picture, a JPEG")
    parser.add_argument("--json", action="store_true", help="print the facts as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Fetch the pictures, print what differs, write them side by side; fail where one of them could not be had."""
    import asyncio

    from opsin.cli.compare_report import as_json, as_lines
    from opsin.cli.files import check_target, write

    if arguments.out is not None:
        check_target(arguments.out)
    comparison = asyncio.run(_compare(arguments, context))
    target = (
        _shelve(comparison, context)
        if arguments.out is None
        else str(write(arguments.out, comparison.picture))
    )
    context.show(
        arguments,
        lambda: as_json(comparison, target),
        lambda fenced: as_lines(comparison, target, fenced=fenced),
    )
    return OK if len(comparison.seen) == len(comparison.pictures) else FAILED


def _shelve(comparison: "Comparison", context: Context) -> str:
    from opsin.services import store_file
    from opsin.store.shelf import INSPECTED, shelve_if_possible

    settings = context.settings()
    parts = [*(one.id for one in comparison.seen), *comparison.region.split(",")]
    name = re.sub(r"[^\w.-]+", "-", "-".join(part.strip() for part in parts if part.strip())) + ".jpg"
    return shelve_if_possible(
        store_file(settings), INSPECTED, name, comparison.picture, keep_days=settings.keep_days
    )


async def _compare(arguments: argparse.Namespace, context: Context) -> "Comparison":
    from opsin.api import Eyes

    settings = context.settings()
    with context.progress(arguments) as progress:
        async with Eyes(settings) as eyes:
            return await eyes.compare_images(
                arguments.ids,
                arguments.region,
                describe=not settings.agent_sees,
                progress=progress.update,
            )


COMMAND = Command(
    "compare",
    "Show two to four pictures side by side at one size, and say what differs.",
    "opsin compare s3:2 s3:7 --out compared.jpg",
    configure,
    run,
)
