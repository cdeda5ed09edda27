"""What is known of the model before a picture is encoded: that it is there, that it sees, and that it runs here."""

from dataclasses import dataclass

from opsin.vision.engines.attempts import Budget
from opsin.vision.engines.ollama_answers import (
    UNKNOWN,
    Entry,
    Shown,
    Version,
    entry_of,
    read_models,
    read_show,
    read_version,
)
from opsin.vision.engines.ollama_failure import OllamaFailure, blind_model, remote_model
from opsin.vision.engines.ollama_request import KEEPS_FORMAT_WITHOUT_THINKING, model_body
from opsin.vision.engines.ollama_server import OllamaServer
from opsin.vision.privacy import LOCAL_SUFFIX, bare_name, is_cloud_name, is_model_name
from opsin.vision.refused import Code, VisionRefused

KNOWS_LOCAL: Version = (0, 18, 0)
CHECK_S = 30.0
"""Seconds for one of the small requests: a machine that loads a model is slow."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the server says of the model.

    Attributes:
        name: The model's name.
        sent: The name that is sent: with `:local`, where the server knows that.
        context: Tokens of the window that it is loaded with; 0 where it is not loaded.
        checked: How it was checked that it runs here, a sentence each.
        notes: What the reader should know.
    """

    name: str
    sent: str
    version: Version
    thinks: bool
    digest: str
    context: int
    checked: tuple[str, ...]
    notes: tuple[str, ...]


def usable_name(name: str) -> str:
    """Give the bare name of a model that may be asked for.

    Raises:
        VisionRefused: it is a name of Ollama's cloud, or none at all.
    """
    bare = bare_name(name.strip())
    if not is_model_name(bare):
        raise VisionRefused(
            Code.MODEL_NOT_FOUND,
            "OPSIN_VISION_MODEL is not the name of a model.",
            hint="Write it as `ollama list` does, such as qwen3-vl:4b.",
        )
    if is_cloud_name(bare):
        raise remote_model(bare, "its name is one of Ollama's cloud, to which Ollama sends the whole request")
    return bare


async def known(server: OllamaServer, name: str, budget: Budget) -> Known:
    """Find out about a model. No picture is read or sent meanwhile.

    Raises:
        VisionRefused: it is not there, takes no pictures, or does not run on this machine.
    """
    bare = usable_name(name)
    version = await ask_version(server, budget)
    sent, shown, how = await show(server, bare, version, budget)
    if shown.remote:
        raise remote_model(bare, "Ollama's /api/show names another host", outside=shown.remote)
    entry = await listed(server, bare, budget)
    if entry is not None and entry.remote:
        raise remote_model(bare, "Ollama's /api/tags names another host", outside=entry.remote)
    if not shown.sees:
        raise blind_model(bare)
    running = await loaded(server, bare, budget)
    named = "/api/show and /api/tags name" if entry is not None else "/api/show names"
    return Known(
        name=bare,
        sent=sent,
        version=version,
        thinks=shown.thinks,
        digest=entry.digest if entry is not None else "",
        context=running.context if running is not None else 0,
        checked=(f"The model's name is none of Ollama's cloud, and {named} no other host.", how),
        notes=_notes(version),
    )


async def ask_version(server: OllamaServer, budget: Budget) -> Version:
    """The server's release; unknown where it does not say.

    Raises:
        VisionRefused: nobody answers.
    """
    try:
        told = await server.get("/api/version", within_s=_share(budget))
    except OllamaFailure as failure:
        if failure.error_code is Code.MODEL_NOT_FOUND:
            return UNKNOWN
        raise
    return read_version(told.answer)


async def show(server: OllamaServer, bare: str, version: Version, budget: Budget) -> tuple[str, Shown, str]:
    """Ask what a model is: under the name that runs it here or not at all, where the server knows such a name.

    Returns:
        The name that the server took, what it says, and a sentence on that.

    Raises:
        VisionRefused: the model is not there.
    """
    if version >= KNOWS_LOCAL:
        local = f"{bare}{LOCAL_SUFFIX}"
        try:
            told = await server.post("/api/show", model_body(local), within_s=_share(budget), model=bare)
        except OllamaFailure as failure:
            if failure.error_code not in {Code.MODEL_NOT_FOUND, Code.OLLAMA_HTTP_ERROR} or failure.again:
                raise
        else:
            return (
                local,
                read_show(told.answer),
                f"The model was asked for as {local}, which runs here or not at all.",
            )
    told = await server.post("/api/show", model_body(bare), within_s=_share(budget), model=bare)
    how = f"This Ollama does not know the name {bare}{LOCAL_SUFFIX}, which would forbid its cloud once more."
    return bare, read_show(told.answer), how


async def listed(server: OllamaServer, bare: str, budget: Budget) -> Entry | None:
    """The model's entry among those that are installed; None where it stands there under another name, or not.

    Raises:
        VisionRefused: the server does not answer.
    """
    told = await server.get("/api/tags", within_s=_share(budget), model=bare)
    return entry_of(read_models(told.answer), bare)


async def loaded(server: OllamaServer, bare: str, budget: Budget) -> Entry | None:
    """The model's entry among those that are loaded; None where it is not, or the server does not tell."""
    try:
        told = await server.get("/api/ps", within_s=_share(budget), model=bare)
    except OllamaFailure as failure:
        if failure.error_code in {Code.MODEL_NOT_FOUND, Code.OLLAMA_HTTP_ERROR, Code.INVALID_RESPONSE}:
            return None
        raise
    return entry_of(read_models(told.answer), bare)


def _share(budget: Budget) -> float:
    return min(CHECK_S, budget.left)


def _notes(version: Version) -> tuple[str, ...]:
    if UNKNOWN < version < KEEPS_FORMAT_WITHOUT_THINKING:
        told = ".".join(map(str, version))
        return (f"Ollama {told} may not hold a model to the form of the report; 0.21.1 and later do.",)
    return ()
