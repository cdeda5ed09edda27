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

    found = asyncio.run(_model_server(settings))
    if found is None:
        told = f"did not answer in {SECONDS:.0f} s"
        server = Finding(Level.WARN, "model server", told, "`opsin doctor --vision` tells more.")
    else:
        server = told_of(found)
    usable = found is not None and found.health is not None and found.health.usable
    return [server, text_of(available(), model=usable)]


async def _model_server(settings: Settings) -> "Vision | None":
    from opsin.cli.doctor_vision import examine

    try:
        async with asyncio.timeout(SECONDS):
            return await examine(settings)
    except TimeoutError:
        return None


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
    more = "Only descriptions need one: `opsin doctor --vision` fails until it is there, and tells more."
    return Finding(Level.OK, what, f"{where} does not answer", more)


def text_of(lacking: str, *, model: bool) -> Finding:
    """One line on the text in images.

    Args:
        lacking: Why it is not read by opsin itself, and how to change that; empty where it is.
        model: Whether a model server can look.
    """
    if not lacking:
        return Finding(Level.OK, "text", "in images is read by opsin itself (extra ocr)")
    told, _, line = lacking.partition(" To install it: ")
    hint = line and f"Add it with: {line}"
    if model:
        return Finding(Level.OK, "text", f"in images is read by a model server alone. {told}", hint)
    return Finding(
        Level.WARN, "text", f"in images is read by nobody, there being no model server either. {told}", hint
    )
