from io import BytesIO

from PIL import Image

from opsin.sheet.layout import Box
from opsin.vision.difference import compare
from opsin.vision.marked import marked_picture
from tests.sheet.reader import read_number
from tests.vision.drawn import edited, plain, words

PAGE = words(1_000, 600)


def marked(first: Image.Image, second: Image.Image) -> Image.Image:
    pixels = plain(second)
    with Image.open(BytesIO(marked_picture(pixels, compare(plain(first), pixels)))) as image:
        assert image.format == "PNG"
        return image.convert("RGB")


def test_each_region_has_a_frame_and_its_number() -> None:
    boxes = [(100, 200, 180, 260), (600, 300, 700, 360)]
    second = edited(PAGE, boxes)
    picture = marked(PAGE, second)
    for number, box in enumerate(boxes, 1):
        # The badge stands on the frame, 33 pixels high and 4 above the region.
        frame = Box(box[0] - 4, box[1] - 4 - _plate_height(), 150, 150)
        assert read_number(picture, frame) == number
        assert picture.crop(box).resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)) == (200, 30, 30)
        assert picture.getpixel((box[0] - 4, box[3])) == (230, 0, 120)
    untouched = (0, 420, 1_000, 600)
    assert picture.crop(untouched).tobytes() == second.crop(untouched).tobytes()


def test_regions_at_the_edges_and_outside_are_no_trouble() -> None:
    small = PAGE.crop((0, 0, 200, 120))
    assert marked(small, edited(small, [(0, 0, 20, 20), (190, 110, 200, 120)])).size == (200, 120)
    assert marked(PAGE.crop((0, 0, 240, 140)), small).size == (200, 120)
    assert marked(Image.new("RGB", (1, 1)), Image.new("RGB", (1, 1), (9, 200, 9))).size == (1, 1)


def _plate_height() -> int:
    from opsin.sheet.badges import badge

    return badge(1, 150).plate.height
