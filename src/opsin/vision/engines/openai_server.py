"""A server with OpenAI's protocol, before it is sent a picture: which models it has, and what is known of them."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from opsin.errors import WebError
from opsin.vision.engines.attempts import Budget, refused
from opsin.vision.engines.ollama_answers import (
    Entry,
    entry_of,
    read_models,
    read_show,
    read_version,
)
from opsin.vision.engines.openai_answers import Model, models_of, sees_by_props
from opsin.vision.engines.server_json import json_object, json_of
from opsin.vision.privacy import LOCAL_SUFFIX, is_cloud_name, same_model
from opsin.vision.refused import Code, VisionRefused
from opsin.web.client import Limits, Web
from opsin.web.reply import Reply

_MOST_BYTES = 4_000_000
_VERSION = re.compile(r"v\d+(?:beta)?")
_EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  (what is listened on, mapped to what is asked)
_NOT_LETTERS = re.compile(r"[^a-z0-9.]+")
_KNOWS_LOCAL = (0, 18, 0)

START_HINT = "Start the server, or correct OPSIN_VISION_OPENAI_URL. With OPSIN_VISION_ENGINE=ocr text is read without a model."


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is.

    Attributes:
        api: Base of OpenAI's paths, with the version: http://127.0.0.1:8080/v1.
        root: Base of the server's own paths.
        place: `host:port`.
    """

    api: str
    root: str
    place: str


def address_of(url: str) -> Address:
    """Read the address of a setting, with or without the version at its end.

    An address that means every interface (0.0.0.0) is one to listen on; this machine is asked at its loopback address.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    host = _EVERY_ADDRESS.get(host, host)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    *above, last = parts.path.rstrip("/").split("/")
    root = "/".join(above) if _VERSION.fullmatch(last) else parts.path.rstrip("/")
    api = parts.path.rstrip("/") if _VERSION.fullmatch(last) else f"{root}/v1"
    return Address(
        api=urlunsplit((parts.scheme, place, api, "", "")),
        root=urlunsplit((parts.scheme, place, root, "", "")),
        place=place,
    )


@dataclass(frozen=True, slots=True)
class Found:
    """What a server says of itself.

    Attributes:
        models: Those that it lists; None where it gives no list.
        ollama: The version of the Ollama that it is; empty for another server.
        peer: `ip:port` of the connected socket.
        status: The status with which it answered to the question for its models.
    """

    models: tuple[Model, ...] | None
    ollama: str
    peer: str
    status: int


class OpenAiServer:
    """Asks one server.

    Args:
        web: The client.
        address: Where it is.
        key: What it wants to see as a bearer token; empty for nothing.
        remote: The `host:port` entries of other machines that the user allows.
    """

    def __init__(self, web: Web, address: Address, *, key: str, remote: frozenset[str]) -> None:
        self._web = web
        self.address = address
        self.remote = remote
        self.name = f"The model server at {address.place}"
        self._headers = {"authorization": f"Bearer {key}"} if key else {}

    async def get(self, url: str, budget: Budget) -> Reply:
        """Ask for something that is no picture.

        Raises:
            VisionRefused: there is no answer.
        """
        try:
            return await self._web.get(
                url, limits=_limits(budget.left), headers=self._headers, machine=self.remote
            )
        except WebError as exc:
            raise refused(exc, budget, server=self.name, unreachable_hint=START_HINT) from exc

    async def post(self, url: str, value: Mapping[str, Any], seconds: float) -> Reply:
        """Send JSON, and wait for the answer for so many seconds.

        Raises:
            WebError: there is no answer.
        """
        return await self._web.post(
            url,
            body=json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"),
            content_type="application/json",
            limits=_limits(seconds),
            headers=self._headers,
            machine=self.remote,
        )

    async def look(self, budget: Budget) -> Found:
        """Find out which models there are, and what the server says of them.

        Every server is asked whether it is an Ollama, because an Ollama may pass on what it gets.

        Raises:
            VisionRefused: there is no answer.
        """
        reply = await self.get(f"{self.address.api}/models", budget)
        models = models_of(json_of(reply.body)) if reply.ok else None
        version = json_object(await self._body("/api/version", budget)).get("version")
        if isinstance(version, str) and version:
            tags = read_models(json_object(await self._body("/api/tags", budget)))
            return Found(
                models and tuple(_as_ollama_says(model, tags) for model in models),
                version,
                reply.peer,
                reply.status,
            )
        if models is None or any(model.sees is None for model in models):
            models = _joined(models, models_of(json_of(await self._body("/api/v0/models", budget))) or ())
        if models and len(models) == 1 and models[0].sees is None:
            models = (replace(models[0], sees=sees_by_props(json_of(await self._body("/props", budget)))),)
        return Found(models, "", reply.peer, reply.status)

    async def ask_ollama(self, model: Model, budget: Budget) -> Model:
        """Add what an Ollama says of one model: where it runs, and whether it takes pictures.

        Raises:
            VisionRefused: there is no answer.
        """
        try:
            reply = await self.post(f"{self.address.root}/api/show", {"model": model.name}, budget.left)
        except WebError as exc:
            raise refused(exc, budget, server=self.name, unreachable_hint=START_HINT) from exc
        if not reply.ok:
            return model
        shown = read_show(json_object(reply.body))
        return replace(model, remote=shown.remote or model.remote, sees=shown.sees)

    async def _body(self, path: str, budget: Budget) -> bytes:
        """What the server says at one of its own paths; nothing where it has no such path."""
        reply = await self.get(f"{self.address.root}{path}", budget)
        return reply.body if reply.ok else b""


def name_to_send(model: Model, found: Found) -> str:
    """The name of a model for a request: an Ollama that knows how is told to run it here or not at all."""
    local = bool(found.ollama) and read_version({"version": found.ollama}) >= _KNOWS_LOCAL
    return f"{model.name}{LOCAL_SUFFIX}" if local and not model.name.endswith(LOCAL_SUFFIX) else model.name


def chosen(models: tuple[Model, ...] | None, wanted: str) -> tuple[Model, str]:
    """Choose the model to ask, and say so where it is none that was named.

    The named one is known by its name as the server writes it; else it is the first that takes pictures, else the first
    that may.

    Returns:
        The model, and a sentence about the choice; empty where it is the named one.

    Raises:
        VisionRefused: there is none.
    """
    if models is None:
        return Model(wanted), "The server does not list its models."
    named = next((model for model in models if model.name == wanted), None) or next(
        (model for model in models if _same(model.name, wanted)), None
    )
    if named is not None:
        return named, ""
    usable = [
        model for model in models if model.language and not model.remote and not is_cloud_name(model.name)
    ]
    usable.sort(key=lambda model: {True: 0, None: 1, False: 2}[model.sees])
    if not usable:
        raise VisionRefused(
            Code.MODEL_NOT_FOUND,
            f"The server has no model named {wanted}, and no other that could be asked.",
            hint="Load a vision model there, and name it with OPSIN_VISION_MODEL.",
        )
    return usable[0], f"The server lists no model {wanted} (OPSIN_VISION_MODEL), so another one was asked."


def _same(listed: str, wanted: str) -> bool:
    """Whether two names mean one model: publishers before it, the tag `latest` and signs between words do not count."""
    if same_model(listed, wanted):
        return True
    mine, theirs = (
        _NOT_LETTERS.sub("-", name.lower().removesuffix(":latest")).strip("-") for name in (wanted, listed)
    )
    return bool(mine) and (mine == theirs or theirs.endswith(f"-{mine}"))


def _as_ollama_says(model: Model, tags: tuple[Entry, ...]) -> Model:
    entry = entry_of(tags, model.name)
    return replace(model, digest=entry.digest, remote=entry.remote) if entry else model


def _joined(models: tuple[Model, ...] | None, told: tuple[Model, ...]) -> tuple[Model, ...] | None:
    """Add to each model what another list says of it."""
    if models is None:
        return told or None
    known = {model.name: model for model in told}
    return tuple(
        replace(
            model,
            sees=known[model.name].sees if model.sees is None else model.sees,
            language=model.language and known[model.name].language,
        )
        if model.name in known
        else model
        for model in models
    )


def _limits(seconds: float) -> Limits:
    return Limits(
        max_bytes=_MOST_BYTES,
        connect=min(5.0, seconds),
        first_byte=seconds,
        between_bytes=seconds,
        whole=seconds,
    )
