"""A server with the manners of the Iconify API, over a few made-up sets: its limits, its silence about them, its `404` with
status 200, its errors without a body; and hosts of it that misbehave."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from opsin.demo.http_server import Request, Response
from tests.loopback.keyed import HTML, LARGE, ODD, json_response

MODES = frozenset(
    {
        "serving",
        "hang",
        "error",
        "html",
        "number",
        "bodyless",
        "refusing",
        "rate-limited",
        "broken",
        "odd",
        "too-large",
    }
)

SQUARE = '<path fill="currentColor" d="M2 2h12v12H2z"/>'
LINES = '<path fill="none" stroke="currentColor" d="M2 2h12v12"/>'


def _info(name: str, spdx: str, **more: object) -> dict[str, object]:
    licence = (
        {"license": {"title": spdx, "spdx": spdx, "url": f"https://{name.lower()}.example/licence"}}
        if spdx
        else {}
    )
    author = {"name": f"{name} Authors", "url": f"https://{name.lower()}.example"}
    return {"name": name, "total": 3, "version": "1.0.0", "author": author, **licence, "height": 16, **more}


def _icons(*names: str, body: str = SQUARE) -> dict[str, dict[str, object]]:
    return {name: {"body": body} for name in names}


def made_up_sets() -> dict[str, dict[str, Any]]:
    """The sets, in Iconify's order, each as in its own JSON file with `info`."""
    return {
        "alpha": {
            "info": _info("Alpha", "MIT", palette=False),
            "icons": _icons("rocket", "rocket-launch", "home", "home-filled", "car"),
            "aliases": {"house": {"parent": "home"}, "rocket-left": {"parent": "rocket", "hFlip": True}},
            "width": 16,
            "height": 16,
        },
        "beta": {
            "info": _info("Beta", "CC-BY-4.0"),
            "icons": _icons("rocket", "rocket-off", "launch", body=LINES),
            "width": 24,
            "height": 24,
        },
        "gamma": {"info": _info("Gamma", "CC-BY-NC-4.0"), "icons": _icons("rocket"), "aliases": {}},
        "bare": {"info": _info("Bare", ""), "icons": _icons("rocket")},
        "simple-icons": {
            "info": _info("Simple", "CC0-1.0", category="Logos"),
            "icons": _icons("made-up-rocket", "vuedotjs", "github"),
            "aliases": {"vue": {"parent": "vuedotjs"}},
        },
        "delta": {
            "info": _info("Delta", "Apache-2.0"),
            "icons": {
                **_icons("launch", "rocketship"),
                "evil": {"body": '<script>alert("rocket")</script>'},
                "rocket-evil": {"body": '<image href="/etc/passwd"/>'},
            },
        },
        "old": {"info": _info("Old", "MIT", hidden=True), "icons": _icons("rocket")},
    }


class Iconify:
    """Answers below its prefix. What is set may be changed at any time.

    Modes: serving; hang; error (500); html (a page with status 200); number (`404` with status 200); bodyless (404
    without a word); refusing (400 with two words); rate-limited (429 that asks for ten minutes); broken (JSON that ends
    too early); odd (values of every wrong kind); too-large.

    Attributes:
        mode: How every host answers that `modes` does not name.
        modes: How hosts answer, by name.
        failing: Paths (without the prefix) that are answered with 500 whatever the mode.
        sets: The sets.
    """

    prefix = "/iconify"

    def __init__(self) -> None:
        self.mode = "serving"
        self.modes: dict[str, str] = {}
        self.failing: set[str] = set()
        self.sets = made_up_sets()

    async def answer(self, request: Request, port: int) -> Response | None:
        """Answer a request; None for any other address."""
        if not request.path.startswith(f"{self.prefix}/"):
            return None
        path = request.path.removeprefix(self.prefix)
        mode = self.modes.get(request.headers.get("host", "").rpartition(":")[0], self.mode)
        assert mode in MODES, mode
        if path in self.failing:
            return Response(b"", status=500, content_type="text/html")
        return _failure(mode) or self._answer(path, request.parameters)

    def _answer(self, path: str, wanted: Mapping[str, str]) -> Response:
        if path == "/search":
            return self._search(wanted)
        if path == "/collections":
            return json_response({prefix: one["info"] for prefix, one in self.sets.items()})
        if path == "/collection":
            return self._collection(wanted.get("prefix", ""))
        if path.endswith(".json"):
            return self._icons(path[1:].removesuffix(".json"), wanted.get("icons", ""))
        return Response(b"", status=404)

    def _search(self, wanted: Mapping[str, str]) -> Response:
        words = wanted.get("query", "").lower().split()
        if not words or not wanted.get("limit", "64").isdigit():
            return Response(b"Bad request", status=400, content_type="text/plain")
        limit = max(32, min(int(wanted.get("limit", "64")), 999))
        only = set(filter(None, wanted.get("prefixes", "").split(",")))
        words = [word for word in words if ":" not in word]
        exact, partial = [], []
        for prefix, one in self.sets.items():
            if one["info"].get("hidden") or (only and prefix not in only):
                continue
            for name in (*one["icons"], *one.get("aliases", {})):
                pieces = name.split("-")
                if all(word in pieces for word in words):
                    exact.append((len(name), f"{prefix}:{name}"))
                elif all(any(piece.startswith(word) for piece in pieces) for word in words):
                    partial.append((len(name), f"{prefix}:{name}"))
        # Stable: of equal length the set that comes first stays first.
        ids = [one for part in (exact, partial) for _, one in sorted(part, key=lambda pair: pair[0])][:limit]
        sets = dict.fromkeys(one.partition(":")[0] for one in ids)
        return json_response(
            {
                "icons": ids,
                "total": len(ids),
                "limit": limit,
                "start": 0,
                "collections": {prefix: self.sets[prefix]["info"] for prefix in sets},
                "request": dict(wanted),
            }
        )

    def _collection(self, prefix: str) -> Response:
        if prefix not in self.sets:
            return Response(b"Not found", status=404, content_type="text/plain")
        one = self.sets[prefix]
        names = list(one["icons"])
        aliases = {alias: about["parent"] for alias, about in one.get("aliases", {}).items()}
        return json_response(
            {
                "prefix": prefix,
                "total": len(names),
                "title": one["info"]["name"],
                "info": one["info"],
                "uncategorized": names[1:],
                "categories": {"Things": names[:1]},
                "hidden": [],
                "aliases": aliases,
            }
        )

    def _icons(self, prefix: str, listed: str) -> Response:
        if prefix not in self.sets or not listed:
            return Response(b"404", content_type="application/json")
        one, wanted = self.sets[prefix], listed.split(",")
        aliases = {name: one["aliases"][name] for name in wanted if name in one.get("aliases", {})}
        needed = [*wanted, *(about["parent"] for about in aliases.values())]
        icons = {name: one["icons"][name] for name in needed if name in one["icons"]}
        content: dict[str, object] = {
            "prefix": prefix,
            "lastModified": 1_700_000_000,
            "icons": icons,
            "width": one.get("width", 16),
            "height": one.get("height", 16),
        }
        if aliases:
            content["aliases"] = aliases
        if unknown := [name for name in wanted if name not in icons and name not in aliases]:
            content["not_found"] = unknown
        return json_response(content)


def _failure(mode: str) -> Response | None:
    if mode == "hang":
        return Response(write=_hang, silent=True)
    odd = {"icons": list(ODD), "limit": [], "collections": ODD[-1], "prefix": [], "aliases": list(ODD)}
    bodies = {
        "error": Response(b"", status=500, content_type="text/html"),
        "html": Response(HTML, content_type="text/html"),
        "number": Response(b"404", content_type="application/json"),
        "bodyless": Response(b"", status=404),
        "refusing": Response(b"Bad request", status=400, content_type="text/plain"),
        "rate-limited": Response(b"", status=429, headers={"Retry-After": "600"}),
        "broken": Response(b'{"icons": ["alpha:ro', content_type="application/json"),
        "odd": Response(json.dumps(odd).encode(), content_type="application/json"),
        "too-large": Response(b"[" + b" " * LARGE, content_type="application/json"),
    }
    return bodies.get(mode)


async def _hang(_writer: object) -> None:
    await asyncio.sleep(3600)
