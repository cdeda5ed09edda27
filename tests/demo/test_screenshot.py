"""The screenshot of the demo."""

from io import BytesIO

from PIL import Image

from opsin.demo.screenshot import SIZE, screenshot
from opsin.ocr.lines import Read
from opsin.vision.facts.gather import gather
from tests.vision.facts.drawn import plain


def test_it_is_a_screenshot_in_which_boxes_are_seen() -> None:
    image = Image.open(BytesIO(screenshot()))
    assert (image.format, image.size) == ("PNG", SIZE)
    facts = gather(plain(image.convert("RGB")), Read(()))
    assert (facts["kind"], facts["theme"]) == ("drawn", "light")
    assert [700, 680, 861, 725] in [box["box"] for box in facts["boxes"]]


def test_it_is_the_same_every_time_and_another_once_mended() -> None:
    assert screenshot() == screenshot()
    assert screenshot() != screenshot(mended=True)
