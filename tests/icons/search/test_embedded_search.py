"""The search over the catalogue inside opsin: exact names first, wishes served, results different."""

import random

import pytest

from benchmarks.icon_descriptions import HELD_OUT, ORDINARY, TUNING
from opsin.icons.catalogue.embedded import DATA, open_embedded
from opsin.icons.catalogue.packed import PackedCatalogue
from opsin.icons.licences.policy import allowed
from opsin.icons.licences.terms import terms_of
from opsin.icons.query import IconQuery
from opsin.icons.search.search import search

pytestmark = pytest.mark.skipif(not (DATA / "catalogue.pack").is_file(), reason="the catalogue is not built")


@pytest.fixture(scope="module")
def catalogue() -> PackedCatalogue:
    return open_embedded()


def offered(catalogue: PackedCatalogue, glyph: int) -> bool:
    icons = (catalogue.index.icon_at(number) for number in catalogue.index.icons_of(glyph))
    return any(
        not icon.hidden and not allowed(terms_of(icon), "all", prefix=icon.set.prefix) for icon in icons
    )


def misses(catalogue: PackedCatalogue, count: int) -> list[str]:
    """Names of glyphs that are not among the first three for their own name, nor folded into one of them."""
    glyphs = catalogue.index.glyphs
    chosen = random.Random(11).sample(range(len(glyphs)), 2 * count)
    names = [glyphs[number] for number in chosen if offered(catalogue, number)][:count]
    missed = []
    for name in names:
        rows = search(catalogue, IconQuery.checked([name], policy="all")).rows[:3]
        folded = {icon.glyph for row in rows for one in row.variants if (icon := catalogue.icon(one))}
        if name not in folded | {row.icon.glyph for row in rows}:
            missed.append(name)
    return missed


def test_exact_names_come_first(catalogue: PackedCatalogue) -> None:
    assert misses(catalogue, 40) == []


@pytest.mark.full
def test_five_hundred_exact_names_come_first(catalogue: PackedCatalogue) -> None:
    assert misses(catalogue, 500) == []


@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.full), 4])
def test_wishes_are_served(catalogue: PackedCatalogue, step: int) -> None:
    wishes = (*TUNING, *HELD_OUT)[::step]
    for keywords, share in (
        ([[one.text] for one in wishes], 0.97),
        ([list(one.keywords) for one in wishes], 0.9),
    ):
        hits = [
            any(one.served_by(row.icon.glyph) for row in search(catalogue, IconQuery.checked(words)).rows)
            for one, words in zip(wishes, keywords, strict=True)
        ]
        assert sum(hits) >= share * len(wishes)


def test_twelve_results_are_twelve_glyphs(catalogue: PackedCatalogue) -> None:
    for words in ORDINARY[::8]:
        found = search(catalogue, IconQuery.checked([words]))
        names = {row.icon.glyph for row in found.rows}
        assert len(names) == len(found.rows)
        assert len(names) == 12 or found.total < 40
        assert not any(row.terms.trademark for row in found.rows)


def test_a_non_commercial_logo_is_never_offered(catalogue: PackedCatalogue) -> None:
    for policy in ("permissive", "permissive_plus_attribution", "all"):
        found = search(catalogue, IconQuery.checked(["vuedotjs"], policy=policy, limit=64))
        ids = {one for row in found.rows for one in (row.icon.id, *row.variants)}
        assert "simple-icons:vuedotjs" not in ids
        assert found.hidden_by_policy


def test_a_brand_comes_when_it_is_named(catalogue: PackedCatalogue) -> None:
    assert search(catalogue, IconQuery.checked(["github"])).rows[0].terms.trademark
    assert search(catalogue, IconQuery.checked(["github"], exclude_logos=True)).brands_left_out
    assert not any(row.terms.trademark for row in search(catalogue, IconQuery.checked(["code"])).rows)


def test_several_things_of_one_set(catalogue: PackedCatalogue) -> None:
    query = IconQuery.checked(["home", "shopping cart", "play"], same_set=True)
    choices = search(catalogue, query).same_set
    assert len(choices) == 3
    for choice in choices:
        assert choice.missing == ()
        assert {row.icon.set.prefix for row in choice.rows} == {choice.prefix}


@pytest.mark.parametrize(("limit", "sets"), [(1, 1), (3, 1), (6, 2), (8, 2), (9, 3), (64, 3)])
def test_there_are_as_many_sets_as_the_limit_has_room_for(
    catalogue: PackedCatalogue, limit: int, sets: int
) -> None:
    query = IconQuery.checked(["home", "cart", "play"], same_set=True, limit=limit)
    assert len(search(catalogue, query).same_set) == sets


@pytest.mark.parametrize("word", ["sheep", "tiger", "witch", "monkey", "plate"])
def test_rare_words_are_no_slips(catalogue: PackedCatalogue, word: str) -> None:
    found = search(catalogue, IconQuery.checked([word], policy="all"))
    assert word in found.rows[0].icon.glyph.split("-")
    assert found.suggestions == ()


@pytest.mark.parametrize(
    ("slip", "word"), [("calender", "calendar"), ("seach", "search"), ("umbrela", "umbrella")]
)
def test_slips_are_found_out_although_some_data_has_them(
    catalogue: PackedCatalogue, slip: str, word: str
) -> None:
    found = search(catalogue, IconQuery.checked([slip]))
    assert word in {row.icon.glyph for row in found.rows[:3]}
    assert [one.nearest for one in found.suggestions if one.corrected] == [(word,)]


def test_a_word_that_only_a_phrase_knows_counts_beside_others(catalogue: PackedCatalogue) -> None:
    found = search(catalogue, IconQuery.checked(["somebody is eavesdropping on the line"]))
    assert "ear" in {row.icon.glyph for row in found.rows}


def test_the_parts_of_a_compound_stand_in_for_it(catalogue: PackedCatalogue) -> None:
    found = search(catalogue, IconQuery.checked(["cornfield"]))
    assert found.rows[0].icon.glyph == "corn"


def test_small_words_do_not_answer_for_an_unknown_one(catalogue: PackedCatalogue) -> None:
    found = search(catalogue, IconQuery.checked(["the qqqqq in the xzxzxz"]))
    assert found.rows == ()
    assert [one.word for one in found.suggestions] == ["qqqqq", "xzxzxz"]


def test_an_icon_with_a_licence_of_its_own_is_denied_by_it(catalogue: PackedCatalogue) -> None:
    # Of Lucide's icons, which are under ISC, airplay is one of those that come from Feather, which is under MIT.
    for word, is_denied in (("airplay", True), ("rocket", False)):
        query = IconQuery.checked(word, sets=["lucide"])
        offered, left = search(catalogue, query), search(catalogue, query, deny=frozenset({"MIT"}))
        assert offered.rows[0].icon.id == f"lucide:{word}"
        assert any(row.icon.name == word for row in left.rows) is not is_denied
        assert any("MIT" in reason for reason in left.hidden_by_policy) or not is_denied
