from itertools import pairwise
from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.search.keyword_words import words_of_keyword
from opsin.icons.search.matching import MATCHES_FROM, KeywordMatch
from opsin.icons.search.ranking import KEYWORD_STEP, Estimate, spread_out, weighed

GLYPHS = 40
SCORES = st.dictionaries(
    st.integers(0, GLYPHS - 1), st.sampled_from([0.05, 0.2, 0.3, 0.5, 0.66, 0.8, 1.0, 2.0]), max_size=GLYPHS
)
SIZES = st.lists(st.integers(1, 2_000), min_size=GLYPHS, max_size=GLYPHS)


def matches_of(scores: list[dict[int, float]]) -> list[KeywordMatch]:
    return [
        KeywordMatch(words_of_keyword(f"rocket{place}"), (), dict(one)) for place, one in enumerate(scores)
    ]


@given(st.lists(SCORES, min_size=1, max_size=5), SIZES, st.integers(1, 50))
def test_the_best_are_those_that_a_look_at_every_glyph_gives(
    scores: list[dict[int, float]], sizes: list[int], most: int
) -> None:
    counts = {glyph: sum(one.get(glyph, 0.0) >= MATCHES_FROM for one in scores) for glyph in range(GLYPHS)}
    fits = {
        glyph: sum((1 - KEYWORD_STEP * place) * one.get(glyph, 0.0) for place, one in enumerate(scores))
        for glyph in range(GLYPHS)
    }
    estimate = Estimate(matches_of(scores))
    assert estimate.total == sum(count > 0 for count in counts.values())
    best = estimate.best(sizes, most)
    assert len(best) == min(most, estimate.total)
    assert all(one.matched == counts[one.glyph] for one in best)
    assert all(isclose(one.relevance, fits[one.glyph]) for one in best)

    def value(glyph: int) -> tuple[int, float]:
        # By the sets that there may be: each icon is taken as of a set of its own.
        return counts[glyph], fits[glyph] * weighed(best[0]._replace(relevance=1.0), 0, sizes[glyph])

    order = [value(one.glyph) for one in best]
    assert all(one[0] > other[0] or one[1] >= other[1] * (1 - 1e-9) for one, other in pairwise(order))
    left = {glyph for glyph, count in counts.items() if count} - {one.glyph for one in best}
    least_matched, least = min(order, default=(0, 0.0))
    assert all(
        value(glyph)[0] < least_matched
        or (value(glyph)[0] == least_matched and value(glyph)[1] <= least * (1 + 1e-9))
        for glyph in left
    )


@given(st.lists(SCORES, min_size=1, max_size=5))
def test_in_order_are_all_that_match_as_they_were_met(scores: list[dict[int, float]]) -> None:
    met = dict.fromkeys(glyph for one in scores for glyph, score in one.items() if score >= MATCHES_FROM)
    found = Estimate(matches_of(scores)).in_order()
    assert [one.glyph for one in found] == list(met)


def test_the_same_reason_counts_less_each_time_and_far_rows_are_not_asked() -> None:
    asked = []

    def reason(place: int) -> str:
        asked.append(place)
        return "ab"[place == 2]

    ranked = [(1, 1.0), (1, 0.99), (1, 0.95), (1, 0.1)]
    assert spread_out(ranked, 3, reason) == [0, 2, 1]
    assert sorted(asked) == [0, 1, 2]
