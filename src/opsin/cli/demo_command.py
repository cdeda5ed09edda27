"""`opsin demo`: the whole job on pictures that come with opsin."""

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from opsin.cli.arguments import whole_number
from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK

if TYPE_CHECKING:
    from opsin.demo.run import Demo


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("demo-output"),
        metavar="FOLDER",
        help="where to put what it makes (default demo-output)",
    )
    parser.add_argument(
        "--serve",
        action="store_true",
        help="keep the demo's web running afterwards, for searches of your own; Ctrl-C ends it",
    )
    parser.add_argument(
        "--port",
        type=whole_number("--port", 0, 65_535),
        default=0,
        metavar="N",
        help="port of the demo's web (default: a free one)",
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Do the job, and tell what was made, where it comes from, and what to try next."""
    from opsin.cli.demo_report import as_lines, offline_lines, online_lines
    from opsin.demo.run import run_demo

    served: list[Demo] = []

    with context.progress(arguments) as progress:

        async def stay(demo: "Demo", address: str) -> None:
            progress.clear()
            context.console.say(*as_lines(demo), *offline_lines(address))
            # Whoever reads a pipe is to see it now and not at the end.
            context.console.flush()
            served.append(demo)
            await asyncio.Event().wait()

        try:
            demo = run_demo(
                arguments.out,
                progress.update,
                port=arguments.port,
                stay=stay if arguments.serve else None,
            )
        except KeyboardInterrupt:
            # Ctrl-C is how serving ends; before that it cuts the job off.
            if not served:
                raise
            context.console.note("The demo's web has ended.")
            return _code(served[0])
    context.console.say(*as_lines(demo), *online_lines())
    return _code(demo)


def _code(demo: "Demo") -> int:
    failed = [*(one.error for one in demo.downloads), *(one.error for one in demo.icon_files)]
    return FAILED if any(failed) else OK


COMMAND = Command(
    "demo",
    "Search, look, inspect and download, on photographs and icons that come with opsin: no network, no key.",
    "opsin demo --out demo-output",
    configure,
    run,
)
