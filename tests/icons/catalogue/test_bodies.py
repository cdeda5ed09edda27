import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import OpsinError
from opsin.icons.catalogue.bodies import PLAN, Bodies, body_blocks, body_parts, usual_box
from opsin.icons.catalogue.pack import Pack, pack_bytes
from opsin.icons.icon import Body

MARKUP = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1)
SIZES = st.sampled_from([16, 20, 24, 12.5])
DRAWINGS = st.lists(st.none() | st.builds(Body, MARKUP, st.just(0), st.integers(-3, 3), SIZES, SIZES))


def packed(folder: Path, drawings: Sequence[Body | None], **other: list[bytes]) -> Bodies:
    parts = {**body_parts({"a": body_blocks(drawings)}), **other}
    path = folder / "bodies.pack"
    path.write_bytes(pack_bytes(parts, 1))
    return Bodies(Pack(path, "Do this."))


@given(DRAWINGS)
def test_drawings_come_back_by_place(
    tmp_path_factory: pytest.TempPathFactory, drawings: Sequence[Body | None]
) -> None:
    bodies = packed(tmp_path_factory.mktemp("bodies"), drawings)
    assert [bodies.at("a", place) for place in range(len(drawings))] == drawings
    assert bodies.at("a", len(drawings)) is None
    assert bodies.at("a", -1) is None
    assert bodies.at("b", 0) is None
    assert bodies.prefixes == {"a"}


def test_many_blocks_and_many_threads(tmp_path: Path) -> None:
    drawings = [Body(f"<g>{number}</g>") for number in range(5_000)]
    bodies = packed(tmp_path, drawings)
    wrong: list[int] = []

    def read(first: int) -> None:
        wrong.extend(n for n in range(first, 5_000, 97) if bodies.at("a", n) != drawings[n])

    threads = [threading.Thread(target=read, args=(first,)) for first in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_large_drawings_stand_in_small_blocks(tmp_path: Path) -> None:
    drawings = [Body("x" * 400_000 + str(number)) for number in range(9)]
    blocks = body_blocks(drawings)
    assert blocks.per_block == 2
    assert len(blocks.frames) == 5
    bodies = packed(tmp_path, drawings)
    assert [bodies.at("a", place) for place in range(9)] == drawings
    assert body_blocks([Body("x" * 3_000_000)] * 2).per_block == 1
    assert body_blocks([]).frames == []


def test_the_usual_box_is_the_most_frequent() -> None:
    small, large = Body("a"), Body("b", 0, 0, 24, 24)
    assert usual_box([small, large, large, None]) == (0, 0, 24, 24)
    assert usual_box([None]) == (0, 0, 16, 16)


@pytest.mark.parametrize(
    "other",
    [
        {PLAN: [b"[]"]},
        {PLAN: [b'{"a": 3}']},
        {PLAN: [b"\xff"]},
        {"a": [b"\xff"]},
        {"a": [b"{\x1f<g/>"]},
        {"a": [b"[1, 2]\x1f<g/>"]},
        {"a": []},
    ],
)
def test_parts_that_do_not_fit_are_errors(tmp_path: Path, other: dict[str, list[bytes]]) -> None:
    with pytest.raises(OpsinError) as caught:
        packed(tmp_path, [Body("<g/>"), Body("<g/>", 1)], **other).at("a", 1)
    assert caught.value.hint == "Do this."
