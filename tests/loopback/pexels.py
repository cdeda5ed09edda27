"""A server with the manners of Pexels' API: pages of at most 80, a link to the next page, thumbnails of several sizes."""

from collections.abc import Sequence

from opsin.demo.http_server import Request, Response
from tests.loopback.keyed import ODD, KeyedServer, json_response
from tests.loopback.results import Result


class Pexels(KeyedServer):
    """Answers `/v1/search` below its prefix; see `KeyedServer`."""

    prefix = "/pexels"
    path = "/v1/search"

    def key_of(self, request: Request) -> str:
        return request.headers.get("authorization", "")

    def bad_key(self, given: str) -> Response:
        return json_response({"status": 401, "code": "Unauthorized", "error": f"Bad key {given}"}, 401)

    def no_credit(self, given: str) -> Response:
        return json_response({"error": f"Access of {given} is suspended"}, 403)

    def quota(self, given: str) -> Response:
        return json_response({"error": f"Rate limit of {given} exceeded"}, 429)

    def page(self, request: Request, port: int, found: Sequence[Result]) -> Response:
        wanted = request.parameters
        size, page = int(wanted.get("per_page", "15")), int(wanted.get("page", "1"))
        proper = wanted.get("orientation", "square") in {"square", "landscape", "portrait"}
        if not wanted.get("query") or not proper or not 1 <= size <= 80:
            return json_response({"status": 400, "code": "Bad Request"}, 400)
        rows = [_as_json(one, port) for one in found[(page - 1) * size : page * size]]
        if self.mode == "odd":
            rows = [{"id": odd, "src": odd, "alt": odd, "url": odd, "width": odd} for odd in ODD] + rows[:1]
        content: dict[str, object] = {
            "total_results": len(found),
            "page": page,
            "per_page": size,
            "photos": rows,
        }
        if page * size < len(found):
            content["next_page"] = (
                f"{request.origin}{self.prefix}{self.path}/?page={page + 1}&per_page={size}"
            )
        return json_response(content)


def _as_json(result: Result, port: int) -> dict[str, object]:
    small = result.thumbnail_at(port)
    return {
        "id": result.identity,
        "width": result.size[0],
        "height": result.size[1],
        "url": result.page_at(port),
        "photographer": f"Author {result.identity}",
        "photographer_url": f"http://127.0.0.1:{port}/page/author/{result.identity}",
        "photographer_id": result.identity,
        "avg_color": "#978E82",
        "src": {"original": result.original_at(port), "large": small, "medium": small, "tiny": small},
        "liked": False,
        "alt": result.title or f"Result {result.identity}",
    }
