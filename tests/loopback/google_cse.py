"""A server with the manners of Google's Custom Search JSON API: ten results a request, a hundred in all, small thumbnails."""

from collections.abc import Sequence

from opsin.demo.http_server import Request, Response
from tests.loopback.keyed import ODD, KeyedServer, json_response
from tests.loopback.results import Result

ENGINE = "0123456789abcdef0"


class GoogleCse(KeyedServer):
    """Answers `/customsearch/v1` below its prefix; see `KeyedServer`. Another engine than `ENGINE` gets 400."""

    prefix = "/google"
    path = "/customsearch/v1"

    def key_of(self, request: Request) -> str:
        return request.parameters.get("key", "")

    def bad_key(self, given: str) -> Response:
        return _error(400, "INVALID_ARGUMENT", f"API key not valid: {given}.", reason="API_KEY_INVALID")

    def no_credit(self, given: str) -> Response:
        return _error(
            403, "PERMISSION_DENIED", f"Billing is not enabled for {given}.", reason="BILLING_DISABLED"
        )

    def quota(self, given: str) -> Response:
        message = (
            f"Quota exceeded for quota metric 'Queries' and limit 'Queries per day' for consumer {given}."
        )
        return _error(429, "RESOURCE_EXHAUSTED", message, reason="RATE_LIMIT_EXCEEDED")

    def page(self, request: Request, port: int, found: Sequence[Result]) -> Response:
        wanted = request.parameters
        start, num = int(wanted.get("start", "1")), int(wanted.get("num", "10"))
        proper = wanted.get("searchType") == "image" and wanted.get("safe", "off") in {"off", "active"}
        if not 1 <= num <= 10 or not 1 <= start <= 101 - num or not proper or wanted.get("cx") != ENGINE:
            return _error(
                400, "INVALID_ARGUMENT", "Request contains an invalid argument.", reason="badRequest"
            )
        rows = [_as_json(one, port) for one in found[start - 1 : start - 1 + num]]
        if self.mode == "odd":
            rows = [{"link": odd, "image": odd, "title": odd, "mime": odd} for odd in ODD] + rows[:1]
        queries: dict[str, object] = {"request": [{"startIndex": start, "count": len(rows)}]}
        if start - 1 + num < len(found):
            queries["nextPage"] = [{"startIndex": start + num, "count": num}]
        content: dict[str, object] = {
            "kind": "customsearch#search",
            "queries": queries,
            "searchInformation": {"searchTime": 0.1, "totalResults": str(len(found))},
        }
        return json_response(content | ({"items": rows} if rows else {}))


def _error(status: int, state: str, message: str, *, reason: str) -> Response:
    details = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason, "metadata": {}}]
    error = {
        "code": status,
        "message": message,
        "status": state,
        "details": details,
        "errors": [{"reason": reason}],
    }
    return json_response({"error": error}, status)


def _as_json(result: Result, port: int) -> dict[str, object]:
    width, height = result.thumbnail_size
    return {
        "kind": "customsearch#result",
        "title": result.title or f"Result {result.identity}",
        "link": result.original_at(port),
        "displayLink": "127.0.0.1",
        "snippet": "A picture",
        "mime": "image/jpeg",
        "image": {
            "contextLink": result.page_at(port),
            "height": result.size[1],
            "width": result.size[0],
            "byteSize": 10_000,
            "thumbnailLink": result.thumbnail_at(port),
            "thumbnailHeight": height,
            "thumbnailWidth": width,
        },
    }
