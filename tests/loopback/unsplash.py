"""A server with the manners of Unsplash's API: pages of at most 30, a used-up quota under 403, a call for downloads."""

import re
from collections.abc import Sequence

from opsin.demo.http_server import Request, Response
from tests.loopback.keyed import KEY, ODD, KeyedServer, json_response
from tests.loopback.results import Result

_DOWNLOAD = re.compile(r"/photos/([\w-]+)/download")


class Unsplash(KeyedServer):
    """Answers `/search/photos` and `/photos/…/download` below its prefix; see `KeyedServer`.

    Attributes:
        downloads: The photos that it was told were downloaded, with the `ixid` that came along, in order.
        download_status: What such a call is answered with.
    """

    prefix = "/unsplash"
    path = "/search/photos"

    def __init__(self) -> None:
        super().__init__()
        self.downloads: list[tuple[str, str]] = []
        self.download_status = 200

    async def answer(self, request: Request, port: int) -> Response | None:
        """Answer a search, or note a download; None for any other address."""
        found = _DOWNLOAD.fullmatch(request.path.removeprefix(self.prefix))
        if found is None or not request.path.startswith(self.prefix):
            return await super().answer(request, port)
        if (given := self.key_of(request)) != KEY:
            return self.bad_key(given)
        if self.download_status == 200:
            self.downloads.append((found[1], request.parameters.get("ixid", "")))
        return json_response({"url": f"http://127.0.0.1:{port}/i/fine/0/640x480.jpg"}, self.download_status)

    def key_of(self, request: Request) -> str:
        return request.headers.get("authorization", "").removeprefix("Client-ID ")

    def bad_key(self, given: str) -> Response:
        return json_response({"errors": [f"OAuth error: The access token {given} is invalid"]}, 401)

    def no_credit(self, given: str) -> Response:
        return json_response({"errors": [f"Missing permissions of {given}"]}, 403)

    def quota(self, given: str) -> Response:
        said = f"Rate Limit Exceeded for {given}".encode()
        return Response(said, status=403, content_type="text/plain", headers={"X-Ratelimit-Remaining": "0"})

    def page(self, request: Request, port: int, found: Sequence[Result]) -> Response:
        wanted = request.parameters
        size, page = int(wanted.get("per_page", "10")), int(wanted.get("page", "1"))
        proper = wanted.get("orientation", "squarish") in {"squarish", "landscape", "portrait"}
        proper = proper and wanted.get("content_filter", "low") in {"low", "high"}
        if not wanted.get("query") or not proper or not 1 <= size <= 30:
            return json_response({"errors": ["query is missing"]}, 400)
        base = f"{request.origin}{self.prefix}"
        rows = [_as_json(one, port, base) for one in found[(page - 1) * size : page * size]]
        if self.mode == "odd":
            rows = [{"id": odd, "urls": odd, "links": odd, "user": odd, "width": odd} for odd in ODD] + rows[
                :1
            ]
        return json_response({"total": len(found), "total_pages": -(-len(found) // size), "results": rows})


def _as_json(result: Result, port: int, base: str) -> dict[str, object]:
    small, photo = result.thumbnail_at(port), f"photo-{result.identity}"
    author = f"http://127.0.0.1:{port}/page/author/{result.identity}"
    return {
        "id": photo,
        "width": result.size[0],
        "height": result.size[1],
        "color": "#262626",
        "blur_hash": "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
        "description": None,
        "alt_description": result.title or f"Result {result.identity}",
        "urls": {"full": result.original_at(port), "regular": small, "small": small, "thumb": small},
        "links": {
            "self": f"{base}/photos/{photo}",
            "html": result.page_at(port),
            "download_location": f"{base}/photos/{photo}/download?ixid=view{result.identity}",
        },
        "user": {"name": f"Author {result.identity}", "username": "author", "links": {"html": author}},
    }
