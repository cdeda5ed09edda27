import pytest

from opsin.icons.search.folding import brand_words, idea, singular


def shared(one: str, other: str, *asked: str) -> set[str]:
    return {*idea(one, asked)} & {*idea(other, asked)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rocket", "rockets"),
        ("rocket", "rocket-2"),
        ("rocket", "rocket-alt"),
        ("cloud-upload", "upload-cloud"),
        ("wifi", "wi-fi"),
        ("arrow-left", "arrowleft"),
        ("github", "brand-github"),
        ("github", "logo-github"),
        ("dice-1", "dice-6"),
        ("rocket", "rocket-line"),
        ("bell-off", "bell-slash"),
        ("user-plus", "add-user"),
        ("plus", "add"),
    ],
)
def test_names_of_one_idea_share_a_key(one: str, other: str) -> None:
    assert shared(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rocket", "rocket-launch"),
        ("bell", "bell-off"),
        ("chart", "chart-line"),
        ("1", "2"),
        ("lock", "lock-open"),
        ("slash", "off"),
        ("bell-plus", "bell-off"),
    ],
)
def test_other_ideas_have_other_keys(one: str, other: str) -> None:
    assert not shared(one, other)


def test_what_is_asked_for_is_not_folded_away() -> None:
    assert not shared("dice-1", "dice-6", "1")
    assert not shared("rocket-line", "rocket", "line")


def test_two_words_for_one_sign_are_one_whichever_is_asked_for() -> None:
    assert shared("bell-slash", "bell-off", "slash")
    assert shared("bell-slash", "bell-off", "off")


def test_words_of_a_brand() -> None:
    assert brand_words("brand-acme-pay") == {"acme", "pay"}
    assert brand_words("logo") == {"logo"}


@pytest.mark.parametrize(
    ("word", "one"),
    [
        ("boxes", "box"),
        ("batteries", "battery"),
        ("keys", "key"),
        ("news", "news"),
        ("glass", "glass"),
        ("bus", "bus"),
    ],
)
def test_the_singular_of_a_word(word: str, one: str) -> None:
    assert singular(word) == one
