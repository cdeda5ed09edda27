"""Two servers on one store, searching at once: no number comes twice, and no id names two pictures."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from opsin.store.ids import CellId, parse_id
from opsin.store.sqlite import Store
from opsin.text import FENCE_START
from tests.loopback.web import LoopbackWeb
from tests.survival.aftermath import DATABASE, judge_sheets, judge_store, titles
from tests.survival.query_results import SMALL_SHEETS
from tests.survival.server_process import Server, cells_of, picture_of, posix, serving_several, text_of

pytestmark = posix

Result = dict[str, Any]

COUNT = 4
WAVES = (("both", 1), ("own", 1), ("other", 1)), (("own", 2), ("other", 2))
"""The five queries and pages that each server is asked for at once, in two waves. One query is of both."""


@pytest.mark.parametrize("each", [5, pytest.param(50, marks=pytest.mark.full)])
def test_every_id_names_what_it_was_given_out_for(web: LoopbackWeb, tmp_path: Path, each: int) -> None:
    environ = web.environ(tmp_path, OPSIN_CONNECTIONS_PER_HOST="8", **SMALL_SHEETS)
    with serving_several(2, tmp_path, environ) as servers:
        answers = [
            answer for turn in range(each // 5) for wave in WAVES for answer in ask(servers, turn, wave)
        ]
        # What one server has given out, the other knows.
        for server, (_, answer) in ((servers[1], answers[0]), (servers[0], answers[-1])):
            judge_inspection(server, cells_of(answer)[0])
    assert len(answers) == 2 * each
    numbers = [parse_id(cells_of(answer)[0]["id"]).search for _, answer in answers]
    assert len(set(numbers)) == len(numbers)
    given: dict[str, str] = {}
    with Store.open(tmp_path / "state" / DATABASE) as store:
        for number, (query, answer) in zip(numbers, answers, strict=True):
            judge_answer(store, number, query, answer)
            assert (tmp_path / "state" / "sheets" / f"s{number}.jpg").read_bytes() == picture_of(answer)
            given |= titles(cells_of(answer))
    assert len(given) == COUNT * len(answers)
    own = [title for title in given.values() if "both" not in title]
    assert len(set(own)) == len(own), "no picture comes on two pages of a query"
    assert judge_store(tmp_path / "state", given).keys() == set(numbers)
    assert judge_sheets(tmp_path / "state") == []


def ask(servers: Sequence[Server], turn: int, wave: Sequence[tuple[str, int]]) -> list[tuple[str, Result]]:
    """Let each server search for all of one wave at once; returns each query with its answer."""
    calls: list[tuple[Server, str, int]] = []
    for place, server in enumerate(servers):
        for name, page in wave:
            query = f"{name} {turn}" if name == "both" else f"{name} {turn} of {place}"
            call = server.start("image_search", query=query, page=page, count=COUNT)
            calls.append((server, query, call))
    return [(query, server.result(call)) for server, query, call in calls]


def judge_answer(store: Store, number: int, query: str, answer: Result) -> None:
    """Check that text, data and store say the same of every cell."""
    lines = text_of(answer).split("\n")
    outside = lines[lines.index(FENCE_START) :]
    assert lines[0].startswith(f"Search {number}: {COUNT} pictures for “{query}”")
    assert store.search(number).query["text"] == query
    for place, cell in enumerate(cells_of(answer), start=1):
        entry = store.entry(CellId(number, place))
        assert cell["id"] == str(entry.id)
        assert any(line.startswith(f"{place} | {entry.id} | ") for line in lines)
        assert cell["title"].startswith(f"{query} number ")
        assert (entry.data["title"], entry.data["page"]) == (cell["title"], cell["page"])
        assert f"| {place} | {cell['title']} | {cell['page']}" in outside


def judge_inspection(server: Server, cell: Result) -> None:
    """Check that a server shows the picture that another one gave the id out for."""
    (told,) = cells_of(server.call("image_inspect", id=cell["id"]))
    assert (told["title"], told["page"]) == (cell["title"], cell["page"])
