"""The older method of searching icons: one query a word to a server of `@iconify/api`, all of a call at once, merged.

The icons that the most words find come first, then in the server's order. Icons that show the same are not folded.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

from opsin.icons.catalogue.base import Catalogue
from opsin.icons.licences.policy import Policy, allowed
from opsin.icons.licences.terms import terms_of
from opsin.icons.query import MOST_KEYWORDS

if TYPE_CHECKING:
    from httpcore2 import AsyncConnectionPool

_ASKED = 64
"""Icons that are asked for with each word, as is the server's default."""


class OlderMethod:
    """Asks over a pool of connections that stay open.

    Args:
        pool: The connections.
        address: The server's, without a slash at the end.
        catalogue: Tells the licence and the glyph of an icon.
    """

    def __init__(self, pool: "AsyncConnectionPool", address: str, catalogue: Catalogue) -> None:
        self._pool, self._address, self._catalogue = pool, address, catalogue

    async def ranked(self, keywords: Sequence[str]) -> list[str]:
        """The ids of all icons that the keywords find, the best first."""
        counts: dict[str, int] = {}
        for icons in await asyncio.gather(*map(self._query, keywords)):
            for icon in icons:
                counts[icon] = counts.get(icon, 0) + 1
        return sorted(counts, key=lambda icon: -counts[icon])

    def glyphs(self, ranked: Sequence[str], most: int) -> list[str]:
        """The glyphs of the first ids that the policy of the default lets through, repeated where icons show the same."""
        found: list[str] = []
        for one in ranked:
            icon = self._catalogue.icon(one)
            if icon is not None and not allowed(terms_of(icon), Policy.PERMISSIVE, prefix=icon.set.prefix):
                found.append(icon.glyph)
                if len(found) == most:
                    break
        return found

    async def _query(self, word: str) -> list[str]:
        answer = await self._pool.request("GET", f"{self._address}/search?query={quote(word)}&limit={_ASKED}")
        return list(json.loads(answer.content)["icons"])


@asynccontextmanager
async def older_method(address: str, catalogue: Catalogue) -> AsyncIterator[OlderMethod]:
    """The method against a server."""
    import httpcore2

    async with httpcore2.AsyncConnectionPool(max_connections=MOST_KEYWORDS) as pool:
        yield OlderMethod(pool, address, catalogue)
