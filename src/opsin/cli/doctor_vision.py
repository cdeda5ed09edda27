"""The checks of `opsin doctor --vision`: who would look at a local image, whether it stays here, what may be read."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from opsin.cli.findings import Finding, Level, worst
from opsin.plural import counted
from opsin.settings import Settings
from opsin.text import clean
from opsin.vision.choosing import EMBEDDED
from opsin.vision.engines.base import Health, ModelEngine

if TYPE_CHECKING:
    from opsin.paths.reading.roots import Roots


@dataclass(frozen=True, slots=True)
class Vision:
    """What was found.

    Attributes:
        engine: Who is asked first.
        host: Where it is, as the settings say; empty for the embedded engine.
        health: Of the engine with a model; None where the settings ask none.
    """

    engine: str
    host: str
    model: str
    health: Health | None
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether the engine that the settings choose can do its work. Without a model server this is not so."""
        return worst(list(self.findings)) is not Level.FAIL


async def examine(settings: Settings) -> Vision:
    """Ask the engine that would be used, sending no picture, and look at what is installed and allowed."""
    from opsin.errors import OpsinError
    from opsin.ocr.reading import available
    from opsin.opening import open_services
    from opsin.threads import FILES
    from opsin.vision.choosing import model_engine
    from opsin.vision.source import roots_of

    roots = await FILES.run(roots_of, settings)
    engine: ModelEngine | None = None
    health = None
    refused = []
    async with open_services(settings) as services:
        try:
            engine = model_engine(services)
            health = await engine.check_up() if engine is not None else None
        except OpsinError as why:
            refused.append(Finding(Level.FAIL, "engine", why.message, why.hint, why.outside))
    name = engine.name if engine is not None else settings.vision_engine
    findings = (*refused, *findings_of(settings, name, health, available(), roots))
    host = "" if name == EMBEDDED else _host(settings, name)
    return Vision(name, host, settings.vision_model, health, findings)


def findings_of(
    settings: Settings, name: str, health: Health | None, lacking: str, roots: "Roots"
) -> Iterator[Finding]:
    """Every line of the report.

    Args:
        settings: The values in force.
        name: The engine that is asked first.
        health: Of it; None where it is the embedded one, or could not be made.
        lacking: Why text is not read by opsin itself, and how to change that; empty where it is.
        roots: The folders whose images may be read.
    """
    yield from _unused(settings)
    yield from _engine(name, health)
    yield _remote(settings)
    yield _text(lacking, alone=name == EMBEDDED)
    yield from _formats()
    yield Finding(Level.OK, "folders", f"images of {counted(len(roots.folders), 'folder')} may be read")
    if roots.note:
        yield Finding(Level.WARN, "folders", roots.note)


def as_json(found: Vision) -> dict[str, Any]:
    """The findings as JSON values. `ok`, `host`, `model` and `checks` are a contract."""
    health = found.health
    told = {
        "ok": found.ok,
        "engine": found.engine,
        "host": found.host,
        "model": found.model,
        "checks": {
            "ollama_reachable": health is not None and health.reachable,
            "model_installed": health is not None and health.installed,
        },
        "findings": [
            {"level": one.level.lower(), "what": one.what, "told": one.told, "hint": one.hint}
            for one in found.findings
        ],
    }
    details = health.details if health is not None else {}
    return told | {"details": {name: value for name, value in details.items() if name not in told}}


def _host(settings: Settings, name: str) -> str:
    return settings.vision_openai_url if name == "openai" else settings.vision_ollama_host


def _engine(name: str, health: Health | None) -> Iterator[Finding]:
    if health is None:
        if name == EMBEDDED:
            yield Finding(Level.OK, "engine", "the embedded one: no model server is asked")
        return
    yield Finding(Level.OK, "engine", f"{name} is asked first")
    for one in health.findings:
        yield Finding(Level.OK if one.ok else Level.FAIL, one.what, one.told, one.remedy)
    if not health.usable and all(one.ok for one in health.findings):
        yield Finding(
            Level.FAIL, "model", f"{name} lacks the model", "Get it, or name another with OPSIN_VISION_MODEL."
        )


def _unused(settings: Settings) -> Iterator[Finding]:
    for key, told in settings.unused.items():
        if key.startswith(("vision_", "project_dir")):
            value = clean(str(getattr(settings, key)), 200)
            yield Finding(
                Level.WARN, "settings", clean(told, 600), f"Correct it or remove it; {value} is used."
            )


def _remote(settings: Settings) -> Finding:
    if allowed := ", ".join(sorted(settings.vision_allow_remote)):
        return Finding(
            Level.WARN,
            "this machine",
            f"images may be sent to {allowed}, as OPSIN_VISION_ALLOW_REMOTE says",
            "Unset it, and no image leaves this machine.",
        )
    return Finding(Level.OK, "this machine", "no other one is sent an image; cloud models are refused")


def _text(lacking: str, *, alone: bool) -> Finding:
    if not lacking:
        return Finding(Level.OK, "text", "is read by opsin itself too")
    return Finding(Level.FAIL if alone else Level.WARN, "text", lacking)


def _formats() -> Iterator[Finding]:
    from opsin.pixels.extras import NEEDY, missing

    for kind in NEEDY:
        line = missing(kind)
        told = "can't be looked at" if line else "can be looked at"
        yield Finding(
            Level.WARN if line else Level.OK, kind.label, told, f"Where it is needed: {line}" if line else ""
        )
