from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opsin.errors import InvalidInput
from opsin.icons.catalogue.packed import PackedCatalogue
from opsin.icons.licences.policy import allowed
from opsin.icons.query import IconQuery
from opsin.icons.search.found import Found
from opsin.icons.search.search import search
from tests.icons.search.shelf import shelf


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> PackedCatalogue:
    return shelf(tmp_path_factory.mktemp("shelf"))


def found(catalogue: PackedCatalogue, *keywords: str, **values: Any) -> Found:
    return search(catalogue, IconQuery.checked(list(keywords), **values))


def glyphs(answer: Found) -> list[str]:
    return [row.icon.glyph for row in answer.rows]


def ids(answer: Found) -> list[str]:
    return [row.icon.id for row in answer.rows]


def test_one_row_a_glyph_with_its_variants_and_the_exact_name_first(catalogue: PackedCatalogue) -> None:
    answer = found(catalogue, "rocket")
    assert ids(answer) == ["strokes:rocket", "strokes:rocket-launch", "strokes:rocket-off"]
    first = answer.rows[0]
    assert set(first.variants) == {
        "fills:rocket",
        "fills:rocket-filled",
        "fills:rockets",
        "fills:rocket-2",
        "old:rocket",
        "smileys:rocket",
    }
    assert first.variant_count == len(first.variants)
    assert first.why == ("name is 'rocket'",)
    assert first.terms.spdx == "MIT"
    assert answer.total == 5


def test_drawings_at_hand_and_kept_sets_come_before_emoji_and_old_sets(catalogue: PackedCatalogue) -> None:
    order = ["strokes:calendar", *found(catalogue, "calendar").rows[0].variants]
    assert order == ["strokes:calendar", "fills:calendar", "old:calendar", "smileys:calendar"]


def test_where_no_other_drawings_can_be_had_any_that_is_here_comes_first(tmp_path: Path) -> None:
    catalogue = shelf(tmp_path, drawn="smileys")
    query = IconQuery.checked("calendar")
    shown = [search(catalogue, query, only_here=here).rows[0].icon.id for here in (False, True, False)]
    assert shown == ["strokes:calendar", "smileys:calendar", "strokes:calendar"]


def test_a_phrase_is_found_by_its_words_and_by_the_table(catalogue: PackedCatalogue) -> None:
    answer = found(catalogue, "fast deployment")
    assert glyphs(answer)[0] == "rocket"
    assert "phrase 'deploy'" in answer.rows[1].why
    assert "tag 'deploy' of lucide, tabler" in answer.rows[0].why
    assert glyphs(found(catalogue, "undo what I just did")) == ["undo"]


def test_the_most_keywords_first_and_keywords_as_given(catalogue: PackedCatalogue) -> None:
    answer = found(catalogue, "Rocket", "launch")
    assert answer.rows[0].icon.glyph == "rocket-launch"
    assert answer.rows[0].matched_keywords == ("Rocket", "launch")
    counts = [len(row.matched_keywords) for row in answer.rows]
    assert counts == sorted(counts, reverse=True)


def test_a_phrase_may_stand_across_keywords(catalogue: PackedCatalogue) -> None:
    answer = found(catalogue, "shopping", "cart")
    assert answer.rows[0].icon.glyph == "cart"
    assert answer.rows[0].matched_keywords == ("shopping", "cart")


@pytest.mark.parametrize(
    ("keyword", "glyph"),
    [
        ("CLOCKS", "clock"),
        ("bin", "trash"),
        ("wi-fi", "wifi"),
        ("wi fi", "wifi"),
        ("arrowleft", "arrow-left"),
        ("arrow_left", "arrow-left"),
        ("paper plane", "paper-plane"),
        ("日历", "calendar"),
        ("选日历吧", "calendar"),
        ("Takvim", "calendar"),
        ("rakete", "rocket"),
        ("←", "arrow-left"),
        ("🔒", "lock"),
    ],
)
def test_ways_of_writing(catalogue: PackedCatalogue, keyword: str, glyph: str) -> None:
    assert glyphs(found(catalogue, keyword))[0] == glyph


def test_an_alias_is_found_beside_the_name(catalogue: PackedCatalogue) -> None:
    answer = found(catalogue, "home")
    assert ids(answer)[:2] == ["fills:home", "strokes:house"]
    assert answer.rows[1].why[0] == "alias is 'home'"


def test_a_slip_is_corrected_and_told(catalogue: PackedCatalogue) -> None:
    answer = found(catalogue, "microfone")
    assert glyphs(answer)[0] == "microphone"
    assert answer.rows[0].why == ("name has 'microphone', corrected from 'microfone'",)
    (told,) = answer.suggestions
    assert (told.keyword, told.word, told.nearest, told.corrected) == (
        "microfone",
        "microfone",
        ("microphone",),
        True,
    )


def test_a_word_that_finds_nothing_is_told_with_the_nearest(catalogue: PackedCatalogue) -> None:
    answer = found(catalogue, "qqqqq", "rocket")
    assert glyphs(answer)[0] == "rocket"
    (told,) = answer.suggestions
    assert (told.word, told.nearest, told.corrected) == ("qqqqq", (), False)
    assert found(catalogue, "sea").suggestions[0].nearest[0] == "seahorse"


def test_words_of_everyday_speech_are_not_corrected(catalogue: PackedCatalogue) -> None:
    assert found(catalogue, "undo what I just did").suggestions == ()


def test_the_policy_hides_and_counts(catalogue: PackedCatalogue) -> None:
    answer = found(catalogue, "rocket")
    assert answer.hidden_by_policy == {
        "CC-BY-4.0: needs license_policy=permissive_plus_attribution": 1,
        "CC-BY-NC-4.0: NonCommercial is never offered": 1,
    }
    assert found(catalogue, "basilisk").rows == ()
    assert found(catalogue, "basilisk").notes == (
        "license_policy=permissive leaves out all icons that matched: 1 icon.",
    )
    assert ids(found(catalogue, "basilisk", policy="permissive_plus_attribution")) == ["credits:basilisk"]
    assert found(catalogue, "wyvern", policy="all").rows == ()


def test_the_users_lists(catalogue: PackedCatalogue) -> None:
    query = IconQuery.checked(["basilisk"])
    assert ids(search(catalogue, query, allow=frozenset({"CC-BY-4.0"}))) == ["credits:basilisk"]
    denied = search(catalogue, IconQuery.checked(["zebra"]), deny=frozenset({"fills"}))
    assert denied.rows == ()
    assert sum(denied.hidden_by_policy.values()) == 1


def test_brands_only_where_a_keyword_names_one(catalogue: PackedCatalogue) -> None:
    assert ids(found(catalogue, "acme")) == ["marks:acme"]
    assert found(catalogue, "acme").rows[0].variants == ("fills:brand-acme",)
    assert found(catalogue, "acme").rows[0].terms.trademark
    assert found(catalogue, "acme", exclude_logos=True).rows == ()
    assert found(catalogue, "acme", exclude_logos=True).brands_left_out == 2
    assert ids(found(catalogue, "apple")) == ["strokes:apple"]
    assert "logo" in found(catalogue, "apple").notes[0]
    assert ids(found(catalogue, "apple logo")) == ["marks:apple"]


def test_parameters_leave_out_and_are_told_where_nothing_is_left(catalogue: PackedCatalogue) -> None:
    assert all(row.icon.set.prefix == "fills" for row in found(catalogue, "rocket", sets=["fills"]).rows)
    assert found(catalogue, "calendar", style="fill").rows[0].icon.id == "fills:calendar"
    assert found(catalogue, "calendar", palette="yes").rows[0].icon.id == "smileys:calendar"
    assert ids(found(catalogue, "spinner", animated="yes")) == ["strokes:spinner"]
    empty = found(catalogue, "undo", style="fill")
    assert empty.rows == ()
    assert empty.hidden_by_filters == {"style": 2}
    assert empty.notes == ("Matching icons were left out by these parameters: style (2).",)
    with pytest.raises(InvalidInput, match="strokes"):
        found(catalogue, "undo", sets=["stroke"])


def test_emoji_stand_below_plain_icons_unless_they_are_asked_for(catalogue: PackedCatalogue) -> None:
    assert glyphs(found(catalogue, "wolf"))[0] == "wolf"
    plain, asked = found(catalogue, "wolf").rows[0], found(catalogue, "wolf emoji").rows[0]
    assert plain.icon.id == asked.icon.id == "smileys:wolf"
    assert found(catalogue, "wolf", palette="yes").rows[0].relevance > plain.relevance


def test_several_things_in_one_set(catalogue: PackedCatalogue) -> None:
    answer = found(catalogue, "trash", "lock", "fox", same_set=True)
    assert [choice.prefix for choice in answer.same_set] == ["strokes", "fills"]
    best, second = answer.same_set
    assert [row.icon.id for row in best.rows] == ["strokes:trash", "strokes:lock", "strokes:fox"]
    assert [row.matched_keywords for row in best.rows] == [("trash",), ("lock",), ("fox",)]
    assert best.missing == ()
    assert [row.icon.id for row in second.rows] == ["fills:trash", "fills:lock"]
    assert second.missing == ("fox",)


WORDS = st.sampled_from(
    [
        "rocket",
        "launch",
        "calendar",
        "date",
        "undo",
        "bell",
        "off",
        "home",
        "acme",
        "apple",
        "wolf",
        "basilisk",
        "wyvern",
        "zzz",
        "the",
        "of",
        "日历",
        "microfone",
        "logo",
        "2",
        "fast",
    ]
)
KEYWORDS = st.lists(
    st.one_of(st.text(max_size=20), st.lists(WORDS, min_size=1, max_size=4).map(" ".join)), max_size=6
)


@settings(max_examples=30, deadline=None)
@given(KEYWORDS, st.sampled_from(["permissive", "permissive_plus_attribution", "all"]), st.integers(1, 20))
def test_whatever_is_asked_the_answer_keeps_its_promises(
    catalogue: PackedCatalogue, keywords: list[str], policy: str, limit: int
) -> None:
    try:
        query = IconQuery.checked(keywords, policy=policy, limit=limit)
    except InvalidInput:
        return
    answer = search(catalogue, query)
    assert search(catalogue, query) == answer
    names = glyphs(answer)
    assert len(names) == len(set(names)) <= limit
    counts = [len(row.matched_keywords) for row in answer.rows]
    assert counts == sorted(counts, reverse=True)
    for row in answer.rows:
        assert allowed(row.terms, query.policy, prefix=row.icon.set.prefix) == ""
        assert row.matched_keywords
        assert set(row.matched_keywords) <= set(query.keywords)
        assert row.why
        assert row.icon.id not in row.variants


@settings(max_examples=20, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=5, unique=True))
def test_other_order_of_keywords_gives_the_same_glyphs(
    catalogue: PackedCatalogue, keywords: list[str]
) -> None:
    """The order weighs them, and phrases across them; single words find what they find."""
    one = found(catalogue, *keywords, limit=64)
    assert {glyph for glyph in glyphs(one) if glyph in keywords} == {
        glyph for glyph in glyphs(found(catalogue, *reversed(keywords), limit=64)) if glyph in keywords
    }
