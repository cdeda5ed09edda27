"""Pictures for tests of vision: pages of words, as pixels that were decoded."""

import random
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from opsin.pixels.facts import Facts
from opsin.pixels.plain import PlainPixels
from opsin.pixels.sniff import Format

INK, PAPER = (20, 20, 30), (250, 250, 252)


def plain(
    image: Image.Image,
    kind: Format = Format.PNG,
    *,
    scale: float = 1.0,
    box: tuple[int, int, int, int] | None = None,
    ground: str = "",
) -> PlainPixels:
    """A picture as the worker gives it."""
    facts = Facts(kind, image.width, image.height, 1, "RGB")
    rgb = image.convert("RGB").tobytes()
    return PlainPixels(*image.size, rgb, facts, scale, box or (0, 0, *image.size), ground, 1, 1)


def words(width: int, height: int, *, seed: int = 1) -> Image.Image:
    """Lines of made-up words, no two alike, as a page has them."""
    chance = random.Random(seed)
    image = Image.new("RGB", (width, height), PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(12)
    for y in range(4, height - 12, 18):
        line = " ".join(_word(chance) for _ in range(max(1, width // 60 - chance.randrange(3))))
        draw.text((6, y), line, INK, font=font)
    return image


def edited(image: Image.Image, boxes: Sequence[tuple[int, int, int, int]]) -> Image.Image:
    """A copy in which these boxes are filled; right and lower edges are not in them."""
    copy = image.copy()
    for box in boxes:
        copy.paste((200, 30, 30), box)
    return copy


def _word(chance: random.Random) -> str:
    return "".join(chance.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(chance.randrange(2, 9)))
