"""`opsin look`: an image of this machine as text, or what differs between two."""

import argparse
from typing import TYPE_CHECKING

from opsin.cli.arguments import whole_number
from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK

if TYPE_CHECKING:
    from opsin.vision.report import Report

MOST_PAGES = 10_000
MOST_PARTS = 1_000
"""As `opsin.vision.request` has them."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of a look."""
    parser.add_argument(
        "path", help="an image file, an id such as s3:4, or latest:FOLDER for its newest picture"
    )
    parser.add_argument(
        "second", nargs="?", default="", metavar="PATH2", help="a second image, to be compared"
    )
    parser.add_argument("--question", default="", help="what to find out")
    parser.add_argument(
        "--mode", default="ui", help="ui (default) for screenshots, ocr for text to the letter, or general"
    )
    parser.add_argument("--detail", default="standard", help="standard (default), or fast for a short answer")
    parser.add_argument("--region", default="", metavar="X,Y,W,H", help="a part, in fractions: 0.5,0,0.5,0.5")
    parser.add_argument(
        "--page",
        type=whole_number("--page", 1, MOST_PAGES),
        default=1,
        help="page of a PDF or a TIFF, frame of an animation (default 1)",
    )
    parser.add_argument(
        "--part",
        type=whole_number("--part", 1, MOST_PARTS),
        help="one part of a long text, as an MCP client gets it (default: all of it)",
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Look, wait for the whole report, print it."""
    import asyncio

    from opsin.cli.look_report import as_lines

    report = asyncio.run(_look(arguments, context))
    context.show(arguments, report.to_json, lambda fenced: as_lines(report, fenced=fenced))
    return OK if report.ok else FAILED


async def _look(arguments: argparse.Namespace, context: Context) -> "Report":
    from opsin.api import Eyes

    with context.progress(arguments) as progress:
        async with Eyes(context.settings()) as eyes:
            return await eyes.look_at_image(
                arguments.path,
                secondary_path=arguments.second,
                question=arguments.question,
                mode=arguments.mode,
                detail=arguments.detail,
                region=arguments.region,
                page=arguments.page,
                part=arguments.part,
                progress=progress.update,
            )


COMMAND = Command(
    "look",
    "Look at an image of this machine and report what is on it, in text. No image byte leaves the machine.",
    "opsin look screenshot.png --question 'Which field shows an error?'",
    configure,
    run,
)
