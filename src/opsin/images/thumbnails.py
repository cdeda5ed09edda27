"""One thumbnail: fetched within its limits, decoded for its cell, known again when it comes twice."""

import time
from dataclasses import dataclass, replace
from hashlib import sha256

from PIL.Image import Image

from opsin.errors import BadStatus, OpsinError, PictureError, StoreError
from opsin.images.hit import Hit
from opsin.images.keys import thumbnail_key
from opsin.images.local_files import is_local, local_small
from opsin.pixels.decode import Picture, fit_within
from opsin.pixels.ground import on_ground
from opsin.pixels.isolated.thumbnails import decode_thumbnail
from opsin.pixels.likeness import MAX_DISTANCE, alike, dhash, distance
from opsin.pixels.limits import MAX_THUMBNAIL_BYTES
from opsin.pixels.sniff import refuse_no_picture
from opsin.services import Services
from opsin.threads import PIXELS, STORE
from opsin.web.clock import Limits, OnPhase, Phase

SILENT_SHARE = 0.4
"""The part of the time that a host may let pass without a word."""

KEPT_SECONDS = 86_400.0
"""How long a thumbnail's bytes are used again; an older one may no longer be what its host shows."""

COARSE = 0.6
"""A thumbnail that fills less than this share of what its cell could show is too small for it."""

ENLARGED_BYTES = 3_145_728
"""The most bytes of an original that is fetched because its thumbnail is too small."""

_SHAPE_SHARE = 0.1
"""By how much the shapes of a thumbnail and its original may differ: a square cut out of it is another picture."""


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A small picture that stands for a hit.

    Attributes:
        address: Where it came from.
        data: The bytes as they came.
        picture: Decoded, upright, within the cell.
        print: 128-bit difference hash of the picture.
        smaller: The provider's own thumbnail, where this is the original that stands in for it.
        exact: Only the same picture is the same, and not one that merely looks so: of two screenshots of one window
            the user means one.
    """

    address: str
    data: bytes
    picture: Picture
    print: int
    digest: str
    smaller: "Thumbnail | None" = None
    exact: bool = False

    @property
    def image(self) -> Image:
        """The decoded picture."""
        return self.picture.image

    def fitted(self, box: tuple[int, int]) -> Image:
        """The picture for a box that may have grown since it was decoded, because cells were folded."""
        width, height = self.image.size
        facts = self.picture.facts
        grown = width < min(box[0], facts.width) and height < min(box[1], facts.height)
        return decode_thumbnail(self.data, box).image if grown else self.image

    def shows_the_same(self, other: "Thumbnail") -> bool:
        """Whether both are the same bytes, or the same picture in another size or quality."""
        if self.exact or other.exact:
            return self.digest == other.digest
        return self.digest == other.digest or alike(self.print, other.print)

    def enlarges(self, small: "Thumbnail") -> bool:
        """Whether this is the same picture with more pixels, and no notice that a host shows to strangers instead."""
        mine, other = self.picture.facts, small.picture.facts
        shapes = mine.width * other.height, other.width * mine.height
        same_shape = abs(shapes[0] - shapes[1]) <= _SHAPE_SHARE * max(shapes)
        larger = mine.width > other.width and mine.height > other.height
        return larger and same_shape and distance(self.print, small.print) <= MAX_DISTANCE


def is_coarse(hit: Hit, shown: Thumbnail, box: tuple[int, int]) -> bool:
    """Whether a picture is much smaller than what a box (width, height in pixels) could show of the original.

    An original of unknown size counts as large.
    """
    facts = shown.picture.facts
    known = hit.width > 0 and hit.height > 0
    if shown.address == hit.original or (known and (hit.width <= facts.width or hit.height <= facts.height)):
        return False
    could = fit_within((hit.width, hit.height), box) if known else box
    return max(facts.width / could[0], facts.height / could[1]) < COARSE


async def load_thumbnail(
    services: Services, hit: Hit, box: tuple[int, int], *, seconds: float, on_phase: OnPhase | None = None
) -> Thumbnail:
    """Fetch the hit's thumbnail, or what can stand for it, and decode it for a box (width, height in pixels).

    Providers' own thumbnail services fail for pictures that are there; then the original stands in, within
    the same cap on bytes.

    Raises:
        OpsinError: nothing of it could be had; the sentence is that of the first try.
    """
    if is_local(hit):
        return await _load_local(services, hit, box, on_phase)
    addresses = list(dict.fromkeys([hit.thumbnail, hit.original]))
    first: OpsinError | None = None
    for address in addresses:
        try:
            data = await _bytes_of(services, address, seconds, on_phase)
            return await PIXELS.run(_decode, address, data, box)
        except OpsinError as error:
            first = first or error
    raise first or PictureError("The provider gave no address for it.")


async def load_enlarged(
    services: Services, hit: Hit, box: tuple[int, int], *, seconds: float, on_phase: OnPhase | None = None
) -> Thumbnail:
    """Fetch the hit's original, where it has at most 3 MiB, and decode it for a box (width, height in pixels).

    Raises:
        OpsinError: it could not be had, or is larger.
    """
    if is_local(hit):
        return await _load_local(services, hit, box, on_phase)
    data = await _bytes_of(services, hit.original, seconds, on_phase, max_bytes=ENLARGED_BYTES)
    return await PIXELS.run(_decode, hit.original, data, box)


async def _load_local(
    services: Services, hit: Hit, box: tuple[int, int], on_phase: OnPhase | None
) -> Thumbnail:
    if on_phase is not None:
        on_phase(Phase.READING)
    data = await local_small(services.settings, hit)
    return replace(await PIXELS.run(_decode, hit.thumbnail, data, box), exact=True)


async def _bytes_of(
    services: Services,
    address: str,
    seconds: float,
    on_phase: OnPhase | None,
    *,
    max_bytes: int = MAX_THUMBNAIL_BYTES,
) -> bytes:
    key = thumbnail_key(address)
    try:
        kept = await STORE.run(services.store.get_bytes, key)
    except StoreError:
        # What is kept only saves a request.
        kept = None
    if kept is not None and time.time() - kept.created < KEPT_SECONDS:
        return kept.data
    # A host that stays silent leaves time for what stands in for its thumbnail.
    limits = Limits(max_bytes, first_byte=max(1.0, seconds * SILENT_SHARE), whole=seconds)
    services.busy.check(address)
    reply = await services.web.get(
        address, limits=limits, check_head=lambda head: refuse_no_picture(head, "The host"), on_phase=on_phase
    )
    services.busy.note(reply)
    if not reply.ok:
        raise BadStatus(f"The host answered with status {reply.status}.", status=reply.status)
    return reply.body


def _decode(address: str, data: bytes, box: tuple[int, int]) -> Thumbnail:
    picture = decode_thumbnail(data, box)
    return Thumbnail(address, data, picture, dhash(on_ground(picture.image)), sha256(data).hexdigest())
