"""A server with the manners of SearXNG's JSON: pages without a stated length, engines that do not answer, addresses in
every form that its engines give."""

import json
from collections.abc import Sequence

from opsin.demo.http_server import Request, Response
from tests.loopback.keyed import HTML, LARGE, ODD, json_response
from tests.loopback.results import Result, fine_results

PAGE_SIZE = 12
MODES = frozenset(
    {"serving", "empty", "odd", "silent", "no-json", "rate-limited", "error", "html", "broken", "too-large"}
)


class SearXNG:
    """Answers `/search` below its prefix. `mode`, `results` and `unresponsive` may be changed at any time.

    Modes: serving; empty; odd (rows of every wrong kind around one good row); silent (no engine answered); no-json (403,
    as where JSON is not enabled); rate-limited (429 of its limiter); error (500); html (a page with status 200); broken (JSON
    that ends too early); too-large.
    """

    prefix = "/searxng"

    def __init__(self) -> None:
        self.mode = "serving"
        self.results: Sequence[Result] = fine_results()
        self.unresponsive: list[list[str]] = []
        self.retry_after = ""

    async def answer(self, request: Request, port: int) -> Response | None:
        """Answer a search; None for any other address."""
        assert self.mode in MODES, self.mode
        if request.path != f"{self.prefix}/search":
            return None
        headers = {"Retry-After": self.retry_after} if self.retry_after else {}
        failures = {
            "no-json": Response(
                b"<!doctype html><title>403 Forbidden</title>", status=403, content_type="text/html"
            ),
            "rate-limited": Response(
                b"Too Many Requests", status=429, content_type="text/html", headers=headers
            ),
            "error": Response(b"", status=500, content_type="text/html"),
            "html": Response(HTML, content_type="text/html"),
            "broken": Response(b'{"query": "x", "results": [', content_type="application/json"),
            "too-large": Response(b"[" + b" " * LARGE, content_type="application/json"),
        }
        wanted = request.parameters
        if wanted.get("format") != "json" or wanted.get("categories") != "images":
            return failures["html"]
        return failures.get(self.mode) or self._page(wanted, port)

    def _page(self, wanted: dict[str, str], port: int) -> Response:
        start = (int(wanted.get("pageno", "1")) - 1) * PAGE_SIZE
        rows = [_as_json(one, port) for one in self.results[start : start + PAGE_SIZE]]
        if self.mode == "odd":
            odd_rows = [
                {"img_src": odd, "thumbnail_src": odd, "resolution": odd, "title": odd, "url": odd}
                for odd in ODD
            ]
            rows = json.loads(json.dumps(odd_rows)) + rows[:1]
        silent = [["google images", "Suspended: CAPTCHA"]] if self.mode == "silent" else self.unresponsive
        return json_response(
            {
                "query": wanted.get("q", ""),
                "number_of_results": 0,
                "results": [] if self.mode in {"empty", "silent"} else rows,
                "answers": [],
                "corrections": [],
                "infoboxes": [],
                "suggestions": [],
                "unresponsive_engines": silent,
            }
        )


def _as_json(result: Result, port: int) -> dict[str, object]:
    original = result.original_at(port)
    return {
        "template": "images.html",
        "url": result.page_at(port),
        "title": result.title or f"Result {result.identity}",
        "content": "",
        "img_src": original,
        "thumbnail_src": result.thumbnail_at(port),
        "resolution": f"{result.size[0]} x {result.size[1]}"
        if result.identity % 2
        else f"{result.size[0]}×{result.size[1]}",
        "img_format": "jpeg",
        "source": "A site",
        "filesize": None,
        "engine": "google images",
        "engines": ["google images"],
        "score": 1.0,
        "category": "images",
    }
