"""What a comparison of pictures gives back, and the sentences that say what differs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from opsin.images.cells import host_of, licence_label
from opsin.images.hit import Hit
from opsin.pixels.likeness import alike, distance

IN_ALL = " in all"
"""Ends a sentence about what does not differ."""

_BITS = 128
_SAME_SHAPE = 0.02
_SHARPER = 1.15


@dataclass(frozen=True, slots=True)
class Compared:
    """One of the pictures.

    Attributes:
        id: The id that was asked for.
        number: Its number on the picture, from 1, by its place among the ids.
        width: Pixels of the file; `height` likewise.
        format: Its format, such as "JPEG".
        size_bytes: Bytes of the file.
        hit: The picture as its provider tells of it; None for an icon.
        icon: The icon's own id; empty for a picture.
        box: The part that is shown, in pixels of the upright file.
        shown: Width and height at which it is shown.
        detail: How much fine detail is seen at that size, from 0; only for pictures of the same thing does it say which
            is sharper.
        print: Its 128-bit difference hash.
        why: Why it is not the original, or what else is to be known of the file.
        failed: Why it cannot be shown; empty where it can.
        outside: What the other side said of that: outside text.
        picture: What is shown of it, as JPEG.
        description: What it shows, in a line, where that was asked for: outside text.
        described_by: The model that says so, or "opsin"; empty where nobody has looked.
    """

    id: str
    number: int
    width: int = 0
    height: int = 0
    format: str = ""
    size_bytes: int = 0
    sha256: str = ""
    hit: Hit | None = None
    icon: str = ""
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    shown: tuple[int, int] = (0, 0)
    detail: float = 0.0
    print: int = 0
    why: str = ""
    failed: str = ""
    outside: str = ""
    picture: bytes = b""
    description: str = ""
    described_by: str = ""

    @property
    def scale(self) -> float:
        """By how much it is reduced (below 1) or enlarged (above 1) to be shown."""
        return self.shown[0] / max(1, self.box[2] - self.box[0])

    def to_json(self) -> dict[str, Any]:
        """The picture as JSON values for programs. No address of the picture itself is among them."""
        hit = self.hit
        return {
            "number": self.number,
            "id": self.id,
            "icon": self.icon,
            "width": self.width,
            "height": self.height,
            "format": self.format,
            "bytes": self.size_bytes,
            "sha256": self.sha256,
            "shown": list(self.shown),
            "scale": round(self.scale, 4),
            "detail": round(self.detail, 2),
            "host": host_of(hit) if hit else "",
            "licence": hit.licence.label if hit else "",
            "title": hit.title if hit else "",
            "page": hit.page if hit else "",
            "why": self.why,
            "failed": self.failed,
            "description": self.description,
            "described_by": self.described_by,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Pictures that were compared.

    Attributes:
        pictures: In the order of the ids.
        region: The part of each that is shown, as it was asked for; empty for the whole.
        picture: All of them side by side, as JPEG.
        differences: What differs, a sentence each, in our own words.
        notes: What else is to be known.
    """

    pictures: tuple[Compared, ...]
    region: str
    picture: bytes
    width: int
    height: int
    differences: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def seen(self) -> tuple[Compared, ...]:
        """Those that can be shown."""
        return tuple(one for one in self.pictures if not one.failed)


def differences(seen: Sequence[Compared]) -> Iterator[str]:
    """Say what differs between pictures that are shown, a sentence for each thing; what is the same in all is said too."""
    if len(seen) < 2:  # noqa: PLR2004
        return
    largest = max(seen, key=lambda one: one.width * one.height)

    def size(one: Compared) -> str:
        share = one.width * one.height / (largest.width * largest.height)
        more = f" ({share:.0%} of the pixels of {largest.number})" if share < 0.995 else ""  # noqa: PLR2004
        return f"{one.width}x{one.height}{more}"

    yield _each("size", seen, size)
    ratios = [one.width / one.height for one in seen]
    if max(ratios) / min(ratios) > 1 + _SAME_SHAPE:
        yield _each("width by height", seen, lambda one: f"{one.width / one.height:.2f}")
    yield _each("format", seen, lambda one: one.format)
    yield _each("bytes", seen, lambda one: f"{one.size_bytes:,}")
    if any(one.hit for one in seen):
        yield _each("licence", seen, lambda one: _licence(one.hit))
        yield _each("host", seen, lambda one: (host_of(one.hit) if one.hit else "") or "unknown")
    yield from _likeness(seen)


def _likeness(seen: Sequence[Compared]) -> Iterator[str]:
    different = []
    for one, other in combinations(seen, 2):
        pair = f"{one.number} and {other.number}"
        if one.sha256 == other.sha256:
            yield f"{pair} are the very same file"
        elif alike(one.print, other.print):
            yield f"{pair} show the same picture, or nearly ({distance(one.print, other.print)} of {_BITS} bits differ)"
            yield from _sharpness(one, other)
        else:
            different.append(f"{pair} ({distance(one.print, other.print)} of {_BITS} bits differ)")
    if different:
        yield f"different pictures: {', '.join(different)}"


def _sharpness(one: Compared, other: Compared) -> Iterator[str]:
    better, worse = sorted((one, other), key=lambda compared: -compared.detail)
    if better.detail >= _SHARPER * max(worse.detail, 0.01):
        yield (
            f"{better.number} shows {better.detail / max(worse.detail, 0.01):.1f} times the fine detail of "
            f"{worse.number} at this size: it is sharper, or noisier"
        )
    else:
        yield f"{one.number} and {other.number} are about as sharp at this size"


def _licence(hit: Hit | None) -> str:
    label = licence_label(hit) if hit is not None else "?"
    return "unknown" if label == "?" else label


def _each(name: str, seen: Sequence[Compared], told: Callable[[Compared], str]) -> str:
    texts = [told(one) for one in seen]
    if len(set(texts)) == 1:
        return f"{name}: {texts[0]}{IN_ALL}"
    return f"{name}: " + ", ".join(f"{one.number} {text}" for one, text in zip(seen, texts, strict=True))
