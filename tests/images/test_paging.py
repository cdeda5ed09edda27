from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from opsin.images.hit import Hit
from opsin.images.paging import Paged, digest_of, digests_of, fresh, paging_key
from opsin.images.query import Query
from opsin.rights.creative_commons import cc_zero
from opsin.rights.licence import Evidence

WORDS = st.text(max_size=30)


def hit(name: str) -> Hit:
    return Hit(
        provider="test",
        original=f"https://a.example/{name}",
        thumbnail="",
        licence=cc_zero("1.0", Evidence("f", "v")),
    )


@given(st.lists(WORDS, max_size=5, unique=True), WORDS, st.frozensets(WORDS))
def test_record_reads_back_as_it_was_written(names: list[str], cursor: str, seen: frozenset[str]) -> None:
    progress = Paged("openverse", cursor, tuple(map(hit, names)), seen, ("safe",))
    assert Paged.from_json(progress.to_json()) == progress


def test_cursors_of_several_providers_read_back_and_older_records_have_none() -> None:
    merged = Paged("all", cursors={"openverse": "2", "wikimedia": ""})
    assert Paged.from_json(merged.to_json()) == merged
    assert merged.goes_on
    assert not Paged("all", cursors={"wikimedia": ""}).goes_on
    older = Paged("openverse", "2").to_json()
    del older["cursors"]
    assert Paged.from_json(older) == Paged("openverse", "2")


def test_the_same_file_is_known_again_whoever_tells_of_it() -> None:
    told = replace(hit("a"), likeness="sha1:1")
    seen = digests_of(told)
    assert fresh([replace(hit("a"), provider="other")], seen) == ()
    assert fresh([replace(hit("b"), likeness="sha1:1")], seen) == ()
    assert fresh([replace(hit("a"), original="http://A.example:80/a#x")], seen) == ()
    assert fresh([hit("b")], seen) == (hit("b"),)
    # A record of an older version holds one digest for each hit.
    assert fresh([told], frozenset({digest_of(told)})) == ()


def test_key_depends_on_the_filters_and_not_on_the_count() -> None:
    query = Query("red panda", count=4)
    assert paging_key(query, 2) == paging_key(Query("red panda", count=9, page=7), 2)
    assert paging_key(query, 2) != paging_key(query, 3)
    assert paging_key(query, 2) != paging_key(Query("red panda", min_width=800), 2)
    assert paging_key(query, 2) != paging_key(Query("red pandas"), 2)


def test_what_was_shown_is_not_fresh() -> None:
    assert fresh([hit("a"), hit("b")], frozenset({digest_of(hit("a"))})) == (hit("b"),)
