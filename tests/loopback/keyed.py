"""What the servers of the providers with keys share: the key that they accept, and the ways in which all of them fail."""

import json
from collections.abc import Sequence

from opsin.demo.http_server import Request, Response
from tests.loopback.results import Result, fine_results

KEY = "k3y-Of-The-Tests.0123456789/abcdef"
"""It has a character that addresses write in another way."""

HTML = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body>Please wait.</body></html>"
LARGE = 9_000_000
MODES = frozenset(
    {
        "serving",
        "empty",
        "odd",
        "bad-key",
        "no-credit",
        "quota",
        "rate-limited",
        "error",
        "html",
        "shield",
        "broken",
        "too-large",
        "moved",
    }
)


class KeyedServer:
    """Answers below its prefix. `mode` and `results` may be changed at any time.

    Modes: serving; empty; odd (rows with fields of every wrong kind around one good row); bad-key, no-credit and quota as
    the API tells them; rate-limited (429, `Retry-After` as set); error (500); html (a page with status 200); shield (a page
    with 403); broken (JSON that ends too early); too-large; moved (a redirect to `moved_to`). Whoever comes without the key gets what bad-key gives, and the
    answer repeats what it sent as a key, as careless servers do.
    """

    prefix = ""
    path = ""

    def __init__(self) -> None:
        self.mode = "serving"
        self.results: Sequence[Result] = fine_results()
        self.retry_after = ""
        self.moved_to = ""

    async def answer(self, request: Request, port: int) -> Response | None:
        """Answer a search; None for any other address."""
        assert self.mode in MODES, self.mode
        if request.path != f"{self.prefix}{self.path}":
            return None
        if (response := self._failure()) is not None:
            return response
        given = self.key_of(request)
        if self.mode == "bad-key" or given != KEY:
            return self.bad_key(given)
        if self.mode in {"no-credit", "quota"}:
            return self.no_credit(given) if self.mode == "no-credit" else self.quota(given)
        found = () if self.mode == "empty" else self.results
        return self.page(request, port, found)

    def _failure(self) -> Response | None:
        headers = {"Retry-After": self.retry_after} if self.retry_after else {}
        bodies = {
            "rate-limited": Response(b"{}", status=429, content_type="application/json", headers=headers),
            "error": Response(b"", status=500, content_type="text/html"),
            "html": Response(HTML, content_type="text/html"),
            "shield": Response(HTML, status=403, content_type="text/html"),
            "broken": Response(b'{"results": [', content_type="application/json"),
            "too-large": Response(b"[" + b" " * LARGE, content_type="application/json"),
            "moved": Response(b"", status=307, headers={"Location": self.moved_to}),
        }
        return bodies.get(self.mode)

    def key_of(self, request: Request) -> str:
        """The key that came along."""
        raise NotImplementedError

    def bad_key(self, given: str) -> Response:
        """What a wrong key gets."""
        raise NotImplementedError

    def no_credit(self, given: str) -> Response:
        """What an account without credit gets."""
        raise NotImplementedError

    def quota(self, given: str) -> Response:
        """What a quota that is used up gets."""
        raise NotImplementedError

    def page(self, request: Request, port: int, found: Sequence[Result]) -> Response:
        """One page of results."""
        raise NotImplementedError


def json_response(
    content: dict[str, object], status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """JSON as a response."""
    body = json.dumps(content).encode()
    return Response(body, status=status, content_type="application/json", headers=headers or {})


ODD: tuple[object, ...] = (None, True, -1, 1.5, "", "data:image/png;base64,AA", [], {}, ["//"], {"src": 7})
"""Values that no field of an address, a text or a size should have."""
