"""`opsin smoke`: two pictures made on the spot, looked at from end to end by the engine that would be used."""

import argparse
from typing import TYPE_CHECKING, Any

from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK

if TYPE_CHECKING:
    from opsin.vision.report import Report
    from opsin.vision.smoke import Verdict


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("--json", action="store_true", help="print verdict and report as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Look at both pictures, print the verdict, and fail where no pixels arrive. No file is written."""
    import asyncio

    from opsin.vision.smoke import judge, made_up_number

    number = made_up_number()
    square, numbered = asyncio.run(_look(number, arguments, context))
    verdict = judge(square, numbered, number)
    context.show(
        arguments, lambda: as_json(verdict, square), lambda fenced: as_lines(verdict, square, fenced=fenced)
    )
    return OK if verdict.ok else FAILED


def as_json(verdict: "Verdict", square: "Report") -> dict[str, Any]:
    """The verdict, and the report of the orange square as the older server had it."""
    told = {"ok": verdict.ok, "told": verdict.told, "hint": verdict.hint}
    code = {"error_code": str(verdict.code)} if verdict.code is not None else {}
    return {**told, **code, "report": square.to_json()}


def as_lines(verdict: "Verdict", square: "Report", *, fenced: bool) -> list[str]:
    """The report of the orange square, then the verdict."""
    from opsin.cli.look_report import as_lines as report_lines
    from opsin.text import clean
    from opsin.vision.smoke import names_the_square

    colour = "named" if names_the_square(square) else "not named"
    code = f"{verdict.code}: " if verdict.code is not None else ""
    return [
        f"{'ok  ' if verdict.ok else 'FAIL'}  {code}{clean(verdict.told, 600)}",
        *([f"      {verdict.hint}"] if verdict.hint else []),
        f"      The colour of an orange square is {colour} in this report:",
        "",
        *report_lines(square, fenced=fenced),
    ]


async def _look(number: str, arguments: argparse.Namespace, context: Context) -> "tuple[Report, Report]":
    from opsin.opening import open_services
    from opsin.vision.look import look
    from opsin.vision.request import Look
    from opsin.vision.smoke import NUMBER, NUMBER_QUESTION, SQUARE, SQUARE_QUESTION, pictures

    square = Look.checked(SQUARE, question=SQUARE_QUESTION, mode="general", detail="fast")
    numbered = Look.checked(NUMBER, question=NUMBER_QUESTION, mode="ocr", detail="fast")
    with context.progress(arguments) as progress:

        async def on_step(told: str) -> None:
            await progress.update(0, 1, told)

        async with open_services(context.settings()) as services:
            open_id = pictures(number)
            first = await look(services, square, open_id=open_id, on_step=on_step)
            return first, await look(services, numbered, open_id=open_id, on_step=on_step)


COMMAND = Command(
    "smoke",
    "Look at two pictures made on the spot, from end to end, to see that the engine works and that pixels arrive.",
    "opsin smoke",
    configure,
    run,
)
