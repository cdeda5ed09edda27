"""One page of a TIFF, or one frame of an animation, decoded; and how many there are."""

from PIL import Image, ImageFile

from opsin.errors import PictureError
from opsin.pixels.container import survey_gif
from opsin.pixels.frames import is_animated, load_meaningful
from opsin.pixels.limits import ORIGINAL_LIMITS
from opsin.pixels.notes import read_notes
from opsin.pixels.opening import judge_size, judge_tiff, open_picture
from opsin.pixels.orientation import read_orientation
from opsin.pixels.sniff import Format
from opsin.pixels.taken import Taken
from opsin.pixels.tiff_pages import page_places
from opsin.pixels.tones import to_eight_bits


def open_frame(data: bytes, page: int) -> tuple[Image.Image, Taken]:
    """Decode page or frame `page`, counted from 1, in L, RGB, RGBA or CMYK, not yet turned.

    Of an animation whose first frame shows nothing, 1 means the first of the next three that does.

    Raises:
        PictureError: there is no such page, or as `opsin.pixels.opening.open_picture`.
        Exception: whatever the decoder raises.
    """
    image, kind = open_picture(data, ORIGINAL_LIMITS)
    mode = image.mode
    animated = is_animated(image, kind, data)
    pages = _pages(image, kind, data)
    refuse_beyond(page, pages, kind)
    if page == 1:
        load_meaningful(image, kind, ORIGINAL_LIMITS, animated=animated)
    else:
        _go_to(image, kind, data, page)
        mode = image.mode
        image.load()
    # PNG may have its EXIF after the pixels; each page of a TIFF has its own.
    orientation = read_orientation(image)
    taken = Taken(
        kind=kind,
        mode=mode,
        animated=animated,
        orientation=orientation,
        # Pillow turns TIFF by itself.
        turn=1 if kind is Format.TIFF else orientation,
        profile=image.info.get("icc_profile"),
        notes=read_notes(image),
        page=image.tell() + 1 if pages > 1 else 1,
        pages=pages,
    )
    return to_eight_bits(image), taken


def refuse_beyond(page: int, pages: int, kind: Format) -> None:
    """Refuse a page that is not there.

    Raises:
        PictureError: it is beyond the last one.
    """
    if page > pages:
        raise PictureError(
            f"The {kind.label} has no page {page}; it has {pages} in all.",
            hint="Ask for one of those that it has.",
        )


def _pages(image: ImageFile.ImageFile, kind: Format, data: bytes) -> int:
    if kind is Format.GIF:
        # Pillow would find out by seeking, and give up the frame that it stands on.
        return max(1, survey_gif(data).frames)
    if kind is Format.TIFF:
        return max(1, len(page_places(data)))
    if kind in {Format.WEBP, Format.AVIF, Format.PNG}:
        return max(1, int(getattr(image, "n_frames", 1)))
    return 1


def _go_to(image: ImageFile.ImageFile, kind: Format, data: bytes, page: int) -> None:
    """Seek frame by frame: each is drawn over the one before, and may be larger than it."""
    if kind is Format.TIFF:
        judge_tiff(data, ORIGINAL_LIMITS, page_places(data)[page - 1])
        image.seek(page - 1)
        judge_size(image.size, kind, ORIGINAL_LIMITS)
        return
    for number in range(1, page):
        image.seek(number)
        judge_size(image.size, kind, ORIGINAL_LIMITS)
