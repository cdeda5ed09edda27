"""A server with the manners of Openverse's API: at most 20 results a page to the anonymous, errors in its own shapes."""

import json
from collections.abc import Sequence
from uuid import UUID

from opsin.demo.http_server import Request, Response
from tests.loopback.results import Result, fine_results

COMMERCIAL = frozenset({"by", "by-sa", "by-nd", "cc0", "pdm"})
MODES = frozenset({"serving", "empty", "rate-limited", "error", "broken"})


class Openverse:
    """Answers below its prefix. `mode` and `results` may be changed at any time.

    A result whose thumbnail does not behave "fine" gets 424 from the thumbnail's address, as upstream does.
    Modes: serving; empty; rate-limited (429); error (500); broken (JSON that ends too early).
    """

    prefix = "/openverse"

    def __init__(self) -> None:
        self.mode = "serving"
        self.results: Sequence[Result] = fine_results()

    async def answer(self, request: Request, port: int) -> Response | None:
        """Answer a search; None for any other address."""
        assert self.mode in MODES, self.mode
        if request.path != f"{self.prefix}/v1/images/":
            return None
        wanted = request.parameters
        if self.mode in {"rate-limited", "error"}:
            return _json({"detail": "Request was throttled."}, 429 if self.mode == "rate-limited" else 500)
        if self.mode == "broken":
            return Response(b'{"result_count": 3, "results": [', content_type="application/json")
        size, page = int(wanted.get("page_size", "20")), int(wanted.get("page", "1"))
        if size > 20 or size * page > 240:
            return _json({"detail": "Authentication credentials were not provided."}, 401)
        if not wanted.get("q") or set(wanted) & {"li", "lt", "pagesize"}:
            return _json(
                {"error": "InputError", "detail": "Invalid input given for fields.", "fields": ["q"]}, 400
            )
        found = [] if self.mode == "empty" else [one for one in self.results if _fits(one, wanted)]
        start = (page - 1) * size
        return _json(
            {
                "result_count": len(found),
                "page_count": -(-len(found) // size),
                "page_size": size,
                "page": page,
                "results": [
                    _as_json(one, port, request.origin + self.prefix) for one in found[start : start + size]
                ],
            },
            200,
        )


def _fits(result: Result, wanted: dict[str, str]) -> bool:
    types = set(filter(None, wanted.get("license_type", "").split(",")))
    if "commercial" in types and result.licence not in COMMERCIAL:
        return False
    if "modification" in types and result.licence.endswith("-nd"):
        return False
    names = set(filter(None, wanted.get("license", "").split(",")))
    return not names or result.licence in names


def _as_json(result: Result, port: int, base: str) -> dict[str, object]:
    identifier = str(UUID(int=result.identity + 1))
    version = "1.0" if result.licence in {"cc0", "pdm"} else "4.0"
    title = result.title or f"Result {result.identity}"
    address = f"https://creativecommons.org/licenses/{result.licence}/{version}/"
    return {
        "id": identifier,
        "title": title,
        "foreign_landing_url": result.page_at(port),
        "url": result.original_at(port),
        "creator": f"Author {result.identity}",
        "creator_url": None,
        "license": result.licence,
        "license_version": version,
        "license_url": address,
        "provider": "test",
        "source": "test",
        "category": "photograph",
        "filesize": None,
        "filetype": "jpg",
        "tags": [],
        "attribution": f'"{title}" by Author {result.identity} is licensed under {result.licence}. See {address}.',
        "fields_matched": ["title"],
        "mature": False,
        "width": result.size[0],
        "height": result.size[1],
        "thumbnail": result.thumbnail_at(port),
        "detail_url": f"{base}/v1/images/{identifier}/",
        "related_url": f"{base}/v1/images/{identifier}/related/",
        "unstable__sensitivity": [],
    }


def _json(content: dict[str, object], status: int) -> Response:
    return Response(json.dumps(content).encode(), status=status, content_type="application/json")
