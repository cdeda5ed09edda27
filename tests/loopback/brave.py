"""A server with the manners of Brave's image search: no offset, errors with codes, headers that count requests."""

from collections.abc import Sequence

from opsin.demo.http_server import Request, Response
from tests.loopback.keyed import ODD, KeyedServer, json_response
from tests.loopback.results import Result

MONTH = {
    "X-RateLimit-Limit": "1, 2000",
    "X-RateLimit-Policy": "1;w=1, 2000;w=2592000",
    "X-RateLimit-Remaining": "1, 0",
    "X-RateLimit-Reset": "1, 604800",
}


class Brave(KeyedServer):
    """Answers `/res/v1/images/search` below its prefix; see `KeyedServer`."""

    prefix = "/brave"
    path = "/res/v1/images/search"

    def key_of(self, request: Request) -> str:
        return request.headers.get("x-subscription-token", "")

    def bad_key(self, given: str) -> Response:
        return _error(
            422, "SUBSCRIPTION_TOKEN_INVALID", f"The provided subscription token {given} is invalid."
        )

    def no_credit(self, given: str) -> Response:
        return _error(402, "USAGE_LIMIT_EXCEEDED", f"No credit is left for {given}.")

    def quota(self, given: str) -> Response:
        return _error(429, "QUOTA_LIMITED", f"Quota of {given} exceeded.", MONTH)

    def page(self, request: Request, port: int, found: Sequence[Result]) -> Response:
        wanted = request.parameters
        count = int(wanted.get("count", "50"))
        if (
            not 1 <= count <= 200
            or wanted.get("safesearch", "strict") not in {"off", "strict"}
            or "offset" in wanted
        ):
            return _error(422, "VALIDATION", "Unable to validate request parameter(s)")
        rows = [_as_json(one, port) for one in found[:count]]
        if self.mode == "odd":
            rows = [
                {"properties": {"url": odd}, "thumbnail": odd, "title": odd, "url": odd} for odd in ODD
            ] + rows[:1]
        query = {"original": wanted.get("q", ""), "spellcheck_off": False, "show_strict_warning": False}
        return json_response(
            {
                "type": "images",
                "query": query,
                "results": rows,
                "extra": {"might_be_offensive": False},
            }
        )


def _error(status: int, code: str, detail: str, headers: dict[str, str] | None = None) -> Response:
    error: dict[str, object] = {"id": "0", "status": status, "code": code, "detail": detail, "meta": {}}
    return json_response({"type": "ErrorResponse", "error": error, "time": 1}, status, headers)


def _as_json(result: Result, port: int) -> dict[str, object]:
    width, height = result.thumbnail_size
    return {
        "type": "image_result",
        "title": result.title or f"Result {result.identity}",
        "url": result.page_at(port),
        "source": "127.0.0.1",
        "page_fetched": "2026-11-01T00:00:00Z",
        "thumbnail": {"src": result.thumbnail_at(port), "width": width, "height": height},
        "properties": {
            "url": result.original_at(port),
            "placeholder": result.thumbnail_at(port),
            "width": result.size[0],
            "height": result.size[1],
            "format": "jpeg",
        },
        "meta_url": {"scheme": "http", "netloc": "127.0.0.1", "hostname": "127.0.0.1", "path": "/"},
        "confidence": "high",
    }
