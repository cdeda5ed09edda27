"""The ways in which opsin takes the bytes of a picture, each as one call: as a cell, as an original, as a download."""

from PIL import Image

from opsin.pixels.decode import check_original, decode_original, decode_thumbnail
from opsin.pixels.encode import encode_to_fit
from opsin.pixels.facts import Facts
from opsin.pixels.ground import on_ground
from opsin.pixels.region import Region
from tests.corpus.piece import Door

BOX = (400, 300)
"""The largest cell of a sheet, about."""
EDGE = 512
MOST_BYTES = 200_000


def through(door: Door, data: bytes) -> tuple[Facts, Image.Image | None]:
    """Take the bytes through a door: the facts, and the picture on its ground where the door shows one.

    Raises:
        PictureError: as the doors do.
    """
    if door == "check":
        return check_original(data), None
    picture = decode_thumbnail(data, BOX) if door == "thumbnail" else decode_original(data, max_edge=EDGE)
    return picture.facts, on_ground(picture.image)


def closely(data: bytes) -> bytes:
    """The upper left of an original in all its detail, as the JPEG that an agent is sent: what takes most memory.

    Raises:
        PictureError: as the doors do.
    """
    picture = decode_original(data, max_edge=1_568, region=Region(0, 0, 0.4, 0.4))
    return encode_to_fit(picture.image, max_bytes=1_000_000).data
