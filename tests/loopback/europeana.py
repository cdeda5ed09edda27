"""A server with the manners of Europeana's search: the key in a header and repeated, fields as lists, rights as addresses."""

from collections.abc import Sequence

from opsin.demo.http_server import Request, Response
from tests.loopback.keyed import ODD, KeyedServer, json_response
from tests.loopback.results import Result

OPEN = frozenset({"by", "by-sa", "cc0", "pdm"})
_RIGHTS = {
    "cc0": "http://creativecommons.org/publicdomain/zero/1.0/",
    "pdm": "http://creativecommons.org/publicdomain/mark/1.0/",
    "unstated": "http://rightsstatements.org/vocab/InC/1.0/",
}


class Europeana(KeyedServer):
    """Answers `/record/v2/search.json` below its prefix; see `KeyedServer`."""

    prefix = "/europeana"
    path = "/record/v2/search.json"

    def key_of(self, request: Request) -> str:
        return request.headers.get("x-api-key", "")

    def bad_key(self, given: str) -> Response:
        return _error(401, f"Invalid API key {given}")

    def no_credit(self, given: str) -> Response:
        return _error(403, f"The API key {given} is deprecated")

    def quota(self, given: str) -> Response:
        return _error(429, f"Too many requests of {given}")

    def page(self, request: Request, port: int, found: Sequence[Result]) -> Response:
        wanted = request.parameters
        rows, start = int(wanted.get("rows", "12")), int(wanted.get("start", "1"))
        if not wanted.get("query") or rows > 100 or start + rows > 1_001 or wanted.get("qf") != "TYPE:IMAGE":
            return _error(400, "Invalid query parameter")
        fit = [one for one in found if wanted.get("reusability") != "open" or one.licence in OPEN]
        items = [_as_json(one, port) for one in fit[start - 1 : start - 1 + rows]]
        if self.mode == "odd":
            items = [
                {"edmIsShownBy": odd, "edmPreview": [odd], "title": odd, "rights": odd, "guid": odd}
                for odd in ODD
            ] + items[:1]
        return json_response(
            {
                "apikey": self.key_of(request),
                "success": True,
                "requestNumber": 999,
                "itemsCount": len(items),
                "totalResults": len(fit),
                "items": items,
            }
        )


def _error(status: int, said: str) -> Response:
    return json_response({"success": False, "status": status, "error": said, "message": said}, status)


def _as_json(result: Result, port: int) -> dict[str, object]:
    rights = _RIGHTS.get(result.licence, f"http://creativecommons.org/licenses/{result.licence}/4.0/")
    return {
        "id": f"/1/{result.identity}",
        "type": "IMAGE",
        "title": [result.title or f"Result {result.identity}"],
        "dcCreator": [f"Author {result.identity}"],
        "dataProvider": ["A museum"],
        "rights": [rights],
        "edmPreview": [result.thumbnail_at(port)],
        "edmIsShownBy": [result.original_at(port)],
        "edmIsShownAt": [result.page_at(port)],
        "guid": f"{result.page_at(port)}?utm_source=api",
    }
