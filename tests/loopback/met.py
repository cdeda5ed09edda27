"""A server with the manners of the Metropolitan Museum's API: numbers first, then one work a request, and no key."""

import asyncio
import json
from collections.abc import Sequence

from opsin.demo.http_server import Request, Response
from tests.loopback.results import Result, fine_results

MODES = frozenset({"serving", "empty", "error", "shield", "broken"})
FIRST = 1_000


class Met:
    """Answers below its prefix. `mode` and `results` may be changed at any time; it finds nothing until told to.

    Attributes:
        missing: Places of the results whose works are not found (404).
        hanging: Places of the results whose works never come.
        now, most: How many works are being answered, and the most at once so far.
    """

    prefix = "/met"

    def __init__(self) -> None:
        self.mode = "empty"
        self.results: Sequence[Result] = fine_results()
        self.missing: frozenset[int] = frozenset()
        self.hanging: frozenset[int] = frozenset()
        self.now = self.most = 0

    async def answer(self, request: Request, port: int) -> Response | None:
        """Answer a search or one work; None for any other address."""
        assert self.mode in MODES, self.mode
        rest = request.path.removeprefix(f"{self.prefix}/public/collection/v1")
        if rest == request.path:
            return None
        if self.mode in {"error", "shield"}:
            status = 500 if self.mode == "error" else 403
            return Response(b"<html>", status=status, content_type="text/html")
        if self.mode == "broken":
            return Response(b'{"total": 3, "objectIDs": [', content_type="application/json")
        if rest == "/search":
            found = [] if self.mode == "empty" else [FIRST + place for place in range(len(self.results))]
            return _json({"total": len(found), "objectIDs": found or None})
        return await self._work(int(rest.removeprefix("/objects/")) - FIRST, port)

    async def _work(self, place: int, port: int) -> Response:
        if place in self.missing:
            return _json({"message": "ObjectID not found"}, 404)
        if place in self.hanging:

            async def hang(writer: asyncio.StreamWriter) -> None:
                await asyncio.sleep(3_600)

            return Response(write=hang, silent=True)
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.005)
        self.now -= 1
        return _json(_as_json(self.results[place], FIRST + place, port))


def _as_json(result: Result, number: int, port: int) -> dict[str, object]:
    free = result.licence != "unstated"
    return {
        "objectID": number,
        "isPublicDomain": free,
        "primaryImage": result.original_at(port),
        "primaryImageSmall": result.thumbnail_at(port),
        "additionalImages": [],
        "title": result.title or f"Result {result.identity}",
        "artistDisplayName": f"Author {result.identity}",
        "objectURL": result.page_at(port),
    }


def _json(content: dict[str, object], status: int = 200) -> Response:
    return Response(json.dumps(content).encode(), status=status, content_type="application/json")
