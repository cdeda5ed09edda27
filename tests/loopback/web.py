"""The web of the tests: a real server on 127.0.0.1, in a thread of its own, whose hosts and providers can misbehave."""

import asyncio
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from opsin.demo.http_server import LOOPBACK, HttpServer, Request, Response
from opsin.demo.mediawiki import answer
from opsin.demo.web import API_PATH, serve_gallery
from tests.loopback.behaviours import misbehave
from tests.loopback.brave import Brave
from tests.loopback.duckduckgo import DuckDuckGo
from tests.loopback.europeana import Europeana
from tests.loopback.flickr import Flickr
from tests.loopback.google_cse import ENGINE, GoogleCse
from tests.loopback.iconify import Iconify
from tests.loopback.keyed import KEY
from tests.loopback.met import Met
from tests.loopback.openverse import Openverse
from tests.loopback.pexels import Pexels
from tests.loopback.pixabay import Pixabay
from tests.loopback.results import Result
from tests.loopback.searxng import SearXNG
from tests.loopback.serper import Serper
from tests.loopback.unsplash import Unsplash

NAMES = tuple(f"host{number}.test" for number in range(1, 13))
"""Names that `LoopbackWeb.resolve` maps to 127.0.0.1, so that results can lie on several hosts."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One request that came in: its host as the client named it, without the port."""

    method: str
    host: str
    path: str
    headers: Mapping[str, str]
    parameters: Mapping[str, str]


class LoopbackWeb:
    """The server as a context manager, for sync code (`with`) and for async code (`async with`) alike.

    It serves the gallery behind Wikimedia's API (`/w/api.php`), `duckduckgo`, `openverse`, `brave`, `google_cse`, `serper`,
    `searxng`, `pexels`, `unsplash`, `pixabay`, `flickr`, `europeana`, `met`, `iconify`, the pages of their results, and the addresses of `tests.loopback.behaviours`.

    Attributes:
        requests: Every request, in order.
        wikimedia_results: What Wikimedia's API finds instead of the gallery, whatever the words.
        robots: What a host answers to `/robots.txt`, by name; 404 where there is nothing.
        wikimedia_mode: "serving", "empty", "rate-limited" (429), "error" (500) or "hang".
    """

    def __init__(self) -> None:
        self.duckduckgo = DuckDuckGo()
        self.openverse = Openverse()
        self.brave = Brave()
        self.google_cse = GoogleCse()
        self.serper = Serper()
        self.searxng = SearXNG()
        self.pexels = Pexels()
        self.unsplash = Unsplash()
        self.pixabay = Pixabay()
        self.flickr = Flickr()
        self.europeana = Europeana()
        self.met = Met()
        self.iconify = Iconify()
        self.wikimedia_mode = "serving"
        self.wikimedia_results: Sequence[Result] | None = None
        self.robots: dict[str, Response] = {}
        self.requests: list[Seen] = []
        self.port = 0
        self._server = HttpServer(self._answer)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._ready = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="loopback web", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(30)
        if self._failure is not None:
            raise self._failure
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._loop is not None
        assert self._stop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(30)

    async def __aenter__(self) -> Self:
        return await asyncio.to_thread(self.__enter__)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.__exit__, kind, error, trace)

    @property
    def origin(self) -> str:
        """`http://127.0.0.1:PORT`."""
        return f"http://{LOOPBACK}:{self.port}"

    @property
    def open_connections(self) -> int:
        """How many connections are open at the server now."""
        return self._server.open_connections

    @property
    def allow(self) -> frozenset[str]:
        """`host:port` of every name that it answers to, as `Web` and OPSIN_ALLOW_HOSTS take them."""
        return frozenset(f"{name}:{self.port}" for name in (LOOPBACK, *NAMES))

    def address(
        self, behaviour: str, identity: int = 0, size: tuple[int, int] = (640, 480), host: str = LOOPBACK
    ) -> str:
        """The address that answers with a picture in the way that the behaviour names."""
        return f"http://{host}:{self.port}/i/{behaviour}/{identity}/{size[0]}x{size[1]}.jpg"

    def paths(self, prefix: str = "/") -> list[str]:
        """The paths asked for so far that start with the prefix, in order."""
        return [seen.path for seen in self.requests if seen.path.startswith(prefix)]

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        """A resolver for `Web`: every name of `NAMES` is 127.0.0.1; no other name is known."""
        if host in {LOOPBACK, "localhost", *NAMES}:
            return [LOOPBACK]
        raise OSError(f"the test web knows no host {host}")

    def environ(self, folder: Path, **more: str) -> dict[str, str]:
        """Variables that point opsin at this web and at a folder of the test; searches do not wait for each other."""
        config = folder / "config.toml"
        config.touch()
        return {
            "OPSIN_CONFIG": str(config),
            "OPSIN_DUCKDUCKGO_URL": f"{self.origin}{DuckDuckGo.prefix}",
            "OPSIN_OPENVERSE_URL": f"{self.origin}{Openverse.prefix}",
            "OPSIN_WIKIMEDIA_URL": f"{self.origin}{API_PATH}",
            "OPSIN_BRAVE_URL": f"{self.origin}{Brave.prefix}",
            "OPSIN_GOOGLE_CSE_URL": f"{self.origin}{GoogleCse.prefix}",
            "OPSIN_SERPER_URL": f"{self.origin}{Serper.prefix}",
            "OPSIN_PEXELS_URL": f"{self.origin}{Pexels.prefix}",
            "OPSIN_UNSPLASH_URL": f"{self.origin}{Unsplash.prefix}",
            "OPSIN_PIXABAY_URL": f"{self.origin}{Pixabay.prefix}",
            "OPSIN_FLICKR_URL": f"{self.origin}{Flickr.prefix}",
            "OPSIN_EUROPEANA_URL": f"{self.origin}{Europeana.prefix}",
            "OPSIN_MET_URL": f"{self.origin}{Met.prefix}",
            "OPSIN_ICONIFY_URL": f"{self.origin}{Iconify.prefix}",
            "OPSIN_ALLOW_HOSTS": ",".join(sorted(self.allow)),
            "OPSIN_STATE_DIR": str(folder / "state"),
            "OPSIN_OUTPUT_DIR": str(folder / "out"),
            "OPSIN_SEARCH_INTERVAL_MS": "0",
            "HOME": str(folder),
            **more,
        }

    def keys(self, *providers: str) -> dict[str, str]:
        """Variables that configure these of the providers that have to be configured; pass them to `environ`."""
        needed = {
            "brave": {"OPSIN_BRAVE_API_KEY": KEY},
            "google_cse": {"OPSIN_GOOGLE_CSE_KEY": KEY, "OPSIN_GOOGLE_CSE_CX": ENGINE},
            "serper": {"OPSIN_SERPER_API_KEY": KEY},
            "searxng": {"OPSIN_SEARXNG_URL": f"{self.origin}{SearXNG.prefix}"},
            "pexels": {"OPSIN_PEXELS_API_KEY": KEY},
            "unsplash": {"OPSIN_UNSPLASH_ACCESS_KEY": KEY},
            "pixabay": {"OPSIN_PIXABAY_API_KEY": KEY},
            "flickr": {"OPSIN_FLICKR_API_KEY": KEY},
            "europeana": {"OPSIN_EUROPEANA_API_KEY": KEY},
            "mediawiki": {"OPSIN_MEDIAWIKI_URL": f"{self.origin}{API_PATH}"},
            "met": {},
        }
        return {name: value for one in providers for name, value in needed[one].items()}

    def wait_until_idle(self, seconds: float = 10.0, *, at_most: int = 0) -> bool:
        """Wait until at most so many connections are open; False when more still are after so many seconds."""
        return _wait(lambda: self.open_connections <= at_most, seconds)

    def wait_for_requests(self, number: int, seconds: float = 30.0) -> bool:
        """Wait until so many requests have come in; False when fewer have after so many seconds."""
        return _wait(lambda: len(self.requests) >= number, seconds)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as failure:  # noqa: BLE001 - told to the thread that waits
            self._failure = failure
            self._ready.set()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        async with self._server:
            self.port = self._server.port
            self._ready.set()
            await self._stop.wait()

    async def _answer(self, request: Request) -> Response:
        host = request.headers.get("host", "").rpartition(":")[0]
        self.requests.append(Seen(request.method, host, request.path, request.headers, request.parameters))
        if request.path == API_PATH and self.wikimedia_mode != "serving":
            return self._wikimedia_trouble()
        if request.path == API_PATH and (results := self.wikimedia_results) is not None:
            files = [result.as_wiki_file(self.port) for result in results]
            content = json.dumps(answer(request.parameters, lambda _words: files)).encode()
            return Response(content, content_type="application/json")
        if request.path == "/robots.txt" and host in self.robots:
            return self.robots[host]
        if request.path.startswith("/page/"):
            return Response(b"<!DOCTYPE html><html><body>A page.</body></html>", content_type="text/html")
        providers = (
            self.duckduckgo, self.openverse, self.brave, self.google_cse, self.serper, self.searxng, self.iconify,
            self.pexels, self.unsplash, self.pixabay, self.flickr, self.europeana, self.met,
        )  # fmt: skip
        for one in providers:
            if (response := await one.answer(request, self.port)) is not None:
                return response
        return await misbehave(request) or await serve_gallery(request)

    def _wikimedia_trouble(self) -> Response:
        if self.wikimedia_mode == "empty":
            return Response(b'{"batchcomplete": true}', content_type="application/json")
        if self.wikimedia_mode == "hang":

            async def hang(writer: asyncio.StreamWriter) -> None:
                await asyncio.sleep(3600)

            return Response(write=hang, silent=True)
        status = {"rate-limited": 429, "error": 500}[self.wikimedia_mode]
        return Response(b"", status=status, content_type="text/html")


def _wait(condition: Callable[[], bool], seconds: float) -> bool:
    pause = threading.Event()
    for _ in range(int(seconds / 0.02)):
        if condition():
            return True
        pause.wait(0.02)
    return condition()
