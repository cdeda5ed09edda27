"""Going on with a query: page N+1 starts after the last result that page N took.

After each page a small record is kept under the query's key: who served, where that provider goes on, the
hits that were fetched but not shown, and what has been shown, so that no original comes twice.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from opsin.images.hit import Hit, place_of
from opsin.images.query import Query


@dataclass(frozen=True, slots=True)
class Paged:
    """How far a query has been paged.

    Attributes:
        provider: Who serves this query, or "all"; empty before the first page.
        cursor: Where the provider goes on; empty when it has no more.
        cursors: The same for each of several that are asked at once, by name.
        unused: Hits that were fetched and not shown.
        seen: Digests of the originals that were shown or folded.
        ignored: Filters that the provider could not keep; they hold for every page.
        series: Which asking of the first page it follows; one that was asked anew makes older records stale.
    """

    provider: str = ""
    cursor: str = ""
    unused: tuple[Hit, ...] = ()
    seen: frozenset[str] = field(default=frozenset())
    ignored: tuple[str, ...] = ()
    series: str = ""
    cursors: Mapping[str, str] = field(default_factory=dict)

    @property
    def goes_on(self) -> bool:
        """Whether a provider has more."""
        return bool(self.cursor or any(self.cursors.values()))

    def to_json(self) -> dict[str, Any]:
        """As JSON values, for the store."""
        return {
            "provider": self.provider,
            "cursor": self.cursor,
            "unused": [hit.to_json() for hit in self.unused],
            "seen": sorted(self.seen),
            "ignored": list(self.ignored),
            "series": self.series,
            "cursors": dict(self.cursors),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Paged | None":
        """Read back what `to_json` wrote; None where it is something else."""
        try:
            record = cls(
                provider=data["provider"],
                cursor=data["cursor"],
                unused=tuple(Hit.from_json(hit) for hit in data["unused"]),
                seen=frozenset(data["seen"]),
                ignored=tuple(data.get("ignored", ())),
                series=data.get("series", ""),
                cursors=dict(data.get("cursors", {})),
            )
        except (AttributeError, KeyError, TypeError, ValueError):
            return None
        hits = (text for hit in record.unused for text in (hit.provider, hit.original, hit.thumbnail))
        at = (text for pair in record.cursors.items() for text in pair)
        texts = (record.provider, record.cursor, record.series, *record.seen, *record.ignored, *at, *hits)
        return record if all(isinstance(text, str) for text in texts) else None


def paging_key(query: Query, page: int) -> str:
    """The key of the record left by one page of a query; the count does not matter, the filters do."""
    same = replace(query, page=1, count=1).to_json()
    digest = sha256(json.dumps(same, sort_keys=True).encode()).hexdigest()[:32]
    return f"paging:{digest}:{page}"


def digest_of(hit: Hit) -> str:
    """A short digest by which a hit is known again."""
    return _digest(hit.likeness or hit.original)


def digests_of(hit: Hit) -> frozenset[str]:
    """All digests by which a hit is known again, though another provider tells of the same file."""
    place = " ".join(place_of(hit.original))
    return frozenset(map(_digest, filter(None, (hit.likeness, hit.original, place))))


def fresh(hits: Sequence[Hit], seen: frozenset[str]) -> tuple[Hit, ...]:
    """The hits that no earlier page of the query has shown."""
    return tuple(hit for hit in hits if seen.isdisjoint(digests_of(hit)))


def _digest(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:24]
