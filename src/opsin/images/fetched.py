"""The file that stands for an id: its bytes, what they are, and how they were come by."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from typing import Any

from opsin.images.hotlink import Rendition
from opsin.pixels.facts import Facts
from opsin.pixels.sniff import Format
from opsin.store.records import Kept


@dataclass(frozen=True, slots=True)
class Fetched:
    """A picture's file as it came from its host.

    Attributes:
        data: The file, checked: it decodes to its end.
        facts: What it is.
        url: The address that was asked.
        final_url: The address that answered.
        redirects: The addresses that led there, `url` first, without `final_url`.
        status: HTTP status of the answer.
        content_type: What the host said that it is; never relied on.
        robots: The host's X-Robots-Tag header.
        fetched_at: When, in seconds since 1970 (UTC).
        rendition: The original, or what stands in for it.
        why: Why it is not the original, or what else is to be known of it; else empty.
    """

    data: bytes
    facts: Facts
    url: str
    final_url: str
    redirects: tuple[str, ...] = ()
    status: int = 200
    content_type: str = ""
    robots: str = ""
    fetched_at: float = 0.0
    rendition: Rendition = Rendition.ORIGINAL
    why: str = ""

    @property
    def degraded(self) -> bool:
        """Whether something smaller stands in for the original."""
        return self.rendition is not Rendition.ORIGINAL

    @property
    def sha256(self) -> str:
        """The file's SHA-256 in hexadecimal."""
        return sha256(self.data).hexdigest()

    def noting(self, why: str) -> "Fetched":
        """The same file with one more thing to know of it."""
        return replace(self, why=" ".join(filter(None, [self.why, why])))

    def meta(self) -> dict[str, Any]:
        """All but the bytes, as JSON values, for the store."""
        values = {
            one.name: getattr(self, one.name) for one in fields(self) if one.name not in {"data", "facts"}
        }
        return {**values, "facts": asdict(self.facts), "degraded": self.degraded}


def read_kept(kept: Kept) -> Fetched | None:
    """Read back what `meta` described; None where another version of opsin wrote it differently."""
    try:
        meta: Mapping[str, Any] = kept.meta
        facts = {
            **meta["facts"],
            "format": Format(meta["facts"]["format"]),
            "notes": tuple(meta["facts"]["notes"]),
        }
        known = {one.name for one in fields(Fetched)} - {"data", "facts", "redirects", "rendition"}
        return Fetched(
            data=kept.data,
            facts=Facts(**facts),
            redirects=tuple(meta["redirects"]),
            rendition=Rendition(meta["rendition"]),
            **{name: value for name, value in meta.items() if name in known},
        )
    except (KeyError, TypeError, ValueError):
        return None
