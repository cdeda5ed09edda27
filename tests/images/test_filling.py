import asyncio
import time
from dataclasses import dataclass, replace
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import TimedOut
from opsin.images.filling import Filled, fill, fold_known
from opsin.images.hit import Hit
from opsin.images.patience import Watch
from opsin.images.thumbnails import Thumbnail
from opsin.rights.creative_commons import cc_zero
from opsin.rights.licence import Evidence
from opsin.web.clock import Phase

FREE = cc_zero("1.0", Evidence("license", "cc0"))


@dataclass(frozen=True)
class Drawn:
    """Stands for a thumbnail: two of one motif show the same."""

    motif: str

    def shows_the_same(self, other: "Drawn") -> bool:
        return self.motif == other.motif


def hit(name: str, likeness: str = "") -> Hit:
    return Hit(
        provider="test",
        original=f"https://a.example/{name}",
        thumbnail=f"https://t.example/{name}",
        likeness=likeness,
    )


def filled(plans: list[str], count: int, *, seconds: float = 5.0) -> tuple[Filled, list[int]]:
    """Fill from plans: each is a motif, "fail", "hang", "dead", or "queue": it never gets a connection."""
    hits = [hit(str(index)) for index in range(len(plans))]
    by_original = {one.original: plan for one, plan in zip(hits, plans, strict=True)}
    seen: list[int] = []

    async def load(one: Hit, watch: Watch) -> Thumbnail:
        plan = by_original[one.original]
        if plan == "queue":
            await asyncio.Event().wait()
        watch(Phase.CONNECTING)
        await asyncio.sleep(0)
        if plan == "dead":
            await asyncio.Event().wait()
        watch(Phase.AWAITING)
        if plan == "hang":
            await asyncio.Event().wait()
        if plan == "fail":
            raise TimedOut("The host did not answer.")
        return cast("Thumbnail", Drawn(plan))

    async def on_picture(ready: int) -> None:
        seen.append(ready)

    async def run() -> Filled:
        deadline = asyncio.get_running_loop().time() + seconds
        return await fill(fold_known(hits), count, load, deadline=deadline, on_picture=on_picture)

    return asyncio.run(run()), seen


def motifs(result: Filled) -> list[str]:
    return [cast("Drawn", cell.thumbnail).motif if cell.thumbnail else "failed" for cell in result.cells]


def test_cells_stand_in_the_providers_order() -> None:
    result, seen = filled(list("abcdefg"), 4)
    assert motifs(result) == list("abcd")
    assert [one.original[-1] for one in result.unused] == list("456")
    assert seen[-1] == 4


def test_spare_takes_the_place_of_a_failure_before_numbering() -> None:
    result, _ = filled(["a", "fail", "c", "d"], 3)
    assert motifs(result) == ["a", "c", "d"]
    assert result.replaced == 1


def test_failure_keeps_its_cell_where_there_is_no_spare() -> None:
    result, _ = filled(["a", "fail", "c"], 3)
    assert motifs(result) == ["a", "failed", "c"]
    assert result.cells[1].failed == "The host did not answer."
    assert result.replaced == 0


def test_same_picture_is_folded_into_the_better_rank_and_refilled() -> None:
    result, _ = filled(["a", "b", "a", "c"], 3)
    assert motifs(result) == ["a", "b", "c"]
    assert [len(cell.alike) for cell in result.cells] == [1, 0, 0]


def test_one_that_dawdles_is_not_waited_for_when_a_spare_serves() -> None:
    result, _ = filled(["a", "hang", "c", "d"], 3)
    assert motifs(result) == ["a", "c", "d"]
    assert all(not cell.failed for cell in result.cells)


def test_host_that_takes_no_connection_is_given_up_much_sooner() -> None:
    began = time.monotonic()
    result, _ = filled(["a", "dead", "c", "d"], 3, seconds=60)
    assert motifs(result) == ["a", "c", "d"]
    assert time.monotonic() - began < 20


def test_one_that_waits_in_vain_for_a_connection_is_not_waited_for_and_may_come_on_the_next_page() -> None:
    began = time.monotonic()
    result, _ = filled(["a", "queue", "c", "d"], 3, seconds=60)
    assert motifs(result) == ["a", "c", "d"]
    assert [one.original[-1] for one in result.unused] == ["1"]
    assert time.monotonic() - began < 20


def test_deadline_sends_the_sheet_out_with_a_placeholder() -> None:
    result, _ = filled(["a", "hang"], 2, seconds=0.2)
    assert motifs(result) == ["a", "failed"]
    assert "in time" in result.cells[1].failed


def test_everything_is_stopped_when_the_caller_is_cancelled() -> None:
    stopped: list[str] = []

    async def load(one: Hit, _watch: Watch) -> Thumbnail:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            stopped.append(one.original)
            raise
        raise AssertionError("nothing ends the wait but a cancellation")

    async def on_picture(_ready: int) -> None:
        pass

    async def run() -> None:
        deadline = asyncio.get_running_loop().time() + 5
        task = asyncio.create_task(
            fill(
                fold_known([hit("0"), hit("1")]),
                2,
                load,
                deadline=deadline,
                on_picture=on_picture,
            )
        )
        await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()

    asyncio.run(run())
    assert len(stopped) == 2


def test_known_twins_are_folded_before_anything_is_fetched() -> None:
    candidates = fold_known([hit("a", "sha"), hit("b"), hit("c", "sha"), hit("b")])
    assert [len(candidate.alike) for candidate in candidates] == [1, 1]


def test_of_twins_the_one_that_states_a_licence_is_shown_whole() -> None:
    plain, free = hit("a"), replace(hit("a"), provider="other", licence=FREE)
    for hits in ([plain, free], [free, plain], [plain, plain, free]):
        (candidate,) = fold_known(hits)
        assert (candidate.rank, candidate.hit) == (0, free)
        assert set(map(id, candidate.alike)) == {id(plain)}


def test_addresses_that_differ_in_spelling_are_one_file() -> None:
    other = replace(hit("a"), original="http://A.example/%61#top", thumbnail="https://u.example/")
    assert len(fold_known([hit("a"), other])) == 1


def test_a_picture_that_looks_alike_and_states_a_licence_takes_the_cell_with_its_own_address() -> None:
    hits = [hit("0"), hit("1"), replace(hit("2"), licence=FREE)]

    async def load(one: Hit, _watch: Watch) -> Thumbnail:
        await asyncio.sleep(0)
        return cast("Thumbnail", Drawn({"0": "a", "1": "b", "2": "a"}[one.original[-1]]))

    async def on_picture(_ready: int) -> None:
        pass

    async def run() -> Filled:
        deadline = asyncio.get_running_loop().time() + 5
        return await fill(fold_known(hits), 3, load, deadline=deadline, on_picture=on_picture)

    result = asyncio.run(run())
    assert [(cell.rank, cell.hit.original[-1], len(cell.alike)) for cell in result.cells] == [
        (0, "2", 1),
        (1, "1", 0),
    ]
    assert result.unused == ()


@given(
    st.lists(st.sampled_from(["a", "b", "c", "d", "e", "fail"]), min_size=1, max_size=14), st.integers(1, 9)
)
def test_every_hit_is_shown_folded_failed_or_kept_exactly_once(plans: list[str], count: int) -> None:
    result, _ = filled(plans, count)
    shown = [cell.hit for cell in result.cells]
    folded = [one for cell in result.cells for one in cell.alike]
    assert len(result.cells) <= count
    assert [cell.rank for cell in result.cells] == sorted(cell.rank for cell in result.cells)
    kept = [*shown, *folded, *result.unused]
    assert len({one.original for one in kept}) == len(kept)
    present = [motif for motif in motifs(result) if motif != "failed"]
    assert len(set(present)) == len(present)
    assert len(kept) + result.replaced <= len(plans)
    distinct = {plan for plan in plans if plan != "fail"}
    assert len(present) == min(count, len(distinct))
