"""Every pixel of an original, or of a region of it, decoded in this very process: what is read and looked at closely.

The order is: decode, crop, colour, ground, one resize where there are too many pixels, turn. Each step lets go of what
the one before made, for a picture may have hundreds of megabytes.
"""

from PIL import Image

from opsin.errors import PictureError
from opsin.pixels.colour import describe_profile, to_srgb
from opsin.pixels.decode import PROFILE_CHARACTERS
from opsin.pixels.facts import Facts
from opsin.pixels.ground import choose_ground, laid_on
from opsin.pixels.heif import open_heif
from opsin.pixels.nth_frame import open_frame
from opsin.pixels.opening import told_as_picture_error
from opsin.pixels.orientation import stored_box, swapped, upright
from opsin.pixels.pdf import render_page
from opsin.pixels.plain import PlainPixels, scale_of, scaled_to_fit
from opsin.pixels.region import Region
from opsin.pixels.sniff import Format, sniff_file
from opsin.text import clean


def whole_pixels(data: bytes, *, region: Region, page: int, most_pixels: int) -> PlainPixels:
    """Decode a page of an original, or a region of it.

    Args:
        data: The file.
        region: The part that is wanted.
        page: Page, frame or picture of the file, from 1.
        most_pixels: More pixels than these are reduced, once, from the original.

    Raises:
        PictureError: it is no picture, is cut short or damaged, is too large, or has no such page.
    """
    kind = sniff_file(data)
    with told_as_picture_error(data):
        try:
            if kind is Format.PDF:
                return render_page(data, region=region, page=page, most_pixels=most_pixels)
            image, taken = open_heif(data, page) if kind is Format.HEIC else open_frame(data, page)
        except ImportError as error:
            raise PictureError(
                f"The {kind.label if kind else 'file'} needs a package that cannot be loaded.",
                hint="Install it anew.",
            ) from error
        whole = swapped(image.size, taken.turn)
        facts = Facts(
            format=taken.kind,
            width=whole[0],
            height=whole[1],
            size_bytes=len(data),
            mode=taken.mode,
            animated=taken.animated,
            has_alpha=image.mode == "RGBA",
            orientation=taken.orientation,
            profile=clean(describe_profile(taken.profile), PROFILE_CHARACTERS),
            notes=taken.notes,
        )
        box = region.box(*whole)
        size = scaled_to_fit((box[2] - box[0], box[3] - box[1]), most_pixels)
        stored = stored_box(box, whole, taken.turn)
        if stored != (0, 0, *image.size):
            image = image.crop(stored)
        image = to_srgb(image, taken.profile)
        ground = ""
        if facts.has_alpha:
            ground = choose_ground(image)
            image = laid_on(image, ground)
        target = swapped(size, taken.turn)
        if image.size != target:
            image = image.resize(target, Image.Resampling.LANCZOS)
        image = upright(image, taken.turn)
        rgb = image.tobytes()
    return PlainPixels(*size, rgb, facts, scale_of(size, box), box, ground, taken.page, taken.pages)
