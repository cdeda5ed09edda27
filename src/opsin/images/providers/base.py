"""What every provider is: what it can do, how it asks, how it reads the answer.

A provider is one small file with one class. Asking and reading are apart: `parse_…` functions of the file
are pure (bytes in, values out), so that each is tested without a network.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from opsin.images.hit import Hit
from opsin.images.providers.terms import Terms
from opsin.images.query import Query
from opsin.settings import Settings

if TYPE_CHECKING:
    from opsin.web.client import Web


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a provider can do by itself. What it cannot is done locally where possible, and told otherwise.

    Attributes:
        safe: The levels of `safe` that it can keep to.
        licence_evidence: Its answers state a licence for each picture, so that it is asked where one is wanted.
        sizes: Its answers state the pixels of pictures, without which neither `min_width` nor `orientation` can be kept.
    """

    safe: frozenset[str]
    licence_evidence: bool = False
    sizes: bool = True


@dataclass(frozen=True, slots=True)
class Results:
    """One page of a provider's results, in its own order.

    Attributes:
        hits: The results.
        cursor: What to hand to `search` to get the page after; empty where there is none.
        ignored: Filters of the query that could not be kept, each as a short sentence for the answer.
    """

    hits: tuple[Hit, ...]
    cursor: str = ""
    ignored: tuple[str, ...] = field(default=())


class Provider(ABC):
    """One source of pictures.

    A provider is made once for all calls, so it holds no state of one search; what it must remember between
    two requests of a search (a token, an offset) goes into the cursor.
    """

    name: ClassVar[str]
    capabilities: ClassVar[Capabilities]
    standing: ClassVar[str] = ""
    """What is to be known of it before one relies on it: its terms, its price, its end. Plain sentences."""
    needs: ClassVar[tuple[str, ...]] = ()
    """The settings, by variable, without which it cannot be asked."""
    key_from: ClassVar[str] = ""
    """Where one gets the key that it needs."""
    terms: ClassVar[Terms] = Terms()
    """What it asks of those who use its pictures."""
    private: ClassVar[bool] = False
    """Its pictures are the user's own: it is asked by its name alone."""
    paced: ClassVar[bool] = True
    """It is a service of others, so that two searches keep their distance."""
    ends: ClassVar[date | None] = None
    """The first day on which what it offers everybody is over, where that day is known."""
    thumbnail_connections: ClassVar[Mapping[str, int]] = {}
    """Connections that this provider's own thumbnail hosts take at once: host name or `*.suffix` to number."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @classmethod
    def missing(cls, settings: Settings) -> tuple[str, ...]:
        """Which of the settings that it needs are not set, by variable."""
        keys = {name: name.removeprefix("OPSIN_").lower() for name in cls.needs}
        return tuple(name for name, key in keys.items() if not getattr(settings, key))

    def request_of(self, query: Query, *, wanted: int, cursor: str = "") -> str:
        """What tells one request from another, without the key; needed where its terms have answers kept, else empty."""
        del query, wanted, cursor
        return ""

    @staticmethod
    def written(base: str, parameters: Mapping[str, str]) -> str:
        """A request as text, for `request_of`."""
        return json.dumps([base, sorted(parameters.items())])

    async def tell_download(self, web: "Web", call: str) -> None:
        """Tell it that a picture was downloaded, by the address in the hit's `download_call`, where its terms want that.

        Raises:
            ProviderError, WebError: it could not be told.
        """
        del web, call  # most do not want to be told

    @abstractmethod
    async def search(self, web: "Web", query: Query, *, wanted: int, cursor: str = "") -> Results:
        """Ask for about `wanted` results, from the start or after `cursor`.

        Raises:
            ProviderError: the provider did not serve; the outcome says which failure it was. An empty answer
                is no error: `Results` without hits.
            WebError: the request failed on the way; the chain turns it into an outcome.
        """
