"""Answers of the Iconify API that are kept in the store: seven days as the API's own headers say, and after that for need."""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256

from opsin.errors import StoreError
from opsin.icons.icon import Body
from opsin.store.records import Kept
from opsin.store.sqlite import Store
from opsin.threads import STORE

KEPT_SECONDS = 7 * 86_400.0
"""`Cache-Control: max-age=604800` of the API's answers."""

KIND = "iconify"
LARGEST = 2_000_000
"""Bytes of an answer that is kept. The store as a whole has a limit of its own, and the oldest leave it first."""


class KeptAnswers:
    """What was answered before.

    Args:
        store: Where it is kept.
        name: Whose answers: those of two APIs are kept apart.
        clock: Seconds since 1970.
    """

    def __init__(self, store: Store, name: str, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._name = name
        self.clock = clock

    async def get(self, path: str) -> Kept | None:
        """The answer to a request, however old; None where there is none."""
        return (await self.get_all([path])).get(path)

    async def get_all(self, paths: Iterable[str]) -> dict[str, Kept]:
        """The answers to requests, however old, as far as there are any. A store that fails has none."""

        def work() -> dict[str, Kept]:
            found = {path: self._store.get_bytes(self._key(path)) for path in paths}
            return {path: kept for path, kept in found.items() if kept is not None}

        try:
            return await STORE.run(work)
        except StoreError:
            return {}

    def is_fresh(self, kept: Kept) -> bool:
        """Whether an answer may be used without asking again. One from the future shows a clock that was set back."""
        return 0 <= self.clock() - kept.created < KEPT_SECONDS

    async def keep(self, answers: Mapping[str, bytes]) -> None:
        """Keep answers by their requests, where the store can; those that are too large are left out."""
        rows = [(self._key(path), body, KIND) for path, body in answers.items() if len(body) <= LARGEST]
        if not rows:
            return
        try:
            await STORE.run(self._store.keep, rows, {})
        except StoreError:
            # It only saves a request.
            return

    def _key(self, path: str) -> str:
        return f"iconify {sha256(f'{self._name} {path}'.encode()).hexdigest()}"


def drawing_bytes(icon_id: str, body: Body) -> bytes:
    """A drawing as the API would answer with it alone, mirrored and turned already, so that it is read the same way."""
    prefix, _, name = icon_id.partition(":")
    entry = {
        "body": body.markup,
        "left": body.left,
        "top": body.top,
        "width": body.width,
        "height": body.height,
    }
    return json.dumps({"prefix": prefix, "icons": {name: entry}}).encode()
