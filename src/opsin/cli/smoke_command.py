"""`opsin smoke`: two pictures made on the spot, looked at from end to end by the engine that would be used."""

import argparse
from typing import TYPE_CHECKING, Any

from opsin.cli.command import Command, Context
from opsin.cli.exits import FAILED, OK

if TYPE_CHECKING:
    from opsin.services import Services
    from opsin.vision.look import OnStep
    from opsin.vision.refused import VisionRefused
    from opsin.vision.report import Report
    from opsin.vision.smoke import Verdict

    Looked = tuple[Report, Report, VisionRefused | None]


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("--json", action="store_true", help="print verdict and report as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Look at both pictures, print the verdict, and fail where no pixels arrive. No file is written.

    A model server that is there has to pass: what `opsin look` would answer in its place proves nothing of it.
    """
    import asyncio

    from opsin.vision.smoke import judge, made_up_number

    number = made_up_number()
    square, numbered, nobody = asyncio.run(_look(number, arguments, context))
    verdict = judge(square, numbered, number, nobody=nobody)
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


async def _look(number: str, arguments: argparse.Namespace, context: Context) -> "Looked":
    """Look as the engine that is asked first. Only where no server is there does another one answer for it.

    Raises:
        VisionRefused: a server is there and gave no answer that can be used, or the settings name the engine.
    """
    from dataclasses import replace

    from opsin.opening import open_services
    from opsin.vision.choosing import model_engine
    from opsin.vision.refused import Code, VisionRefused

    settings = context.settings()
    with context.progress(arguments) as progress:

        async def on_step(told: str) -> None:
            await progress.update(0, 1, told)

        if settings.vision_engine != "auto":
            async with open_services(settings) as services:
                return *await _both(services, number, on_step), None
        async with open_services(settings) as services:
            engine = model_engine(services)
        named = replace(settings, vision_engine=engine.name if engine is not None else settings.vision_engine)
        try:
            async with open_services(named) as services:
                return *await _both(services, number, on_step), None
        except VisionRefused as refused:
            if refused.error_code is not Code.OLLAMA_UNAVAILABLE:
                raise
            nobody = refused
        async with open_services(replace(settings, vision_engine="ocr")) as services:
            return *await _both(services, number, on_step), nobody


async def _both(services: "Services", number: str, on_step: "OnStep") -> "tuple[Report, Report]":
    from opsin.vision.look import look
    from opsin.vision.request import Look
    from opsin.vision.smoke import NUMBER, NUMBER_QUESTION, SQUARE, SQUARE_QUESTION, pictures

    square = Look.checked(SQUARE, question=SQUARE_QUESTION, mode="general", detail="fast")
    numbered = Look.checked(NUMBER, question=NUMBER_QUESTION, mode="ocr", detail="fast")
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
