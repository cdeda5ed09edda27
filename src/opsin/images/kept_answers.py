"""Answers of providers that are kept for a while, where their terms have the same request not asked twice."""

import json
import time
from collections.abc import Callable
from hashlib import sha256

from opsin.errors import StoreError
from opsin.images.hit import Hit
from opsin.images.providers.base import Provider, Results
from opsin.store.sqlite import Store
from opsin.threads import STORE

KIND = "answer"
"""What the store calls them; they go as early as thumbnails where space runs short."""


class KeptAnswers:
    """The answers that the store holds, for all servers on it.

    Args:
        store: Where they are kept.
        clock: Seconds since 1970.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock

    async def find(self, provider: Provider, request: str) -> Results | None:
        """What was answered to a request; None where that is too old, gone, or never kept."""
        if not request or not provider.terms.keep_answers_s:
            return None
        try:
            kept = await STORE.run(self._store.get_bytes, _key(provider, request))
        except StoreError:
            return None
        if kept is None or not 0 <= self._clock() - kept.created < provider.terms.keep_answers_s:
            return None
        try:
            told = json.loads(kept.data)
            hits = tuple(map(Hit.from_json, told["hits"]))
            return Results(hits, str(told["cursor"]), tuple(map(str, told["ignored"])))
        except (KeyError, TypeError, ValueError):
            # Another version of opsin wrote it differently.
            return None

    async def keep(self, provider: Provider, request: str, results: Results) -> None:
        """Keep what was answered, where the provider's terms ask for it."""
        if not request or not provider.terms.keep_answers_s:
            return
        now = self._clock()
        told = {
            "hits": [hit.read_at(now).to_json() for hit in results.hits],
            "cursor": results.cursor,
            "ignored": results.ignored,
        }
        data = json.dumps(told).encode()
        await STORE.run(lambda: self._store.put_bytes(_key(provider, request), data, kind=KIND))


def _key(provider: Provider, request: str) -> str:
    digest = sha256(request.encode(errors="surrogatepass")).hexdigest()
    return f"answer:{provider.name}:{digest}"
