"""Pixels for reading: drawn with the font that Pillow carries, so that no font must be installed."""

from PIL import Image, ImageDraw, ImageFont

from opsin.pixels.facts import Facts
from opsin.pixels.plain import PlainPixels
from opsin.pixels.sniff import Format


def plain(image: Image.Image) -> PlainPixels:
    """The pixels of a picture."""
    facts = Facts(Format.PNG, image.width, image.height, 1, "RGB")
    box = (0, 0, image.width, image.height)
    return PlainPixels(image.width, image.height, image.convert("RGB").tobytes(), facts, 1.0, box, "", 1, 1)


def written(
    lines: list[str], *, size: int = 20, ink: str = "#111111", ground: str = "#ffffff", width: int = 700
) -> Image.Image:
    """A picture with lines of text."""
    step = round(size * 1.7)
    image = Image.new("RGB", (width, step * len(lines) + 30), ground)
    font = ImageFont.load_default(size)
    for number, line in enumerate(lines):
        ImageDraw.Draw(image).text((20, 15 + step * number), line, font=font, fill=ink)
    return image
