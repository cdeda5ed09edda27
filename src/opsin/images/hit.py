"""One picture as a provider tells of it, in the same words for every provider."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any
from urllib.parse import unquote, urlsplit

from opsin.rights.licence import UNKNOWN, Licence


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a provider.

    All text is as the provider gave it (HTML already unescaped and tags removed), so it is outside text:
    it goes to a model only through `opsin.text.fence`. Sizes are pixels of the original, 0 where unknown.

    Addresses of the picture itself stay with opsin: no other field holds one. A page, an author's page or a
    licence's page that is the picture's own address is left empty, and so is a credit line that names one.

    Attributes:
        original: Address of the full picture.
        thumbnail: Address of the small picture for the sheet; the original's where the provider has none.
        page: Address of the page that the picture stands on.
        renditions: Further addresses of the same picture, largest first, that may serve when the original
            is refused; the thumbnail is not among them.
        thumbnail_width: Pixels of the thumbnail where the provider states them, else 0; `thumbnail_height` likewise.
        source: Name of the collection that the picture is in, for its credit line ("Wikimedia Commons").
        ready: The credit line that the provider or the author wrote, word for word; `attribution` is made of it.
        claim: What only a provider's filter claims about the licence; never evidence.
        likeness: A key that two hits share only when they are the same file (a provider's sha1), or empty.
        video: The picture is a still of a video.
        download_call: What the provider wants to be called with when the picture is downloaded, and only then.
        path: Where its file lies, for a picture of this machine; else empty.
    """

    provider: str
    original: str
    thumbnail: str
    page: str = ""
    title: str = ""
    width: int = 0
    height: int = 0
    size_bytes: int = 0
    mime: str = ""
    creator: str = ""
    creator_url: str = ""
    licence: Licence = UNKNOWN
    attribution: str = ""
    source: str = ""
    ready: str = ""
    claim: str = ""
    likeness: str = ""
    renditions: tuple[str, ...] = field(default=())
    video: bool = False
    thumbnail_width: int = 0
    thumbnail_height: int = 0
    download_call: str = ""
    path: str = ""

    def __post_init__(self) -> None:
        """Take the picture's own addresses out of every field that is shown."""
        pictures = [one for one in (self.original, self.thumbnail, *self.renditions) if one]
        for name in ("page", "creator_url"):
            object.__setattr__(self, name, page_of((getattr(self, name),), pictures))
        if self.licence.url and not page_of((self.licence.url,), pictures):
            object.__setattr__(self, "licence", replace(self.licence, url=""))
        for name in ("attribution", "ready"):
            if any(one in getattr(self, name) for one in pictures):
                object.__setattr__(self, name, "")
        for name in ("title", "creator", "source"):
            text: str = getattr(self, name)
            for one in pictures:
                text = text.replace(one, "")
            object.__setattr__(self, name, text)

    def read_at(self, time: float) -> "Hit":
        """Return the hit with the time at which its licence was read, in seconds since 1970."""
        licence = self.licence.read_at(time)
        return self if licence is self.licence else replace(self, licence=licence)

    def to_json(self) -> dict[str, Any]:
        """The hit as JSON values, for the store."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Hit":
        """Read back what `to_json` wrote, also of another version: fields that are not known here are passed over."""
        known = {one.name for one in fields(cls)}
        return cls(
            **{
                **{name: value for name, value in data.items() if name in known},
                "licence": Licence.from_json(data["licence"]),
                "renditions": tuple(data["renditions"]),
            }
        )


def page_of(pages: Iterable[str], pictures: Iterable[str]) -> str:
    """Return the first of the addresses that is not one of the pictures' own; empty where there is none.

    Scheme, fragment, and the way that characters are escaped make no other address.
    """
    own = {place_of(one) for one in pictures if one}
    return next((one for one in pages if one and place_of(one) not in own), "")


def place_of(address: str) -> tuple[str, str, str]:
    """What an address leads to, so that two spellings of one are equal: scheme, fragment and escapes left out."""
    try:
        split = urlsplit(address)
    except ValueError:
        return ("", address, "")
    host = split.netloc.lower().removesuffix(":80").removesuffix(":443")
    return (host, unquote(split.path), unquote(split.query))


def same_file(one: Hit, other: Hit) -> bool:
    """Whether two hits are known to be one file: by the provider's key, or by the original's address."""
    if one.likeness and one.likeness == other.likeness:
        return True
    return place_of(one.original) == place_of(other.original)
