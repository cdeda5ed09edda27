"""The worker process that draws icons: SVG on its standard input, pixels on its standard output.

`python -m opsin.icons.rendering.child MEMORY SECONDS`, as `opsin.pixels.isolated.child`, with work of its own.
"""

import os
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from opsin.pixels.isolated.child import Answer, Work, main


def draw(asked: Mapping[str, Any], data: bytes) -> Answer:
    """The pixels of one SVG file in each of the sizes asked for, one after the other, in RGBA.

    It is drawn as large as it fits into a size, in the middle.
    """
    import resvg_py
    from PIL import Image

    text = data.decode()
    pixels = []
    for wide, high in asked["sizes"]:
        png = resvg_py.svg_to_bytes(svg_string=text, width=wide, height=high, skip_system_fonts=True)
        with Image.open(BytesIO(png), formats=("PNG",)) as opened:
            picture = opened.convert("RGBA")
        if picture.size != (wide, high):
            canvas = Image.new("RGBA", (wide, high))
            canvas.paste(picture, ((wide - picture.width) // 2, (high - picture.height) // 2))
            picture = canvas
        pixels.append(picture.tobytes())
    return {"drawn": len(pixels)}, b"".join(pixels)


WORK: Mapping[str, Work] = {"draw": draw}


def load() -> None:
    """Load all that drawing needs, before files may no longer be opened at will."""
    import resvg_py  # noqa: F401
    from PIL import Image

    Image.preinit()


if __name__ == "__main__":
    code = main(WORK, load)
    os._exit(code)
