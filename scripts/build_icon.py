"""Draw the icon that directories of plugins show: an eye whose iris is a contact sheet. `python scripts/build_icon.py`."""

import argparse
from pathlib import Path

from PIL import Image, ImageDraw

ICON = Path(__file__).parents[1] / ".claude-plugin" / "icon.png"
SIDE = 512
SCALE = 4
"""Drawn so much larger and reduced, for smooth edges."""

GROUND, WHITE, PUPIL = (24, 26, 36), (244, 244, 240), (255, 196, 61)
CELLS = ((231, 111, 81), (42, 157, 143), (69, 123, 157), (233, 196, 106), PUPIL, (131, 197, 190), (168, 118, 199),
         (244, 162, 97), (120, 160, 90))  # fmt: skip


def icon() -> Image.Image:
    """The icon: 512 by 512, without transparency."""
    side = SIDE * SCALE
    picture = Image.new("RGB", (side, side), GROUND)
    lens = Image.new("L", (side, side))
    radius, middle = side * 0.56, side / 2
    upper, lower = (_disc(side, middle, middle + shift * side * 0.31, radius) for shift in (1, -1))
    lens.paste(upper, mask=lower)
    picture.paste(WHITE, mask=lens)
    draw = ImageDraw.Draw(picture)
    cell, gap = side * 0.105, side * 0.018
    start = middle - 1.5 * cell - gap
    for place, colour in enumerate(CELLS):
        left = start + place % 3 * (cell + gap)
        top = start + place // 3 * (cell + gap)
        draw.rounded_rectangle((left, top, left + cell, top + cell), radius=cell / 6, fill=colour)
    return picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS)


def _disc(side: int, x: float, y: float, radius: float) -> Image.Image:
    mask = Image.new("L", (side, side))
    ImageDraw.Draw(mask).ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return mask


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    icon().save(ICON, optimize=True)
