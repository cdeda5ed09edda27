"""Test pictures that prove things: a frame along the edge that is whole only where nothing was cropped, and a colour in
the middle that says which picture it is. Between the two lies a pattern that no two pictures share, so that no two count
as the same picture."""

import io
import random
import struct
import zlib
from functools import cache
from typing import Any

from PIL import Image, ImageDraw

FRAME = (255, 0, 255)
"""Colour of the frame; no identity has it."""

# Far enough apart to be told from each other after two JPEGs.
PALETTE = (
    (220, 30, 30),
    (30, 160, 50),
    (40, 70, 220),
    (240, 200, 30),
    (30, 190, 200),
    (240, 130, 20),
    (120, 40, 160),
    (120, 80, 40),
    (255, 170, 190),
    (130, 220, 130),
    (20, 40, 90),
    (160, 200, 250),
    (110, 110, 20),
    (90, 20, 30),
    (250, 240, 190),
    (20, 90, 90),
    (150, 150, 230),
    (60, 60, 60),
    (200, 90, 90),
    (240, 240, 240),
)
GROUND = (128, 128, 128)


def frame_width(width: int, height: int) -> int:
    """Thickness of the frame in pixels for a picture of this size."""
    return max(2, min(width, height) // 25)


@cache
def picture(identity: int, width: int = 640, height: int = 480) -> Image.Image:
    """Draw the picture of an identity (0 to 19) in a size in pixels."""
    image = Image.new("RGB", (width, height), GROUND)
    draw = ImageDraw.Draw(image)
    shades = random.Random(identity)
    for row in range(8):
        for column in range(8):
            shade = shades.choice((70, 185))
            left, top = column * width // 8, row * height // 8
            right, bottom = (column + 1) * width // 8, (row + 1) * height // 8
            draw.rectangle((left, top, right, bottom), fill=(shade, shade, shade))
    draw.rectangle(
        (width * 3 // 10, height * 3 // 10, width * 7 // 10, height * 7 // 10), fill=PALETTE[identity]
    )
    draw.rectangle((0, 0, width - 1, height - 1), outline=FRAME, width=frame_width(width, height))
    return image


def identity_at_centre(image: Image.Image) -> int:
    """Say whose picture it is by the colour of its middle."""
    rgb = image.convert("RGB").resize((9, 9), Image.Resampling.BOX).getpixel((4, 4))
    assert isinstance(rgb, tuple)
    return min(range(len(PALETTE)), key=lambda one: _distance(rgb, PALETTE[one]))


def frame_is_whole(image: Image.Image, tolerance: int = 110) -> bool:
    """Whether the frame stands along all four edges of the image, which must be cut to the picture exactly."""
    rgb = image.convert("RGB")
    width, height = rgb.size
    inset = max(1, frame_width(width, height) // 2)
    places = [(x, y) for x in range(inset, width - inset, 5) for y in (inset, height - 1 - inset)]
    places += [(x, y) for y in range(inset, height - inset, 5) for x in (inset, width - 1 - inset)]
    return all(_distance(rgb.getpixel(place), FRAME) <= tolerance for place in places)


def _distance(one: object, other: tuple[int, int, int]) -> int:
    assert isinstance(one, tuple)
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def encoded(image: Image.Image, kind: str = "JPEG", **options: Any) -> bytes:
    """The image as a file's bytes."""
    out = io.BytesIO()
    image.save(out, kind, **({"quality": 90} if kind == "JPEG" else {}), **options)
    return out.getvalue()


@cache
def jpeg(identity: int, width: int = 640, height: int = 480) -> bytes:
    """The usual test picture as a JPEG."""
    return encoded(picture(identity, width, height))


@cache
def grey16(identity: int, width: int = 640, height: int = 480) -> bytes:
    """A 16-bit grey PNG: dark on the left to light on the right, none of it white when it is read rightly."""
    row = b"".join(int(8000 + 44000 * x / max(1, width - 1)).to_bytes(2, "little") for x in range(width))
    return encoded(Image.frombytes("I;16", (width, height), row * height), "PNG")


@cache
def with_alpha(identity: int, width: int = 640, height: int = 480) -> bytes:
    """A PNG with a see-through ground: the identity's colour as a disc."""
    image = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    ImageDraw.Draw(image).ellipse(
        (width // 4, height // 4, width * 3 // 4, height * 3 // 4), fill=PALETTE[identity]
    )
    return encoded(image, "PNG")


@cache
def rotated(identity: int, width: int = 640, height: int = 480) -> bytes:
    """A JPEG that lies on its side, and whose EXIF says how to turn it upright (orientation 6)."""
    exif = Image.Exif()
    exif[0x0112] = 6
    return encoded(picture(identity, width, height).transpose(Image.Transpose.ROTATE_90), "JPEG", exif=exif)


@cache
def animated(identity: int, width: int = 320, height: int = 240) -> bytes:
    """A GIF of three frames, the first of them the identity's picture."""
    frames = [picture(one % len(PALETTE), width, height) for one in range(identity, identity + 3)]
    return encoded(frames[0], "GIF", save_all=True, append_images=frames[1:], duration=100, loop=0)


@cache
def cmyk(identity: int, width: int = 640, height: int = 480) -> bytes:
    """A JPEG in CMYK."""
    return encoded(picture(identity, width, height).convert("CMYK"))


@cache
def truncated(identity: int, width: int = 640, height: int = 480) -> bytes:
    """A JPEG cut off in the middle: its head is right, its pixels end too early."""
    whole = jpeg(identity, width, height)
    return whole[: len(whole) // 2]


@cache
def bomb() -> bytes:
    """A PNG of a few hundred kilobytes that claims 30,000 by 30,000 pixels: 900 megapixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 30_000, 30_000, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * (1 + 30_000 // 8) * 30_000, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
