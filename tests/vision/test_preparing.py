"""What is sent to a model: legible, in bounds, and with nothing of the file but its pixels."""

import hashlib
from io import BytesIO

import pytest
from PIL import Image

from opsin.pixels.region import WHOLE
from opsin.pixels.whole import whole_pixels
from opsin.vision.engines.base import Sent
from opsin.vision.preparing import LEAST_SIDE, prepare
from opsin.vision.request import Mode
from tests.pixels.pictures import quarters, saved
from tests.vision.drawn import plain, words


def opened(sent: Sent) -> Image.Image:
    with Image.open(BytesIO(sent.data)) as image:
        image.load()
        assert image.size == (sent.width, sent.height)
        assert sent.mime == f"image/{str(image.format).lower()}"
        return image.copy()


def test_a_screenshot_is_sent_as_it_is() -> None:
    page = words(600, 400)
    ready = prepare(plain(page), mode=Mode.UI, max_edge=1_280, image=2)
    (sent,) = ready.sent
    assert ready.notes == ()
    assert (sent.mime, sent.box, sent.image) == ("image/png", (0, 0, 600, 400), 2)
    assert sent.sha256 == hashlib.sha256(sent.data).hexdigest()
    assert opened(sent).tobytes() == page.tobytes()


@pytest.mark.parametrize("mode", [Mode.UI, Mode.OCR])
def test_a_tall_page_is_an_overview_and_tiles_of_its_own_pixels(mode: Mode) -> None:
    page = words(300, 1_500)
    ready = prepare(plain(page), mode=mode, max_edge=400, image=1)
    overview, *tiles = ready.sent
    assert (overview.box, overview.height) == ((0, 0, 300, 1_500), 400)
    assert len(tiles) == 5
    for sent in tiles:
        assert opened(sent).tobytes() == page.crop(sent.box).tobytes()
    assert "an overview and 5 overlapping parts at full size" in ready.notes[0]


def test_a_general_picture_is_shrunk_and_that_is_told() -> None:
    ready = prepare(plain(words(300, 1_500)), mode=Mode.GENERAL, max_edge=400, image=1)
    assert [(sent.width, sent.height) for sent in ready.sent] == [(80, 400)]
    assert "27 % of its size" in ready.notes[0]
    assert "a region shows more" in ready.notes[1]


def test_what_the_budget_does_not_reach_is_told() -> None:
    ready = prepare(plain(Image.new("RGB", (30_000, 4))), mode=Mode.OCR, max_edge=400, image=1)
    assert len(ready.sent) == 12
    assert "probably lost" in ready.notes[1]


def test_boxes_are_of_the_whole_image() -> None:
    """Of an image of 2400 pixels a side the right half was taken, at half its size."""
    pixels = plain(words(600, 1_200), scale=0.5, box=(1_200, 0, 2_400, 2_400))
    ready = prepare(pixels, mode=Mode.OCR, max_edge=400, image=1)
    assert ready.sent[0].box == (1_200, 0, 2_400, 2_400)
    tiles = [sent.box for sent in ready.sent[1:]]
    assert min(box[0] for box in tiles) == 1_200
    assert max(box[2] for box in tiles) == max(box[3] for box in tiles) == 2_400
    assert "50 % of their size" in ready.notes[0]


def test_photographs_are_jpeg_and_drawings_png() -> None:
    noise = Image.effect_noise((900, 700), 60).convert("RGB")
    assert opened(prepare(plain(noise), mode=Mode.GENERAL, max_edge=1_280).sent[0]).format is None
    assert prepare(plain(noise), mode=Mode.GENERAL, max_edge=1_280).sent[0].mime == "image/jpeg"
    assert prepare(plain(noise), mode=Mode.GENERAL, max_edge=200).sent[0].mime == "image/png"
    assert prepare(plain(words(900, 700)), mode=Mode.OCR, max_edge=1_280).sent[0].mime == "image/png"


@pytest.mark.parametrize("size", [(1, 1), (16, 16), (1, 300), (300, 1), (63, 2), (65, 63)])
def test_no_picture_is_too_small_for_a_model(size: tuple[int, int]) -> None:
    picture = Image.new("RGB", size, (200, 30, 30))
    (sent,) = prepare(plain(picture), mode=Mode.UI, max_edge=320).sent
    assert sent.box == (0, 0, *size)
    assert min(sent.width, sent.height) >= LEAST_SIDE
    assert max(sent.width, sent.height) <= 320
    assert opened(sent).getcolors() == [(sent.width * sent.height, (200, 30, 30))]


def test_the_ground_is_told() -> None:
    notes = [
        prepare(plain(words(90, 90), ground=one), mode=Mode.UI, max_edge=900).notes
        for one in ("dark", "checker")
    ]
    assert "on a dark ground" in notes[0][0]
    assert "on a checker of greys" in notes[1][0]


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_no_metadata_is_sent(kind: str) -> None:
    """A place, an author and words in every corner of the file; what goes to a model has pixels only."""
    secret = "Rue de l'Aurore 7"
    block = Image.Exif()
    block[0x010E] = block[0x013B] = block[0x8298] = secret
    block.get_ifd(0x8825).update({1: "N", 2: (48.0, 51.0, 24.5), 3: "E", 4: (2.0, 17.0, 40.25), 27: secret})
    options = {"icc_profile": secret.encode() * 9}
    noise = Image.effect_noise((800, 700), 60).convert("RGB")
    for picture, mode in ((quarters(300, 900), Mode.UI), (noise, Mode.GENERAL)):
        data = saved(picture, kind, exif=block, **options) + secret.encode()
        assert secret.encode() in data
        pixels = whole_pixels(data, region=WHOLE, page=1, most_pixels=40_000_000)
        for sent in prepare(pixels, mode=mode, max_edge=800).sent:
            assert secret.encode() not in sent.data
            assert parts_of(sent.data) <= {"IHDR", "IDAT", "IEND"} | {"db", "c0", "c4", "da", "e0"}
            again = opened(sent)
            assert not dict(again.getexif())
            assert not {"exif", "icc_profile", "xmp", "comment"} & set(again.info)


def parts_of(data: bytes) -> set[str]:
    """The names of a PNG's chunks, or the markers of a JPEG's segments; e0 is JFIF's own."""
    names = set()
    if data.startswith(b"\x89PNG"):
        at = 8
        while at < len(data):
            names.add(data[at + 4 : at + 8].decode("ascii"))
            at += 12 + int.from_bytes(data[at : at + 4], "big")
        return names
    at = 2
    while "da" not in names:
        names.add(data[at + 1 : at + 2].hex())
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return names
