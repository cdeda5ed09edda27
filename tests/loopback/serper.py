"""A server with the manners of Serper: a POST with JSON, credits, one status for a wrong key and an empty account."""

import json
from collections.abc import Sequence

from opsin.demo.http_server import Request, Response
from tests.loopback.keyed import ODD, KeyedServer, json_response
from tests.loopback.results import Result


class Serper(KeyedServer):
    """Answers `/images` below its prefix; see `KeyedServer`.

    Attributes:
        asked: The requests' bodies, in order.
        credits: What was spent.
    """

    prefix = "/serper"
    path = "/images"

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[dict[str, object]] = []
        self.credits = 0

    def key_of(self, request: Request) -> str:
        return request.headers.get("x-api-key", "")

    def bad_key(self, given: str) -> Response:
        return json_response({"message": f"Unauthorized. {given}", "statusCode": 403}, 403)

    def no_credit(self, given: str) -> Response:
        return json_response({"message": f"Not enough credits for {given}", "statusCode": 400}, 400)

    def quota(self, given: str) -> Response:
        return json_response({"message": f"Rate limit exceeded for {given}", "statusCode": 429}, 429)

    def page(self, request: Request, port: int, found: Sequence[Result]) -> Response:
        if request.method != "POST" or request.headers.get("content-type") != "application/json":
            return json_response({"message": "Cannot GET /images", "statusCode": 404}, 404)
        wanted = json.loads(request.body)
        self.asked.append(wanted)
        num, page = wanted.get("num", 10), wanted.get("page", 1)
        spent = 1 if num <= 10 else 2
        self.credits += spent
        rows = [_as_json(one, port, place) for place, one in enumerate(found, start=1)][
            (page - 1) * num : page * num
        ]
        if self.mode == "odd":
            rows = [{"imageUrl": odd, "thumbnailUrl": odd, "title": odd, "link": odd} for odd in ODD] + rows[
                :1
            ]
        asked = {"q": wanted["q"], "type": "images", "engine": "google", "num": num}
        return json_response({"searchParameters": asked, "images": rows, "credits": spent})


def _as_json(result: Result, port: int, position: int) -> dict[str, object]:
    width, height = result.thumbnail_size
    return {
        "title": result.title or f"Result {result.identity}",
        "imageUrl": result.original_at(port),
        "imageWidth": result.size[0],
        "imageHeight": result.size[1],
        "thumbnailUrl": f"{result.thumbnail_at(port)}?q=tbn:{result.identity}&amp;s",
        "thumbnailWidth": width,
        "thumbnailHeight": height,
        "source": "A site",
        "domain": "127.0.0.1",
        "link": result.page_at(port),
        "googleUrl": "https://www.google.example/imgres",
        "position": position,
    }
