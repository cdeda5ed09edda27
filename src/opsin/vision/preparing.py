"""Pixels made into the pictures that a model gets: cut, reduced where that must be, and encoded with nothing beside them."""

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageChops

from opsin.pixels.plain import PlainPixels
from opsin.vision.engines.base import Sent
from opsin.vision.request import Mode
from opsin.vision.tiling import LEGIBLE, Cut, Tile, cut

JPEG_QUALITY = 92
MOST_PNG_PIXELS = 500_000
"""A photograph of more pixels goes as JPEG: as PNG it has about two bytes a pixel."""

LEAST_SIDE = 64
"""Models cut a picture into patches of up to 32 pixels, and some servers fail over one that holds none."""

_FLAT = 0.5
"""The share of pixels that are as bright as their neighbour from which a picture is drawn and no photograph."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is sent of one image.

    Attributes:
        sent: The overview first, then the tiles row by row.
        notes: What the reader should know of how it is seen, a sentence each.
    """

    sent: tuple[Sent, ...]
    notes: tuple[str, ...]


def prepare(pixels: PlainPixels, *, mode: Mode, max_edge: int, image: int = 1) -> Prepared:
    """Make the pictures of one image. It takes a while: call it in a thread.

    Args:
        pixels: The image, or the region of it that is looked at.
        mode: Only general images may be shrunk however large they are: the text of others is to be read.
        max_edge: The longest edge of what is sent, in pixels.
        image: 1, or 2 for the second image.
    """
    plan = cut(pixels.width, pixels.height, max_edge=max_edge, legible=mode is not Mode.GENERAL)
    whole = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.rgb)
    sent = tuple(_sent(whole, tile, pixels, max_edge, image) for tile in plan.pictures)
    return Prepared(sent, _notes(pixels, plan, mode, image))


def _sent(whole: Image.Image, tile: Tile, pixels: PlainPixels, max_edge: int, image: int) -> Sent:
    part = whole if tile.box == (0, 0, *whole.size) else whole.crop(tile.box)
    if part.size != (tile.width, tile.height):
        part = part.resize((tile.width, tile.height), Image.Resampling.LANCZOS, reducing_gap=3.0)
    part = _not_too_small(part, max_edge)
    data, mime = _encode(part)
    left, top = pixels.box[:2]
    across = (pixels.box[2] - left) / pixels.width
    down = (pixels.box[3] - top) / pixels.height
    box = (
        left + int(tile.box[0] * across),
        top + int(tile.box[1] * down),
        left + round(tile.box[2] * across),
        top + round(tile.box[3] * down),
    )
    return Sent(data, mime, part.width, part.height, sha256(data).hexdigest(), box, image)


def _not_too_small(image: Image.Image, max_edge: int) -> Image.Image:
    """Enlarge a tiny picture by whole pixels, and widen a narrow one with more of its last row or column."""
    least = min(LEAST_SIDE, max_edge)
    if max(image.size) < least:
        times = least // max(image.size)
        image = image.resize((image.width * times, image.height * times), Image.Resampling.NEAREST)
    if min(image.size) >= least:
        return image
    wide = Image.new("RGB", (max(image.width, least), max(image.height, least)))
    right = image.crop((image.width - 1, 0, image.width, image.height))
    wide.paste(right.resize((wide.width, image.height), Image.Resampling.NEAREST))
    wide.paste(image)
    bottom = wide.crop((0, image.height - 1, wide.width, image.height))
    rest = wide.height - image.height
    if rest:
        wide.paste(bottom.resize((wide.width, rest), Image.Resampling.NEAREST), (0, image.height))
    return wide


def _encode(image: Image.Image) -> tuple[bytes, str]:
    """The bytes and their media type. What is encoded was made of pixels, so there are no metadata to go with it."""
    target = BytesIO()
    if image.width * image.height > MOST_PNG_PIXELS and _is_photograph(image):
        image.save(target, "JPEG", quality=JPEG_QUALITY, subsampling="4:4:4")
        return target.getvalue(), "image/jpeg"
    image.save(target, "PNG")
    return target.getvalue(), "image/png"


def _is_photograph(image: Image.Image) -> bool:
    grey = image.convert("L")
    equal = ImageChops.difference(grey, ImageChops.offset(grey, 1, 0)).histogram()[0]
    return equal < _FLAT * grey.width * grey.height


def _notes(pixels: PlainPixels, plan: Cut, mode: Mode, image: int) -> tuple[str, ...]:
    told: list[str] = []
    scale = pixels.scale * plan.scale
    percent = f"{100 * scale:.1f}" if scale < 0.1 else f"{100 * scale:.0f}"  # noqa: PLR2004 - so small that a tenth counts
    size = "at full size" if scale == 1 else f"at {percent} % of their size"
    if plan.tiles:
        told.append(
            f"Image {image} is shown to a model as an overview and {len(plan.tiles)} overlapping parts {size}."
        )
    elif scale < 1:
        told.append(f"Image {image} is shown to a model at {percent} % of its size.")
    if scale < LEGIBLE:
        lost = "may be" if mode is Mode.GENERAL else "is probably"
        told.append(f"Small text of image {image} {lost} lost to a model so; a region shows more.")
    if pixels.ground:
        on = "a checker of greys" if pixels.ground == "checker" else f"a {pixels.ground} ground"
        told.append(f"See-through parts of image {image} are shown on {on}.")
    return tuple(told)
