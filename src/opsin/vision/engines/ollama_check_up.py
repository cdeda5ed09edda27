"""Whether Ollama can look at pictures now, found out without sending one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from opsin.vision.engines.attempts import Budget
from opsin.vision.engines.base import Finding, Health
from opsin.vision.engines.ollama_answers import UNKNOWN, Entry, Shown, Version, read_cloud, read_version
from opsin.vision.engines.ollama_failure import OllamaFailure
from opsin.vision.engines.ollama_model import KNOWS_LOCAL, listed, loaded, show, usable_name
from opsin.vision.engines.ollama_request import KEEPS_FORMAT_WITHOUT_THINKING
from opsin.vision.engines.ollama_server import OllamaServer
from opsin.vision.refused import Code, VisionRefused

_SECONDS = 20.0
_NO_CLOUD = "OLLAMA_NO_CLOUD=1 in the environment of Ollama's server turns it off for every program."


@dataclass(slots=True)
class _Found:
    """What is known so far."""

    findings: list[Finding] = field(default_factory=list)
    version: Version = UNKNOWN
    peer: str = ""
    reachable: bool = False
    shown: Shown | None = None
    entry: Entry | None = None
    running: Entry | None = None
    cloud_off: bool | None = None

    def tell(self, what: str, ok: bool, told: str, remedy: str = "") -> None:
        self.findings.append(Finding(what, ok, told, remedy))

    def refuse(self, what: str, refused: VisionRefused) -> None:
        said = f" Ollama said: {refused.outside}." if refused.outside else ""
        self.tell(what, False, f"{refused.message}{said}", refused.hint)


async def check_up(
    server: OllamaServer, model: str, allowed: frozenset[str], clock: Callable[[], float]
) -> Health:
    """Make every check, and say for each that failed what to do.

    The details have the keys of older servers' `--doctor` first: ok, host, model, checks.
    """
    found = _Found()
    budget = Budget(_SECONDS, clock)
    await _server(server, allowed, found, budget)
    try:
        bare = usable_name(model)
    except VisionRefused as refused:
        found.refuse("model name", refused)
        bare = ""
    if bare and found.reachable:
        await _model(server, bare, found, budget)
    installed = found.shown is not None
    health = Health(found.reachable, installed, tuple(found.findings))
    return Health(
        found.reachable, installed, health.findings, _details(server, model, found, usable=health.usable)
    )


async def _server(server: OllamaServer, allowed: frozenset[str], found: _Found, budget: Budget) -> None:
    try:
        told = await server.get("/api/version", within_s=budget.left)
    except VisionRefused as refused:
        found.refuse("privacy" if refused.error_code is Code.PRIVACY_REFUSED else "server", refused)
        return
    found.reachable, found.peer = True, told.peer
    found.version = read_version(told.answer)
    release = (
        ".".join(map(str, found.version))
        if found.version != UNKNOWN
        else "of a release that it does not tell"
    )
    found.tell("server", True, f"Ollama {release} answers at {server.base}.")
    if UNKNOWN < found.version < KEEPS_FORMAT_WITHOUT_THINKING:
        found.tell(
            "version",
            True,
            "Before 0.21.1 Ollama may not hold a model to the form of the report.",
            "Update Ollama.",
        )
    if server.is_here(found.peer):
        found.tell("address", True, f"The connected socket leads to {found.peer}, which is this machine.")
    else:
        found.tell(
            "address",
            True,
            f"REMOTE: {found.peer} is another machine, which OPSIN_VISION_ALLOW_REMOTE allows; pictures leave this one.",
            f"Take {', '.join(sorted(allowed))} out of OPSIN_VISION_ALLOW_REMOTE to forbid it.",
        )
    try:
        status = await server.get("/api/status", within_s=budget.left)
    except OllamaFailure:
        found.tell(
            "cloud", True, "This Ollama does not say whether its cloud is turned off (0.16.2 and later do)."
        )
        return
    found.cloud_off = read_cloud(status.answer)
    if found.cloud_off:
        found.tell("cloud", True, "Ollama's cloud is turned off.")
    else:
        found.tell("cloud", True, "Ollama's cloud is not turned off; its models are refused here.", _NO_CLOUD)


async def _model(server: OllamaServer, bare: str, found: _Found, budget: Budget) -> None:
    try:
        _, found.shown, how = await show(server, bare, found.version, budget)
        found.entry = await listed(server, bare, budget)
        found.running = await loaded(server, bare, budget)
    except VisionRefused as refused:
        found.refuse("model", refused)
        return
    digest = f" ({found.entry.digest[:12]})" if found.entry is not None and found.entry.digest else ""
    found.tell("model", True, f"{bare}{digest} is installed.")
    found.tell(
        "vision",
        found.shown.sees,
        f"{bare} takes pictures." if found.shown.sees else f"{bare} does not take pictures.",
        ""
        if found.shown.sees
        else f"See `ollama show {bare}`; name a model with vision, such as qwen3-vl:4b.",
    )
    remote = found.shown.remote or (found.entry.remote if found.entry is not None else "")
    if remote:
        found.tell(
            "privacy",
            False,
            f"{bare} runs on another host: {remote}.",
            "Name another model with OPSIN_VISION_MODEL.",
        )
    else:
        found.tell("privacy", True, "Neither its name nor /api/show nor /api/tags names another host.")
        found.tell(
            "local name", True, how, "" if found.version >= KNOWS_LOCAL else "0.18.0 and later know it."
        )
    if found.running is None:
        found.tell("loaded", True, f"{bare} is not loaded; the first answer takes longer.")
    else:
        found.tell("loaded", True, f"{bare} is loaded, with a window of {found.running.context:,} tokens.")


def _details(server: OllamaServer, model: str, found: _Found, *, usable: bool) -> Mapping[str, Any]:
    shown = found.shown
    return {
        "ok": usable,
        "host": server.base,
        "model": model,
        "checks": {"ollama_reachable": found.reachable, "model_installed": shown is not None},
        "engine": "ollama",
        "version": ".".join(map(str, found.version)) if found.version != UNKNOWN else "",
        "address": found.peer,
        "on_this_machine": bool(found.peer) and server.is_here(found.peer),
        "vision": shown is not None and shown.sees,
        "remote_host": (shown.remote if shown else "") or (found.entry.remote if found.entry else ""),
        "digest": found.entry.digest if found.entry else "",
        "cloud_disabled": found.cloud_off,
        "loaded": found.running is not None,
        "context_length": found.running.context if found.running else 0,
    }
