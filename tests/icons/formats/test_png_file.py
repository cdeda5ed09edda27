"""PNG files: their size, their ground, and what is said of an icon that cannot be drawn."""

import asyncio
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from opsin.errors import InvalidInput, PictureError
from opsin.icons.formats.png import png_file
from opsin.icons.icon import Body
from opsin.pixels.isolated.worker import Worker
from tests.icons.svg.hostile import GOOD, REFUSED, boxed


def png(body: Body, **options: Any) -> Image.Image:
    return Image.open(BytesIO(asyncio.run(png_file(body, **options))))


def test_it_has_the_height_asked_for_and_no_ground() -> None:
    with png(
        Body('<path fill="currentColor" d="M0 0h9v20H0z"/>', 0, 0, 30, 20), size=100, color="red"
    ) as picture:
        assert (picture.format, picture.mode, picture.size) == ("PNG", "RGBA", (150, 100))
        assert picture.getpixel((20, 50)) == (255, 0, 0, 255)
        assert picture.getpixel((140, 50)) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (boxed(REFUSED["script"]), "not drawn with"),
        (boxed('<path fill="none" d="M0 0h24v24z"/>'), "nothing is to be seen"),
    ],
)
def test_what_cannot_be_drawn_is_told(body: Body, why: str) -> None:
    with pytest.raises(PictureError, match=why):
        png(body, size=24)


def test_without_a_process_there_is_no_png() -> None:
    none = Worker(memory=1 << 30, seconds=1, command=["/nowhere/python"])
    with pytest.raises(PictureError, match="no process can be started"):
        png(GOOD, size=24, worker=none)


@pytest.mark.parametrize("size", [0, 2049, 5000])
def test_a_size_that_cannot_be_is_told(size: int) -> None:
    with pytest.raises(InvalidInput):
        png(GOOD, size=size)
