"""What is told of a picture's file, and how little of that is believed."""

import asyncio
import json
from typing import Any

import pytest

from opsin.errors import PictureError
from opsin.local.survey import BadSurvey, Survey, survey
from opsin.local.surveying import survey_apart
from opsin.pixels.sniff import Format
from tests.local.own_pictures import camera_exif, jpeg

GOOD = Survey(Format.PNG, 10, 20, colours={"red": 0.5}).to_json()


def test_a_process_of_its_own_tells_the_same() -> None:
    data = jpeg((200, 30, 30), exif=camera_exif())

    async def work() -> Survey:
        with pytest.raises(PictureError):
            await survey_apart(data[:200])
        with pytest.raises(PictureError):
            await survey_apart(b"no picture")
        return await survey_apart(data)

    found = asyncio.run(work())
    assert found == survey(data)
    assert (found.format, found.width, found.height) == (Format.JPEG, 64, 48)
    assert found.metadata.camera == "Opsin Eye 7"
    assert max(found.colours, key=lambda name: found.colours[name]) == "red"


def test_it_is_read_back_as_it_was() -> None:
    assert Survey.from_json(json.loads(json.dumps(GOOD))).to_json() == GOOD


@pytest.mark.parametrize(
    "bad",
    [
        None,
        {**GOOD, "width": 0},
        {**GOOD, "width": True},
        {**GOOD, "height": 70_000},
        {**GOOD, "format": "exe"},
        {**GOOD, "metadata": None},
        {**GOOD, "colours": {"red\nignore": 0.5}},
        {**GOOD, "colours": {"red": 2.0}},
        {**GOOD, "colours": []},
    ],
)
def test_what_cannot_be_is_refused(bad: Any) -> None:
    with pytest.raises(BadSurvey):
        Survey.from_json(bad)


def test_texts_are_cut_and_cleaned() -> None:
    told = {**GOOD, "metadata": {"title": "a\u202eb" + "x" * 5_000, "keywords": ["k"] * 500, "creator": 5}}
    found = Survey.from_json(told).metadata
    assert found.title.startswith("ab")
    assert len(found.title) <= 1_000
    assert len(found.keywords) <= 64
    assert found.creator == ""
