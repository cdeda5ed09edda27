"""What is asked of the changed pixels of an image: how much of a box, and of its outline, and whether a box is drawn."""

from PIL import Image, ImageDraw

from opsin.vision.changed_pixels import ChangedPixels, in_these_pixels
from tests.vision.drawn import plain

SIZE = (120, 90)
BOX = (20, 20, 100, 60)


def image(*changed: tuple[int, int, int, int], drawn: Image.Image | None = None) -> ChangedPixels:
    mask = Image.new("L", SIZE)
    for box in changed:
        mask.paste(255, box)
    return ChangedPixels(drawn or Image.new("RGB", SIZE, "white"), mask)


def framed(box: tuple[int, int, int, int], radius: int = 0) -> Image.Image:
    drawn = Image.new("RGB", SIZE, "white")
    ImageDraw.Draw(drawn).rounded_rectangle((*box[:2], box[2] - 1, box[3] - 1), radius, outline="#999999")
    return drawn


def test_the_share_of_a_box() -> None:
    assert image((20, 20, 60, 60)).share(BOX) == 0.5
    assert image((0, 0, 20, 90)).share(BOX) == 0
    assert image((0, 0, 120, 90)).share((-50, -50, 500, 500)) == 1
    assert image((0, 0, 120, 90)).share((200, 10, 300, 20)) == 0
    assert image((0, 0, 120, 90)).share((60, 60, 60, 20)) == 0


def test_the_outline_of_a_box_is_not_what_is_in_it() -> None:
    assert image((26, 26, 94, 54)).outline(BOX) == 0
    assert image(BOX).outline(BOX) == 1
    upper = image((20, 20, 100, 21)).outline(BOX)
    assert 0.3 < upper < 0.4
    assert image(BOX).outline((300, 300, 400, 400)) == 0


def test_a_box_that_is_drawn() -> None:
    assert image(drawn=framed(BOX)).shows_box(BOX)
    assert image(drawn=framed(BOX)).shows_box((21, 19, 99, 61))
    assert image(drawn=framed(BOX, 20)).shows_box(BOX)
    assert not image().shows_box(BOX)
    assert not image(drawn=framed((20, 20, 100, 40))).shows_box(BOX)
    assert not image(drawn=framed(BOX)).shows_box((20, 20, 24, 24))


def test_boxes_of_the_whole_picture_in_the_pixels_of_a_part() -> None:
    part = plain(Image.new("RGB", (100, 50)), scale=0.5, box=(200, 100, 400, 200))
    assert in_these_pixels((240, 120, 300, 160), part) == (20, 10, 50, 30)
