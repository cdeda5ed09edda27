"""Icons are drawn in a process of their own, and what one does costs no other its picture."""

import asyncio
import os
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from opsin.errors import InvalidInput
from opsin.icons.icon import Body
from opsin.icons.rendering.raster import Failure, Raster
from opsin.icons.rendering.renderer import MEMORY, SECONDS, WORKER, Drawn, draw_icons, worker_for
from opsin.pixels.isolated.job import Job, Lost
from opsin.pixels.isolated.worker import Worker
from tests.icons.rendering import strange_renderer as odd
from tests.icons.svg.hostile import GOOD, HARMLESS, REFUSED, UNCHECKED, VIEW_BOXES, boxed
from tests.sampling import full_but_every


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    running = worker_for(memory=MEMORY, seconds=60)
    yield running
    running.close()


@pytest.fixture
def strangely() -> Iterator[Worker]:
    running = Worker(memory=1 << 30, seconds=60, command=odd.strange())
    yield running
    running.close()


def drawn(worker: Worker, bodies: Sequence[Body], *boxes: tuple[int, int], **options: Any) -> list[Drawn]:
    return asyncio.run(
        draw_icons(bodies, boxes or [(24, 24)], worker=worker, **{"within_s": 100.0, **options})
    )


def filled(colour: str) -> Body:
    return boxed(f'<path fill="{colour}" d="M4 4h16v16H4z"/>')


def pixel(raster: Raster, x: int, y: int) -> tuple[int, ...]:
    at = 4 * (y * raster.width + x)
    return tuple(raster.pixels[at : at + 4])


def one(result: Drawn) -> Raster:
    assert isinstance(result, tuple)
    return result[0]


def test_an_icon_is_drawn_in_each_size_and_in_the_colour_asked_for(worker: Worker) -> None:
    (result,) = drawn(worker, [GOOD], (48, 60), (24, 24), color="rgb(10, 20, 30)")
    assert isinstance(result, tuple)
    assert [(raster.width, raster.height) for raster in result] == [(48, 48), (24, 24)]
    for raster in result:
        assert pixel(raster, raster.width // 2, raster.height // 2) == (10, 20, 30, 255)
        assert pixel(raster, 1, 1)[3] == 0


def test_colours_of_its_own_stay_and_a_view_box_is_kept(worker: Worker) -> None:
    body = Body('<path fill="#f00" d="M-4-2h4v4h-4z"/><path fill="#00f" d="M0-2h4v4H0z"/>', -4, -2, 8, 4)
    raster = one(drawn(worker, [body], (40, 40))[0])
    assert (raster.width, raster.height) == (40, 20)
    assert pixel(raster, 5, 10) == (255, 0, 0, 255)
    assert pixel(raster, 35, 10) == (0, 0, 255, 255)


def test_one_that_draws_itself_is_shown_as_it_ends(worker: Worker) -> None:
    markup = (
        '<path fill="none" stroke="currentColor" stroke-width="8" stroke-dasharray="24" stroke-dashoffset="24" '
        'd="M0 12h24"><animate fill="freeze" attributeName="stroke-dashoffset" dur="1s" values="24;0"/></path>'
    )
    assert pixel(one(drawn(worker, [boxed(markup)])[0]), 12, 12)[3] == 255


def test_one_that_goes_round_and_shows_nothing_at_rest_is_shown_on_its_way(worker: Worker) -> None:
    markup = (
        '<circle cx="12" cy="12" r="0"><animate attributeName="r" dur="1s" repeatCount="indefinite" '
        'values="0;9"/></circle>'
    )
    assert pixel(one(drawn(worker, [boxed(markup)])[0]), 12, 12)[3] == 255


def test_hostile_drawings_are_refused_and_the_server_goes_on(worker: Worker) -> None:
    bodies = [*map(boxed, REFUSED.values()), *VIEW_BOXES.values()]
    results = drawn(worker, [body for hostile in bodies for body in (hostile, GOOD)])
    assert results[::2] == [Failure.REFUSED] * len(bodies)
    assert all(isinstance(result, tuple) for result in results[1::2])


def test_odd_drawings_are_drawn_or_blank_by_one_process(worker: Worker) -> None:
    drawn(worker, [GOOD])
    before = worker.pid
    results = dict(
        zip(HARMLESS, drawn(worker, [boxed(markup) for markup, _ in HARMLESS.values()]), strict=True)
    )
    assert {name: isinstance(result, tuple) for name, result in results.items()} == {
        name: visible for name, (_, visible) in HARMLESS.items()
    }
    assert {result for result in results.values() if not isinstance(result, tuple)} == {Failure.BLANK}
    assert worker.pid == before


@pytest.mark.parametrize("name", full_but_every(4, UNCHECKED))
def test_what_no_check_has_seen_ends_at_most_the_process_that_draws(name: str) -> None:
    running = worker_for(memory=MEMORY, seconds=1.0)
    job = Job(
        {"work": "draw", "sizes": [[96, 96]]},
        UNCHECKED[name].encode(),
        96 * 96 * 4,
        lambda told, _: dict(told),
    )
    try:
        running.examine()
        try:
            told = running.do(job)
        except Lost:
            pass
        else:
            assert told.keys() & {"drawn", "refused"}
        running.examine()
        assert isinstance(drawn(running, [GOOD])[0], tuple)
    finally:
        running.close()


@pytest.mark.parametrize(
    ("colour", "failure"),
    [
        (odd.CRASHING, Failure.CRASH),
        (odd.SHORT, Failure.CRASH),
        (odd.LYING, Failure.CRASH),
        (odd.FAULTY, Failure.BROKEN),
        (odd.HUNGRY, Failure.MEMORY),
    ],
)
def test_what_goes_wrong_costs_one_picture(strangely: Worker, colour: str, failure: Failure) -> None:
    first, lost, last = drawn(strangely, [GOOD, filled(colour), GOOD])
    assert isinstance(first, tuple)
    assert lost is failure
    assert last == first


def test_one_that_takes_too_long_costs_its_own_time_only() -> None:
    running = Worker(memory=1 << 30, seconds=0.5, command=odd.strange())
    try:
        running.examine()
        assert drawn(running, [filled(odd.HANGING)]) == [Failure.TIME]
    finally:
        running.close()


def test_what_has_no_turn_in_time_is_not_drawn(worker: Worker) -> None:
    assert drawn(worker, [GOOD, GOOD], within_s=-1.0) == [Failure.LATE, Failure.LATE]


def test_where_no_process_can_be_started_nothing_is_drawn() -> None:
    none = Worker(memory=MEMORY, seconds=1, command=["/nowhere/python"])
    assert drawn(none, [GOOD, GOOD]) == [Failure.NO_WORKER, Failure.NO_WORKER]


def test_a_caller_that_is_cancelled_frees_the_process(strangely: Worker) -> None:
    async def work() -> None:
        await draw_icons([GOOD], [(9, 9)], worker=strangely)
        hanging = asyncio.create_task(
            draw_icons([filled(odd.HANGING), GOOD], [(9, 9)], within_s=500, worker=strangely)
        )
        while not strangely.busy:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        hanging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hanging
        async with asyncio.timeout(60):
            (result,) = await draw_icons([GOOD], [(9, 9)], worker=strangely)
        assert isinstance(result, tuple)

    asyncio.run(work())


@pytest.mark.parametrize("box", [(0, 9), (9, 2049)])
def test_a_size_that_cannot_be_is_told(worker: Worker, box: tuple[int, int]) -> None:
    with pytest.raises(InvalidInput, match="2048 pixels"):
        drawn(worker, [GOOD], box)


def test_a_colour_that_is_none_is_told(worker: Worker) -> None:
    with pytest.raises(InvalidInput, match="colour"):
        drawn(worker, [GOOD], color='red" onload="alert(1)')


def test_the_usual_worker_is_there_and_bounded() -> None:
    assert WORKER.seconds == SECONDS
    if os.name != "nt":
        assert WORKER.examine() in {"held", "watched"}
