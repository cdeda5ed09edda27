from io import BytesIO

import pytest
from PIL import Image
from PIL.JpegImagePlugin import get_sampling

from opsin.errors import PictureError
from opsin.pixels.encode import encode_jpeg, encode_to_fit

NOISE = Image.effect_noise((400, 300), 90).convert("RGB")


def test_the_usual_quality_where_the_bytes_allow_it() -> None:
    encoded = encode_to_fit(NOISE, max_bytes=1_000_000)
    assert (encoded.quality, encoded.width, encoded.height) == (85, 400, 300)
    with Image.open(BytesIO(encoded.data)) as image:
        assert (image.format, image.size, image.mode) == ("JPEG", (400, 300), "RGB")
        assert get_sampling(image) == 2


def test_quality_goes_first_and_size_after_it() -> None:
    full = len(encode_jpeg(NOISE, max_bytes=1_000_000))
    lower = encode_to_fit(NOISE, max_bytes=full * 7 // 10)
    assert 40 <= lower.quality < 85
    assert lower.width == 400
    smaller = encode_to_fit(NOISE, max_bytes=full // 12)
    assert smaller.width < 400
    assert abs(smaller.width / smaller.height - 4 / 3) < 0.05


@pytest.mark.parametrize("most", [3_000, 20_000, 60_000])
def test_never_more_bytes_than_allowed(most: int) -> None:
    assert len(encode_jpeg(NOISE, max_bytes=most)) <= most


def test_what_cannot_fit_is_an_error() -> None:
    with pytest.raises(PictureError, match="does not fit into 100 bytes"):
        encode_jpeg(NOISE, max_bytes=100)


def test_alpha_gets_a_ground() -> None:
    assert encode_jpeg(Image.new("RGBA", (20, 20), (0, 0, 0, 0)), max_bytes=10_000).startswith(
        b"\xff\xd8\xff"
    )
