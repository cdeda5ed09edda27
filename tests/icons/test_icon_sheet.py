"""The sheet of icons: every one is seen, at two sizes, beside its number and never below it."""

import asyncio
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from opsin.icons.icon import Body, Icon, IconSet
from opsin.icons.looking import NO_DRAWING, Candidate, Look, look_at
from opsin.icons.rendering.raster import Failure
from opsin.icons.rendering.renderer import MEMORY, worker_for
from opsin.icons.sheet import _places, caption, draw_icon_sheet, picture_boxes
from opsin.pixels.isolated.worker import Worker
from opsin.sheet.badges import badge
from opsin.sheet.draw import Sheet
from opsin.sheet.layout import plan
from opsin.sheet.typefaces import packaged_typeface
from tests.icons.svg.hostile import GOOD, REFUSED, boxed
from tests.sheet.reader import opened, read_number

SET = IconSet("some-set", "Some set")
BLANK = boxed('<path fill="none" d="M0 0h9"/>')
COUNTS = (1, 4, 5, 9, 12, 16, 25, 36, 64)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    running = worker_for(memory=MEMORY, seconds=60)
    yield running
    running.close()


def candidate(name: str, body: Body | None = GOOD, *, animated: bool = False) -> Candidate:
    return Candidate(Icon(SET, name, animated=animated), body, "MIT")


def looked(worker: Worker, candidates: list[Candidate], count: int, **options: Any) -> Look:
    return asyncio.run(look_at(candidates, count, worker=worker, **{"within_s": 100.0, **options}))


def numbers_on(sheet: Sheet) -> list[int]:
    picture = opened(sheet.jpeg)
    return [read_number(picture, cell.frame) for cell in sheet.layout.cells]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("canvas", [320, 640, 1092, 1568])
def test_neither_size_lies_below_the_badge_or_meets_the_other(count: int, canvas: int) -> None:
    layout = plan(count, canvas=canvas)
    for cell, number in zip(layout.cells, range(1, count + 1), strict=True):
        large, small = _places(cell)
        plate = badge(number, cell.frame.width).plate
        assert large.y >= plate.height or canvas == 320
        assert large.right <= small.x
        assert small.right <= cell.picture.width
        assert max(large.bottom, small.bottom) <= cell.picture.height
        assert min(large.width, large.height) >= 1.3 * small.width
        assert small.width in {20, 24} or canvas < 1092


@pytest.mark.parametrize("count", [4, 64])
def test_every_icon_is_seen_at_both_sizes_beside_its_number(worker: Worker, count: int) -> None:
    look = looked(worker, [candidate(f"icon-{number}") for number in range(count)], count)
    assert len(look.seen) == count
    sheet = draw_icon_sheet(look.seen)
    assert len(sheet.jpeg) < 500_000
    picture = Image.open(BytesIO(sheet.jpeg)).convert("L")
    assert numbers_on(sheet) == list(range(1, count + 1))
    for cell in sheet.layout.cells:
        for place in _places(cell):
            box = place.moved(cell.picture.x, cell.picture.y)
            middle = picture.getpixel((box.x + box.width // 2, box.y + box.height // 2))
            corner = picture.getpixel((box.right - 1, box.bottom - 1))
            assert isinstance(middle, (int, float))
            assert isinstance(corner, (int, float))
            assert middle < 60
            assert corner > 220


def test_what_is_white_gets_a_ground_on_which_it_is_seen(worker: Worker) -> None:
    white = candidate("white", boxed('<path fill="#fff" d="M4 4h16v16H4z"/>'))
    sheet = draw_icon_sheet(looked(worker, [white], 1).seen)
    cell = sheet.layout.cells[0]
    large = _places(cell)[0].moved(cell.picture.x, cell.picture.y)
    picture = Image.open(BytesIO(sheet.jpeg)).convert("L")
    middle = picture.getpixel((large.x + large.width // 2, large.y + large.height // 2))
    corner = picture.getpixel((large.right - 1, large.bottom - 1))
    assert isinstance(middle, (int, float))
    assert isinstance(corner, (int, float))
    assert middle > corner + 100


def test_blank_and_hostile_ones_get_no_number_and_spares_stand_in(worker: Worker) -> None:
    candidates = [
        candidate("one"),
        candidate("blank", BLANK),
        candidate("hostile", boxed(REFUSED["script"])),
        candidate("two"),
        candidate("three"),
        candidate("four"),
    ]
    look = looked(worker, candidates, 3)
    assert [one.icon.name for one in look.seen] == ["one", "two", "three"]
    assert [(icon.name, why) for icon, why in look.dropped] == [
        ("blank", Failure.BLANK),
        ("hostile", Failure.REFUSED),
    ]


def test_fewer_than_hoped_for_are_drawn_for_their_larger_cells(worker: Worker) -> None:
    look = looked(worker, [*(candidate(f"icon-{one}") for one in range(9)), candidate("blank", BLANK)], 10)
    assert len(look.seen) == 9
    large, _ = picture_boxes(9)
    assert {max(one.pictures[0].width, one.pictures[0].height) for one in look.seen} == {min(large)}


def test_one_without_a_drawing_keeps_its_number(worker: Worker) -> None:
    look = looked(worker, [candidate("one"), candidate("gone", None), candidate("two", animated=True)], 3)
    assert [(one.icon.name, one.trouble) for one in look.seen] == [
        ("one", ""),
        ("gone", NO_DRAWING),
        ("two", ""),
    ]
    sheet = draw_icon_sheet(look.seen)
    assert numbers_on(sheet) == [1, 2, 3]


def test_without_a_process_all_keep_their_numbers_and_say_why() -> None:
    none = Worker(memory=MEMORY, seconds=1, command=["/nowhere/python"])
    look = looked(none, [candidate("one"), candidate("two")], 2)
    assert [one.trouble for one in look.seen] == [Failure.NO_WORKER.value] * 2
    assert not look.dropped


def test_nothing_is_looked_at_where_there_is_nothing(worker: Worker) -> None:
    assert looked(worker, [], 9) == Look((), ())


@pytest.mark.parametrize(
    ("icon_id", "count", "text"),
    [
        ("lucide:rocket", 12, "lucide:rocket · MIT"),
        ("material-symbols:rocket-launch-outline", 12, "material-symbols:rocket-launch-outline"),
        ("lucide:rocket", 64, "lucide:rocket · MIT"),
        ("tabler:alarm-minus-filled", 64, "tabler:alarm-minus-filled"),
        ("streamline:very-long-name-of-an-icon", 64, "very-long-name-of-an-i…"),
    ],
)
def test_a_caption_is_as_much_as_fits(icon_id: str, count: int, text: str) -> None:
    layout = plan(count)
    found = caption(icon_id, "MIT", layout)
    assert packaged_typeface().fits(found, layout.type_size, layout.cells[0].caption.width)
    assert found == text
