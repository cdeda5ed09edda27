"""A server with the manners of Pixabay's API: the key in the query, errors as plain text, headers that count requests."""

from collections.abc import Sequence

from opsin.demo.http_server import Request, Response
from tests.loopback.keyed import ODD, KeyedServer, json_response
from tests.loopback.results import Result


class Pixabay(KeyedServer):
    """Answers `/` below its prefix; see `KeyedServer`."""

    prefix = "/pixabay"
    path = "/"

    def key_of(self, request: Request) -> str:
        return request.parameters.get("key", "")

    def bad_key(self, given: str) -> Response:
        return _error(400, f"Invalid or missing API key {given} (https://pixabay.com/api/docs/).")

    def no_credit(self, given: str) -> Response:
        return _error(403, f"Access of {given} is denied.")

    def quota(self, given: str) -> Response:
        headers = {"X-RateLimit-Limit": "100", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "41"}
        return Response(
            f"API rate limit of {given} exceeded".encode(),
            status=429,
            content_type="text/plain",
            headers=headers,
        )

    def page(self, request: Request, port: int, found: Sequence[Result]) -> Response:
        wanted = request.parameters
        size, page = int(wanted.get("per_page", "20")), int(wanted.get("page", "1"))
        proper = wanted.get("orientation", "all") in {"all", "horizontal", "vertical"}
        proper = proper and wanted.get("safesearch", "false") in {"true", "false"}
        if not proper or not 3 <= size <= 200 or len(wanted.get("q", "")) > 100:
            return _error(400, '"per_page" is out of valid range.')
        rows = [_as_json(one, port) for one in found[(page - 1) * size : page * size]]
        if self.mode == "odd":
            rows = [
                {"id": odd, "largeImageURL": odd, "webformatURL": odd, "tags": odd, "imageWidth": odd}
                for odd in ODD
            ] + rows[:1]
        return json_response({"total": len(found), "totalHits": min(500, len(found)), "hits": rows})


def _error(status: int, said: str) -> Response:
    return Response(f"[ERROR {status}] {said}".encode(), status=status, content_type="text/plain")


def _as_json(result: Result, port: int) -> dict[str, object]:
    width, height = result.thumbnail_size
    small = result.thumbnail_at(port)
    return {
        "id": result.identity,
        "pageURL": result.page_at(port),
        "type": "photo",
        "tags": result.title or f"result, number {result.identity}",
        "previewURL": small,
        "previewWidth": 150,
        "previewHeight": 112,
        "webformatURL": small,
        "webformatWidth": width,
        "webformatHeight": height,
        "largeImageURL": result.original_at(port),
        "imageWidth": result.size[0],
        "imageHeight": result.size[1],
        "imageSize": 10_000,
        "user_id": result.identity + 1,
        "user": f"Author{result.identity}",
    }
