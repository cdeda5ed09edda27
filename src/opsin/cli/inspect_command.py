"""`opsin inspect`: one picture by itself, or a region of it from close by."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from opsin.cli.command import Command, Context
from opsin.cli.exits import OK

if TYPE_CHECKING:
    from opsin.images.inspection import Inspection


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("id", help="an id such as s3:4, from the list of a search")
    parser.add_argument("--region", default="", metavar="X,Y,W,H", help="a part, in fractions: 0.5,0,0.5,0.5")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to write the picture, a JPEG")
    parser.add_argument(
        "--describe", action="store_true", help="say in words what it shows (always with OPSIN_AGENT_SEES=no)"
    )
    parser.add_argument("--json", action="store_true", help="print the facts as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Fetch the picture, print its facts, write what is to be seen."""
    import asyncio

    from opsin.cli.files import check_target, write
    from opsin.cli.inspect_report import as_json, as_lines

    _check(arguments)
    if arguments.out is not None:
        check_target(arguments.out)
    inspection = asyncio.run(_inspect(arguments, context))
    if arguments.out is None:
        target = _shelve(inspection, context)
    else:
        target = write(arguments.out, inspection.picture)
    context.show(
        arguments,
        lambda: as_json(inspection, str(target)),
        lambda fenced: as_lines(inspection, str(target), fenced=fenced),
    )
    return OK


def _check(arguments: argparse.Namespace) -> None:
    """Judge the form of the arguments, so that nothing is said to be fetched that cannot be."""
    from opsin.pixels.region import parse_region
    from opsin.store.ids import parse_id

    parse_id(arguments.id)
    if arguments.region.strip():
        parse_region(arguments.region)


def _shelve(inspection: "Inspection", context: Context) -> Path:
    from opsin.errors import PathRefused
    from opsin.services import state_folder
    from opsin.store.shelf import INSPECTED, shelve

    settings = context.settings()
    folder = state_folder(settings)
    try:
        return shelve(folder, INSPECTED, _name(inspection), inspection.picture, keep_days=settings.keep_days)
    except OSError as why:
        raise PathRefused(
            f"The picture can't be saved in {folder / INSPECTED}: {why.strerror or why}.",
            hint="Name a file for it with --out.",
        ) from why


def _name(inspection: "Inspection") -> str:
    """The file's name: the id, and the region, so that a closer look leaves the picture of the whole."""
    parts = [inspection.id, *inspection.region.split(",")] if inspection.region else [inspection.id]
    return re.sub(r"[^\w.-]+", "-", "-".join(part.strip() for part in parts)) + ".jpg"


async def _inspect(arguments: argparse.Namespace, context: Context) -> "Inspection":
    from opsin.api import Eyes

    settings = context.settings()
    with context.progress(arguments) as progress:
        await progress.update(0, 1, f"fetching {arguments.id[:40]}")
        async with Eyes(settings) as eyes:
            describe = arguments.describe or not settings.agent_sees
            return await eyes.inspect_image(arguments.id, arguments.region, describe=describe)


COMMAND = Command(
    "inspect",
    "Look at one picture of a search, or at a region of it from close by.",
    "opsin inspect s3:4 --region 0.5,0,0.5,0.5 --out closer.jpg",
    configure,
    run,
)
