"""What a client is told rises with every message, and never says the end before the answer does."""

import asyncio

from opsin.server.progress import Rising


def told(*given: tuple[int, int]) -> list[float]:
    heard: list[float] = []

    async def report(progress: float, _total: float | None, message: str | None) -> None:
        assert message == "words"
        heard.append(progress)

    async def tell() -> None:
        rising = Rising(report)
        for done, total in given:
            await rising(done, total, "words")

    asyncio.run(tell())
    return heard


def test_messages_at_the_same_count_rise_by_a_part_of_one() -> None:
    assert told((0, 9), (0, 9), (0, 9), (1, 9), (1, 9)) == [0, 0.05, 0.1, 1, 1.05]


def test_no_message_reaches_the_next_count() -> None:
    heard = told(*[(0, 1)] * 50)
    assert len(heard) == 20
    assert heard == sorted(set(heard))
    assert heard[-1] < 1


def test_the_end_is_the_answers_to_tell() -> None:
    assert told((0, 2), (2, 2), (1, 2), (3, 2)) == [0, 1]


def test_what_falls_behind_is_dropped() -> None:
    assert told((3, 9), (1, 9), (2, 9), (4, 9)) == [3, 4]


def test_a_client_that_cannot_be_told_stops_nothing() -> None:
    async def report(_progress: float, _total: float | None, _message: str | None) -> None:
        raise OSError

    async def tell() -> None:
        await Rising(report)(0, 1, "words")

    asyncio.run(tell())
