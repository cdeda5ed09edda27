"""Reading the text in one picture for the index, where text recognition is installed."""

from opsin.errors import PictureError
from opsin.local.folders import Folders
from opsin.local.index_words import index_text
from opsin.local.reading import LocalRefused, read_picture
from opsin.local.rows import Row
from opsin.ocr.reading import read_text
from opsin.pixels.isolated.originals import pixels_of
from opsin.pixels.region import WHOLE
from opsin.threads import LOCAL

WITHIN_S = 45.0
MOST_PIXELS = 6_000_000
_LEAST_CONFIDENCE = 0.5
_MOST_CHARACTERS = 20_000


async def words_in_picture(row: Row, folders: Folders, *, max_bytes: int) -> str | None:
    """The words that stand in a picture, as the index has them; None where it cannot be read.

    Args:
        row: The picture.
        folders: Where it has to lie.
        max_bytes: The largest file that is read.
    """
    try:
        picture = await LOCAL.run(read_picture, row.path, folders, max_bytes=max_bytes)
        pixels = await pixels_of(picture.data, region=WHOLE, page=1, most_pixels=MOST_PIXELS)
    except (LocalRefused, PictureError):
        return None
    read = await read_text(pixels, within_s=WITHIN_S)
    if not read.engine:
        return None
    lines = [line.text for line in read.lines if line.confidence >= _LEAST_CONFIDENCE]
    codes = [code.text for code in read.codes]
    return index_text("\n".join([*lines, *codes])[:_MOST_CHARACTERS])
