"""The lines of `opsin doctor` on who looks at local images; `--vision` tells all of it."""

import asyncio
from typing import TYPE_CHECKING

from opsin.cli.findings import Finding, Level
from opsin.settings import Settings
from opsin.vision.choosing import EMBEDDED

if TYPE_CHECKING:
    from opsin.cli.doctor_vision import Vision

SECONDS = 6.0
"""For a model server's answers about itself."""


def check_looking(settings: Settings) -> list[Finding]:
    """Whether a model server answers, and whether text is read without one. No picture is sent."""
    from opsin.ocr.reading import available

    return [asyncio.run(_model_server(settings)), _text(available())]


async def _model_server(settings: Settings) -> Finding:
    from opsin.cli.doctor_vision import examine

    try:
        async with asyncio.timeout(SECONDS):
            return told_of(await examine(settings))
    except TimeoutError:
        told = f"did not answer in {SECONDS:.0f} s; images are read by text recognition until it does"
        return Finding(Level.WARN, "model server", told, "`opsin doctor --vision` tells more.")


def told_of(found: "Vision") -> Finding:
    """One line on the model server; that there is none is no fault, except where the settings name one."""
    what = "model server"
    health = found.health
    if found.engine == EMBEDDED:
        return Finding(Level.OK, what, "none is asked (OPSIN_VISION_ENGINE is ocr)")
    if health is None:
        refused = next((one for one in found.findings if one.level is Level.FAIL), None)
        told = refused.told if refused else "can't be asked"
        return Finding(Level.FAIL, what, told, refused.hint if refused else "")
    where = f"{found.engine} at {found.host}"
    if health.usable:
        return Finding(Level.OK, what, f"{where} has {found.model}")
    more = "`opsin doctor --vision` tells more."
    if health.reachable:
        return Finding(Level.WARN, what, f"{where} answers, without the model {found.model}", more)
    return Finding(
        Level.OK, what, f"{where} does not answer; images are read by text recognition alone", more
    )


def _text(lacking: str) -> Finding:
    if not lacking:
        return Finding(Level.OK, "text", "in images is read by opsin itself (extra ocr)")
    told, _, line = lacking.partition(" To install it: ")
    return Finding(
        Level.OK,
        "text",
        f"in images is read by a model server alone. {told}",
        line and f"Add it with: {line}",
    )
