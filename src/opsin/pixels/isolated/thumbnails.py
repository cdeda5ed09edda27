"""Thumbnails, decoded in this process, but for the format whose decoder may take far more than its header says.

The size in the header of an AVIF is one thing, that of its AV1 stream another, and the stream's counts: a file of two
kilobytes that says 16x16 has its decoder make 268 million pixels. The stream could be read before, but it stands in as
many places as the container has ways to point to it. So AVIF is decoded apart, and what it takes is not the server's.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from opsin.pixels.isolated.answers import read_pixels
from opsin.pixels.isolated.apart import decode_apart
from opsin.pixels.isolated.job import Job
from opsin.pixels.isolated.worker import Worker
from opsin.pixels.sniff import Format, sniff

if TYPE_CHECKING:
    from opsin.pixels.decode import Picture

MEMORY = 734_003_200
"""Bytes of address space. The largest thumbnail that is allowed takes 450 million (an animation that begins blank)."""

SECONDS = 5.0
"""The largest thumbnail that is allowed takes 2.4 on two busy processors."""

WORKER = Worker(memory=MEMORY, seconds=SECONDS, wait_s=SECONDS)

_CHANNELS = 4


def decode_thumbnail(data: bytes, box: tuple[int, int], *, worker: Worker = WORKER) -> "Picture":
    """Decode a small picture to fit a box of width and height in pixels. Its facts have no notes.

    It blocks: call it in a thread.

    Raises:
        PictureError: as `opsin.pixels.decode.decode_thumbnail`, or it took too much, or broke its decoder.
    """
    from PIL import Image

    from opsin.pixels.decode import Picture
    from opsin.pixels.decode import decode_thumbnail as decode_here

    if sniff(data) is not Format.AVIF:
        return decode_here(data, box)

    def read(told: Mapping[str, Any], pixels: bytes) -> Picture:
        mode, size, facts = read_pixels(told, pixels, data, box=box)
        return Picture(Image.frombytes(mode, size, pixels), facts)

    asked = {"work": "thumbnail", "box": list(box)}
    job = Job(asked, data, box[0] * box[1] * _CHANNELS, read)
    return decode_apart(worker, job, lambda: decode_here(data, box))
