"""A server with the manners of Ollama: its documented answers and errors, and the quirks of its streams."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.loopback.ollama_chats import (
    BODIES,
    ENDINGS,
    ERRORS,
    REPORT,
    STREAMS,
    as_json,
    as_stream,
    end,
    overflow,
    piece,
)
from tests.web.loopback import Loopback, Peer, Seen, serve

OTHER_MODES = frozenset({"overflow", "overflow-in-json", "overflow-untold", "out-of-memory"})
MODES = OTHER_MODES | STREAMS.keys() | ERRORS.keys() | BODIES.keys() | ENDINGS.keys()
_LOCAL = ":local"


@dataclass
class Model:
    """A model that is installed. `remote_host` makes it a stub of the cloud; `context` is that of the loaded one."""

    capabilities: Sequence[str] | None = ("completion", "vision")
    digest: str = "901cae73216286ab" * 4
    remote_host: str = ""
    remote_model: str = ""
    context: int = 0
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def remote(self) -> dict[str, str]:
        return (
            {"remote_host": self.remote_host, "remote_model": self.remote_model} if self.remote_host else {}
        )


class FakeOllama:
    """Answers as the server of a release does. Its fields may be changed at any time.

    Attributes:
        mode: What `/api/chat` does where there are messages; see `MODES`.
        fits: Tokens that a prompt takes in the overflow modes, with its answer.
        loading: Awaited while a model loads; a load whose client goes is given up, as Ollama does.
        asked: Every request: method and path.
        chats: The bodies of `/api/chat` with messages.
        loads: The bodies of `/api/chat` without.
        forwarded: How often a request with pictures would have left for the cloud.
        reloads: How often a loaded model was loaded anew for another window.
    """

    def __init__(self, *, version: str = "0.32.15", mode: str = "serving", loaded: int = 16_384) -> None:
        self.version = version
        self.mode = mode
        self.models = {"qwen3-vl:4b": Model(context=loaded)}
        self.reply = REPORT
        self.fits = 20_000
        self.loading: asyncio.Event | None = None
        self.cloud: dict[str, Any] | None = {"cloud": {"disabled": False, "source": "none"}}
        self.show_status = 0
        self.has_ps = True
        self.asked: list[str] = []
        self.chats: list[dict[str, Any]] = []
        self.loads: list[dict[str, Any]] = []
        self.forwarded = 0
        self.reloads = 0
        self.given_up = 0
        self.go_on = asyncio.Event()

    @property
    def release(self) -> tuple[int, ...]:
        return tuple(int(part) for part in self.version.split("-")[0].split("."))

    async def __call__(self, seen: Seen, peer: Peer) -> None:
        assert self.mode in MODES, self.mode
        self.asked.append(f"{seen.method} {seen.path}")
        body = json.loads(seen.body) if seen.body else {}
        match seen.path.removeprefix("/behind"):
            case "/api/version":
                await as_json(peer, {"version": self.version})
            case "/api/tags":
                await as_json(
                    peer, {"models": [self._row(name, model) for name, model in self.models.items()]}
                )
            case "/api/ps" if self.has_ps:
                rows = [self._row(name, model) for name, model in self.models.items() if model.context]
                await as_json(peer, {"models": rows})
            case "/api/status" if self.cloud is not None:
                await as_json(peer, self.cloud)
            case "/api/show":
                await self._show(peer, body["model"])
            case "/api/chat" if not body["messages"]:
                await self._load(peer, body)
            case "/api/chat":
                await self._chat(peer, body)
            case _:
                await peer.reply(b"404 page not found", 404, ["Content-Type: text/plain"])

    def find(self, given: str) -> Model | None:
        """The model of a name as this release reads it; None where it has none."""
        local = self.release >= (0, 18, 0) and given.lower().endswith(_LOCAL)
        name = given[: -len(_LOCAL)] if local else given
        tagged = name if ":" in name else f"{name}:latest"
        model = self.models.get(tagged)
        return None if local and model is not None and model.remote_host else model

    def _row(self, name: str, model: Model) -> dict[str, Any]:
        row = {"name": name, "model": name, "digest": model.digest, "size": 3_300_000_000, **model.remote}
        if self.release >= (0, 30, 0) and model.capabilities is not None:
            row["capabilities"] = list(model.capabilities)
        return row | ({"context_length": model.context, "size_vram": 0} if model.context else {})

    async def _show(self, peer: Peer, name: str) -> None:
        model = self.find(name)
        if self.show_status:
            await as_json(peer, {"error": "ollama cloud is disabled: remote model"}, self.show_status)
        elif model is None:
            await as_json(peer, {"error": f"model '{name}' not found"}, 404)
        else:
            info = {"qwen3vl.context_length": 262_144}
            told: dict[str, Any] = {
                "details": {"family": "qwen3vl"},
                "model_info": info,
                **model.remote,
                **model.told,
            }
            if model.capabilities is not None:
                told["capabilities"] = list(model.capabilities)
            await as_json(peer, told)

    async def _load(self, peer: Peer, body: dict[str, Any]) -> None:
        self.loads.append(body)
        model = self.find(body["model"])
        if model is None:
            await as_json(peer, {"error": f'model "{body["model"]}" not found, try pulling it first'}, 404)
            return
        if body["keep_alive"] == 0:
            model.context = 0
            await as_json(peer, end(body["model"], "unload"))
            return
        if self.mode == "out-of-memory":
            await as_json(
                peer, {"error": "model requires more system memory (9.1 GiB) than is available"}, 500
            )
            return
        if self.loading is not None:
            gone = asyncio.ensure_future(peer.reader.read(1))
            waiting = asyncio.ensure_future(self.loading.wait())
            await asyncio.wait({gone, waiting}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if gone.done():
                self.given_up += 1
                return
            gone.cancel()
            await asyncio.wait({gone})
        self._window(model, body)
        await as_json(peer, end(body["model"], "load"))

    def _window(self, model: Model, body: dict[str, Any]) -> None:
        wanted = body["options"]["num_ctx"]
        self.reloads += model.context not in {0, wanted}
        model.context = wanted

    async def _chat(self, peer: Peer, body: dict[str, Any]) -> None:
        self.chats.append(body)
        name = body["model"]
        tag = name.rpartition(":")[2].lower()
        model = self.find(name)
        if self.release >= (0, 18, 0) and (tag == "cloud" or tag.endswith("-cloud")):
            self.forwarded += 1
        if model is None:
            await as_json(peer, {"error": f"model '{name}' not found"}, 404)
            return
        self.forwarded += bool(model.remote_host)
        self._window(model, body)
        await self._answer(peer, name, body["options"]["num_ctx"])

    async def _answer(self, peer: Peer, name: str, context: int) -> None:
        mode = "serving" if self.mode.endswith("-once") and len(self.chats) > 1 else self.mode
        if mode.startswith("overflow"):
            if context < self.fits:
                await as_json(peer, overflow(mode, self.fits - 2_048, context), 400)
                return
            mode = "serving"
        if mode in ENDINGS:
            await ENDINGS[mode](peer, piece(name, self.reply[:20]), self.go_on)
        elif mode in ERRORS:
            status, words = ERRORS[mode]
            await as_json(peer, {"error": words}, status)
        elif mode in BODIES:
            data, kind = BODIES[mode](self.reply)
            await peer.reply(data, 200, [f"Content-Type: {kind}"])
        else:
            await as_stream(peer, STREAMS[mode](name, self.reply))


@asynccontextmanager
async def ollama(fake: FakeOllama) -> AsyncIterator[Loopback]:
    """Serve it in the running event loop."""
    async with serve(fake) as server:
        yield server


@contextmanager
def ollama_in_thread(fake: FakeOllama) -> Iterator[Loopback]:
    """Serve it from a thread, for programs that are started beside it."""
    ready: list[Loopback] = []
    began, end = threading.Event(), threading.Event()

    async def run() -> None:
        async with serve(fake) as server:
            ready.append(server)
            began.set()
            while not end.is_set():  # noqa: ASYNC110  (a thread sets it)
                await asyncio.sleep(0.02)

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    assert began.wait(10)
    try:
        yield ready[0]
    finally:
        end.set()
        thread.join(10)
