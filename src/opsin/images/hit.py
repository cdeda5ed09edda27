"""One picture as a provider tells of it, in the same words for every provider."""

from dataclasses import asdict, dataclass, field
from typing import Any

from opsin.rights.licence import UNKNOWN, Licence


@dataclass(frozen=True, slots=True)
class Hit:
    """One result of a provider.

    All text is as the provider gave it (HTML already unescaped and tags removed), so it is outside text:
    it goes to a model only through `opsin.text.fence`. Sizes are pixels of the original, 0 where unknown.

    Attributes:
        original: Address of the full picture.
        thumbnail: Address of the small picture for the sheet; the original's where the provider has none.
        page: Address of the page that the picture stands on.
        renditions: Further addresses of the same picture, largest first, that may serve when the original
            is refused; the thumbnail is not among them.
        claim: What only a provider's filter claims about the licence; never evidence.
        likeness: A key that two hits share only when they are the same file (a provider's sha1), or empty.
        video: The picture is a still of a video.
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
    claim: str = ""
    likeness: str = ""
    renditions: tuple[str, ...] = field(default=())
    video: bool = False

    def to_json(self) -> dict[str, Any]:
        """The hit as JSON values, for the store."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Hit":
        """Read back what `to_json` wrote."""
        return cls(
            **{
                **data,
                "licence": Licence.from_json(data["licence"]),
                "renditions": tuple(data["renditions"]),
            }
        )
