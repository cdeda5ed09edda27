"""An original, or a region of it, as it is shown: on its ground, within a size in pixels and in bytes."""

from dataclasses import dataclass

from opsin.pixels.facts import Facts
from opsin.pixels.region import Region


@dataclass(frozen=True, slots=True)
class Shown:
    """One picture to be looked at.

    Attributes:
        jpeg: The picture or the region.
        width: Pixels of the JPEG.
        height: Pixels of the JPEG.
        facts: What the whole file is.
    """

    jpeg: bytes
    width: int
    height: int
    facts: Facts


def show_original(data: bytes, *, region: Region, max_edge: int, max_bytes: int) -> Shown:
    """Decode an original in this very process, and encode what is to be seen of it.

    Args:
        data: The file.
        region: The part to show.
        max_edge: The most pixels of the JPEG's long side.
        max_bytes: The most bytes of the JPEG.

    Raises:
        PictureError: as `opsin.pixels.decode.decode_original`, or it does not fit into the bytes.
    """
    from opsin.pixels.decode import decode_original
    from opsin.pixels.encode import encode_to_fit
    from opsin.pixels.ground import on_ground

    decoded = decode_original(data, max_edge=max_edge, region=region)
    fitted = encode_to_fit(on_ground(decoded.image), max_bytes=max_bytes)
    return Shown(fitted.data, fitted.width, fitted.height, decoded.facts)
