"""An icon as a PNG file."""

from io import BytesIO

from opsin.errors import PictureError
from opsin.icons.icon import Body
from opsin.icons.rendering.raster import Failure, Raster
from opsin.icons.rendering.renderer import INK, draw_icons, worker_for
from opsin.icons.svg.document import dimensions
from opsin.pixels.isolated.worker import Worker

MEMORY = 1_610_612_736
"""Bytes of address space. Each layer of the largest picture takes 16 million, and each step of a filter several."""

SECONDS = 20.0
"""Filters at the largest size take several on a busy processor, where a sheet's cells take a fraction of one."""

WORKER = worker_for(memory=MEMORY, seconds=SECONDS)


async def png_file(body: Body, *, size: int, color: str | None = None, worker: Worker = WORKER) -> bytes:
    """Draw an icon, on no ground, and write it as PNG.

    Args:
        body: Its drawing, as it comes; it is checked first.
        size: Pixels of its height, so many that neither side has more than 2,048.
        color: A colour of CSS for `currentColor`; near black when None.
        worker: Who draws it.

    Raises:
        InvalidInput: the size or the colour cannot be used.
        PictureError: it cannot be drawn, or nothing is to be seen on it.
    """
    width, height = dimensions(body.width, body.height, size)
    box = max(1, round(width)), max(1, round(height))
    (drawn,) = await draw_icons([body], [box], color=color or INK, within_s=SECONDS, worker=worker)
    if isinstance(drawn, Failure):
        raise PictureError(
            f"The icon cannot be drawn: {drawn.value}.", hint="Take it as SVG, or choose another icon."
        )
    return encoded(drawn[0])


def encoded(raster: Raster) -> bytes:
    """Write pixels as PNG."""
    from PIL import Image

    target = BytesIO()
    image = Image.frombytes("RGBA", (raster.width, raster.height), raster.pixels)
    image.save(target, "PNG", optimize=True)
    return target.getvalue()
