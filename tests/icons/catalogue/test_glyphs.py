import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.catalogue.glyphs import Parts, parts

NAMES = st.lists(st.text("ab0", min_size=1, max_size=3), min_size=1, max_size=4).map("-".join)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("rocket", Parts("", "rocket", "")),
        ("rocket-filled", Parts("", "rocket", "-filled")),
        ("rocket-20-filled", Parts("", "rocket", "-20-filled")),
        ("outline-rocket", Parts("outline-", "rocket", "")),
        ("outline-filled", Parts("outline-", "filled", "")),
        ("outline", Parts("", "outline", "")),
        ("cup-outline", Parts("", "cup", "-outline")),
        ("saucer-outline", Parts("", "saucer-outline", "")),
        ("hand-medium-light-skin-tone", Parts("", "hand", "-medium-light-skin-tone")),
    ],
)
def test_words_of_a_theme_are_cut(name: str, expected: Parts) -> None:
    assert parts(name, ("outline-",), ("-filled", "-20-filled"), {"cup", "hand", name}) == expected


@given(NAMES, st.lists(NAMES), st.lists(NAMES), st.lists(NAMES))
def test_the_parts_make_the_name(
    name: str, prefixes: list[str], suffixes: list[str], names: list[str]
) -> None:
    cut = parts(name, [f"{one}-" for one in prefixes], [f"-{one}" for one in suffixes], names)
    assert "".join(cut) == name
    assert cut.glyph
