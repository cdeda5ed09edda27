"""Providers that answer by a script, and the asking of them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, TypeVar

from opsin.images.hit import Hit
from opsin.images.providers.base import Capabilities, Provider, Results
from opsin.images.query import Query
from opsin.images.resting import Rests
from opsin.images.turn import Asking
from opsin.rights.creative_commons import cc_zero
from opsin.rights.licence import Evidence
from opsin.store.sqlite import Store
from opsin.web.client import Web
from opsin.web.pacing import Pacer
from tests.images.providers.asked import settings

ALL_LEVELS = frozenset({"off", "moderate", "strict"})
FREE = cc_zero("1.0", Evidence("license", "cc0"))
HANG = object()

_Value = TypeVar("_Value")


def hits(provider: str, *names: str, **values: Any) -> tuple[Hit, ...]:
    """Hits with addresses of their own."""
    return tuple(
        Hit(provider, f"https://{provider}.example/{name}", f"https://t.example/{provider}/{name}", **values)
        for name in names
    )


class Scripted(Provider):
    """Answers by a script: results, an error to raise, or `HANG`; the last one for ever."""

    name: ClassVar[str] = "one"
    capabilities: ClassVar[Capabilities] = Capabilities(safe=ALL_LEVELS)

    def __init__(self, *script: object) -> None:
        super().__init__(settings())
        self.script = list(script)
        self.cursors: list[str] = []

    async def search(self, web: Web, query: Query, *, wanted: int, cursor: str = "") -> Results:
        self.cursors.append(cursor)
        step = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(step, Results):
            return step
        if isinstance(step, Exception):
            raise step
        await asyncio.Event().wait()
        raise AssertionError


class Second(Scripted):
    name = "two"


class Licensed(Scripted):
    name = "three"
    capabilities = Capabilities(safe=frozenset({"off"}), licence_evidence=True)


def with_asking(
    work: Callable[[Asking], Awaitable[_Value]],
    query: Query | None = None,
    *,
    store: Store | None = None,
    pacer: Pacer | None = None,
    cool_down: float = 300.0,
    wanted: int = 3,
    clock: Callable[[], float] | None = None,
) -> _Value:
    """Run `work` with what a search asks for; who rests lies in the store, where there is one."""

    async def run() -> _Value:
        rests = Rests(store, cool_down, *([clock] if clock else [])) if store is not None else None
        async with Web() as web:
            return await work(
                Asking(web, query or Query("red panda", count=3), pacer or Pacer(0), rests, wanted, wanted)
            )

    return asyncio.run(run())
