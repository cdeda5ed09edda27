"""`opsin demo`: the whole job on pictures that come with opsin."""

import argparse
from pathlib import Path

from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("demo-output"),
        metavar="FOLDER",
        help="where to put what it makes (default demo-output)",
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Do the job, and tell what was made, where it comes from, and what to try next."""
    from opsin.cli.demo_report import as_lines
    from opsin.demo.run import run_demo

    with context.progress(arguments) as progress:
        demo = run_demo(arguments.out, progress.update)
    context.console.say(*as_lines(demo))
    return FAILED if any(one.error for one in demo.downloads) else OK


COMMAND = Command(
    "demo",
    "Search, look, inspect and download on real photographs that come with opsin: no network, no key.",
    "opsin demo --out demo-output",
    configure,
    run,
)
