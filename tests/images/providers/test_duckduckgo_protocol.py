import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import InvalidInput
from opsin.images.providers.duckduckgo_protocol import RECIPES, REGIONS, checked_region, filter_slots


@pytest.mark.parametrize("code", ["wt-wt", "uk-en", "br-pt", "jp-jp", "xa-ar", " DE-DE ", "us_en", "hk-tzh"])
def test_regions_of_the_table(code: str) -> None:
    assert checked_region(code) in REGIONS


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("en-us", "Did you mean us-en?"),
        ("pt-BR", "Did you mean br-pt?"),
        ("gb", "Use one such as us-en"),
        ("de-dd", "de-de"),
        ("", "Use one such as us-en"),
    ],
)
def test_other_codes_are_refused_with_the_nearest(code: str, hint: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        checked_region(code)
    assert "OPSIN_REGION" in caught.value.message
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("min_width", "orientation", "licence", "slots"),
    [
        (0, "any", "any", ""),
        (799, "any", "any", ""),
        (800, "any", "any", ",size:Large,,,,"),
        (0, "square", "any", ",,,,layout:Square,"),
        (0, "portrait", "any", ",,,,layout:Tall,"),
        (0, "any", "commercial", ",,,,,license:ShareCommercially"),
        (1600, "landscape", "share-alike", ",size:Large,,,layout:Wide,license:ModifyCommercially"),
    ],
)
def test_filters_fill_their_slot(min_width: int, orientation: str, licence: str, slots: str) -> None:
    assert filter_slots(min_width=min_width, orientation=orientation, licence=licence) == slots


@given(st.integers(0, 5000), st.sampled_from(["any", "square"]), st.sampled_from(["any", "commercial"]))
def test_there_are_six_slots_or_none(min_width: int, orientation: str, licence: str) -> None:
    slots = filter_slots(min_width=min_width, orientation=orientation, licence=licence)
    assert slots == "" or slots.count(",") == 5


def test_each_recipe_can_decode_brotli_and_asks_as_the_page_would() -> None:
    assert len({recipe.name for recipe in RECIPES}) == len(RECIPES)
    for recipe in RECIPES:
        assert "br" in recipe.page["Accept-Encoding"]
        assert recipe.results["Referer"] == "{base}/"
        assert recipe.results["Accept"] == "*/*"
