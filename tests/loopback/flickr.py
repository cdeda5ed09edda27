"""A server with the manners of Flickr's API: errors under HTTP 200, licences as numbers, sizes as fields of their own."""

from collections.abc import Sequence

from opsin.demo.http_server import Request, Response
from tests.loopback.keyed import ODD, KeyedServer, json_response
from tests.loopback.results import Result

NUMBERS = {"by": "11", "by-sa": "12", "by-nd": "13", "by-nc": "14", "cc0": "9", "pdm": "10", "unstated": "0"}
"""The numbers of the licences of the test web's results."""


class Flickr(KeyedServer):
    """Answers `/` below its prefix; see `KeyedServer`."""

    prefix = "/flickr"
    path = "/"

    def key_of(self, request: Request) -> str:
        return request.parameters.get("api_key", "")

    def bad_key(self, given: str) -> Response:
        return _fail(100, f"Invalid API Key {given} (Key has invalid format)")

    def no_credit(self, given: str) -> Response:
        return _fail(99, f"Insufficient permissions of {given}")

    def quota(self, given: str) -> Response:
        return json_response({"stat": "unknown", "message": f"Too many requests of {given}"}, 429)

    def page(self, request: Request, port: int, found: Sequence[Result]) -> Response:
        wanted = request.parameters
        if wanted.get("method") != "flickr.photos.search" or wanted.get("nojsoncallback") != "1":
            return _fail(112, "Method not found")
        if not wanted.get("text"):
            return _fail(3, "Parameterless searches have been disabled.")
        numbers = set(filter(None, wanted.get("license", "").split(",")))
        fit = [one for one in found if not numbers or NUMBERS.get(one.licence, "0") in numbers]
        size, page = int(wanted.get("per_page", "100")), int(wanted.get("page", "1"))
        rows = [_as_json(one, port) for one in fit[(page - 1) * size : page * size]]
        if self.mode == "odd":
            rows = [
                {"id": odd, "url_o": odd, "title": odd, "license": odd, "owner": odd} for odd in ODD
            ] + rows[:1]
        pages = -(-len(fit) // size)
        photos = {"page": page, "pages": pages, "perpage": size, "total": str(len(fit)), "photo": rows}
        return json_response({"photos": photos, "stat": "ok"})


def _fail(code: int, message: str) -> Response:
    return json_response({"stat": "fail", "code": code, "message": message})


def _as_json(result: Result, port: int) -> dict[str, object]:
    width, height = result.thumbnail_size
    return {
        "id": str(5_000 + result.identity),
        "owner": f"1234{result.identity}@N00",
        "secret": "0a1b2c",
        "server": "65535",
        "title": result.title or f"Result {result.identity}",
        "license": NUMBERS.get(result.licence, "0"),
        "o_width": str(result.size[0]),
        "o_height": str(result.size[1]),
        "ownername": f"Author {result.identity}",
        "pathalias": None,
        "url_z": result.thumbnail_at(port),
        "width_z": width,
        "height_z": height,
        "url_o": result.original_at(port),
        "width_o": result.size[0],
        "height_o": result.size[1],
    }
