"""A server with the manners of DuckDuckGo's image search: a page with a token, then `i.js` that wants the token."""

import json
from collections.abc import Sequence
from hashlib import sha256
from urllib.parse import quote

from opsin.demo.http_server import Request, Response
from tests.loopback.results import Result, fine_results

BLOCKED = b"DDG.deep.anomalyDetectionBlock({gk:'abc',q:'test',iadb:1,sc:1,e:0,s:'index',r:'euw'})"
PAGE_SIZE = 100
MODES = frozenset(
    {
        "serving",
        "blocked",
        "picky",
        "browsers-only",
        "empty",
        "changed",
        "rate-limited",
        "accepted",
        "forbidden",
        "html",
        "error",
    }
)


class DuckDuckGo:
    """Answers below its prefix. `mode` and `results` may be changed at any time.

    Modes: serving; blocked (anomaly script instead of results); picky (blocks who sends no Sec-Fetch-Dest);
    browsers-only (403 at the first step for who sends no headers of Chrome's own); empty; changed (no token in the page);
    rate-limited (429); accepted (202); forbidden (403 at the first step); html (a page instead of
    results); error (500).
    """

    prefix = "/duckduckgo"

    def __init__(self) -> None:
        self.mode = "serving"
        self.results: Sequence[Result] = fine_results()
        self.retry_after = ""

    async def answer(self, request: Request, port: int) -> Response | None:
        """Answer one of the two steps; None for any other address."""
        assert self.mode in MODES, self.mode
        if request.path == f"{self.prefix}/i.js":
            return self._results(request, port)
        if request.path.rstrip("/") == self.prefix:
            return self._page(request)
        return None

    def _page(self, request: Request) -> Response:
        query = request.parameters.get("q", "")
        if self.mode == "forbidden" or (self.mode == "browsers-only" and "sec-ch-ua" not in request.headers):
            return Response(b"Forbidden", status=403, content_type="text/html")
        token = "" if self.mode == "changed" else f'vqd="{token_for(request, query)}"'
        page = f"<!DOCTYPE html><html><head><script>{token};</script></head><body></body></html>"
        return Response(
            page.encode(), content_type="text/html; charset=UTF-8", headers={"Set-Cookie": "kl=wt-wt; Path=/"}
        )

    def _results(self, request: Request, port: int) -> Response:
        wanted = request.parameters
        query = wanted.get("q", "")
        refused = {"rate-limited": 429, "accepted": 202, "error": 500}
        if self.mode in refused:
            headers = {"Retry-After": self.retry_after} if self.retry_after else {}
            return Response(b"", status=refused[self.mode], content_type="text/html", headers=headers)
        picked = self.mode == "picky" and "sec-fetch-dest" not in request.headers
        if self.mode == "blocked" or picked or wanted.get("vqd") != token_for(request, query):
            return Response(BLOCKED, content_type="application/x-javascript")
        if self.mode == "html":
            return Response(b"<!DOCTYPE html><html><body>Hello</body></html>", content_type="text/html")
        start = int(wanted.get("s", "0"))
        found = () if self.mode == "empty" else self.results[start : start + PAGE_SIZE]
        answer = {
            "ads": None,
            "query": query,
            "queryEncoded": quote(query),
            "response_type": "images",
            "results": [_as_json(result, port) for result in found],
            "vqd": {query: token_for(request, query)},
        }
        if start + PAGE_SIZE < len(self.results):
            answer["next"] = f"i.js?q={quote(query)}&o=json&p=1&s={start + PAGE_SIZE}&u=bing&f=,,,,,&l=wt-wt"
        return Response(json.dumps(answer).encode(), content_type="application/x-javascript")


def token_for(request: Request, query: str) -> str:
    """The token: it depends on the query and on the User-Agent."""
    digest = sha256(f"{query}\n{request.headers.get('user-agent', '')}".encode()).digest()
    return f"4-{int.from_bytes(digest[:16]):039d}"


def _as_json(result: Result, port: int) -> dict[str, object]:
    return {
        "height": result.size[1],
        "width": result.size[0],
        "image": result.original_at(port),
        "thumbnail": result.thumbnail_at(port),
        "title": result.title or f"Result &amp; {result.identity}",
        "url": result.page_at(port),
        "source": "Bing",
    }
