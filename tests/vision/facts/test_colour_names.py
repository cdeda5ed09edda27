"""Names of colours, distances and contrast."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opsin.vision.facts.colour_names import (
    colour_name,
    contrast_ratio,
    distance,
    hex_of,
    hue_family,
    oklch,
    rgb_of,
)

colours = st.tuples(*[st.integers(0, 255)] * 3)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("#ff0000", "red"),
        ("#dc2626", "red"),
        ("#fee2e2", "pale red"),
        ("#ffa500", "orange"),
        ("#8b4513", "brown"),
        ("#ffff00", "yellow"),
        ("#008000", "green"),
        ("#00ffff", "cyan"),
        ("#0000ff", "blue"),
        ("#000080", "very dark blue"),
        ("#800080", "purple"),
        ("#ff00ff", "magenta"),
        ("#64748b", "blue-grey"),
        ("#0f172a", "very dark blue"),
        ("#000000", "black"),
        ("#1e1e1e", "near-black"),
        ("#808080", "grey"),
        ("#fafafa", "near-white"),
        ("#ffffff", "white"),
    ],
)
def test_a_colour_has_the_name_that_people_give_it(written: str, name: str) -> None:
    assert colour_name(rgb_of(written)) == name


def test_greys_and_what_is_nearly_black_have_no_hue() -> None:
    assert [hue_family(rgb_of(one)) for one in ("#808080", "#0f172a", "#64748b")] == ["", "", ""]
    assert [hue_family(rgb_of(one)) for one in ("#b91c1c", "#16a34a", "#2563eb")] == ["red", "green", "blue"]


def test_black_on_white_has_the_greatest_contrast() -> None:
    assert contrast_ratio((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast_ratio(rgb_of("#777777"), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_the_primaries_have_the_published_coordinates() -> None:
    assert oklch((255, 0, 0)) == pytest.approx((0.628, 0.258, 29.23), abs=0.05)


@given(colours, colours)
@settings(max_examples=50)
def test_every_colour_has_a_name_and_distances_are_symmetric(
    one: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    assert colour_name(one).strip()
    assert rgb_of(hex_of(one)) == one
    assert distance(one, other) == pytest.approx(distance(other, one))
    assert 1.0 <= contrast_ratio(one, other) <= 21.0001
