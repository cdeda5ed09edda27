"""The two pictures of the smoke test, and what a report of them proves."""

import asyncio
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from opsin.vision.refused import Code
from opsin.vision.report import Report, TextLine
from opsin.vision.smoke import (
    NUMBER,
    SQUARE,
    judge,
    made_up_number,
    names_the_square,
    number_picture,
    orange_square,
    pictures,
)

MODEL = Report(
    ok=True, engine="ollama", model="m", source_path=SQUARE, mode="general", answer="An orange square."
)
READ = replace(MODEL, answer="The number is 752834.")
EMBEDDED = replace(
    MODEL, engine="ocr", model="", answer="1 line of text.", text=(TextLine("752 834", "ocr"),)
)
N = "752834"


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


def test_the_square_is_the_contracts() -> None:
    image = opened(orange_square())
    assert (image.size, image.format, image.mode) == ((96, 96), "PNG", "RGB")
    assert sorted(image.getcolors() or []) == [(1024, (255, 140, 0)), (96 * 96 - 1024, (255, 255, 255))]
    assert image.getpixel((32, 32)) == (255, 140, 0)
    assert image.getpixel((31, 31)) == (255, 255, 255)


def test_the_number_is_another_one_each_time_and_drawn_large() -> None:
    assert len({made_up_number() for _ in range(20)}) > 15
    image = opened(number_picture(N))
    assert image.convert("L").point(lambda value: 255 * (value < 128)).getbbox()
    assert number_picture(N) != number_picture("234567")


def test_the_pictures_are_opened_in_place_of_ids() -> None:
    open_id = pictures(N)
    assert asyncio.run(open_id(None, SQUARE)) == (SQUARE, orange_square())
    assert asyncio.run(open_id(None, NUMBER)) == (NUMBER, number_picture(N))


@pytest.mark.parametrize(
    "report",
    [
        READ,
        replace(READ, answer="7 5 2 8 3 4"),
        replace(READ, answer="It is 752,834."),
        replace(READ, answer="A number.", observations=("752834",)),
        replace(READ, answer="A number.", text=(TextLine("752834", "both"),)),
        EMBEDDED,
    ],
)
def test_who_reads_the_number_sees(report: Report) -> None:
    verdict = judge(MODEL, report, N)
    assert verdict.ok
    assert verdict.code is None
    assert N in verdict.told


@pytest.mark.parametrize(
    ("square", "numbered", "code"),
    [
        (replace(MODEL, answer=" "), READ, Code.EMPTY_REPORT),
        (MODEL, replace(READ, answer=""), Code.EMPTY_REPORT),
        (MODEL, replace(READ, answer="The number 123456."), Code.INVALID_RESPONSE),
        # What text recognition read beside the model is no proof that the model saw anything.
        (MODEL, replace(READ, answer="A picture.", text=(TextLine(N, "ocr"),)), Code.INVALID_RESPONSE),
        (MODEL, replace(EMBEDDED, text=()), Code.VISION_ERROR),
        (replace(MODEL, ok=False, answer="No.", error_code=Code.TIMEOUT), READ, Code.TIMEOUT),
    ],
)
def test_who_does_not_read_it_fails(square: Report, numbered: Report, code: Code) -> None:
    verdict = judge(square, numbered, N)
    assert not verdict.ok
    assert verdict.code is code


def test_the_colour_is_looked_for_in_answer_and_observations() -> None:
    assert names_the_square(MODEL)
    assert names_the_square(replace(MODEL, answer="", observations=("Orange, square.",)))
    assert not names_the_square(READ)
