"""What is drawn is what icons are drawn with; anything else is refused, and in our own words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.svg.reading import MOST_BYTES
from opsin.icons.svg.refused import SvgRefused
from opsin.icons.svg.sanitise import sanitise
from opsin.icons.svg.vocabulary import ATTRIBUTES, ELEMENTS
from tests.icons.svg.hostile import GOOD, HARMLESS, REFUSED, VIEW_BOXES, boxed

OUR_WORDS = re.compile(r"[A-Za-z0-9 ,().:\-]{10,160}")


@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_drawing_is_refused(name: str) -> None:
    with pytest.raises(SvgRefused) as caught:
        sanitise(boxed(REFUSED[name]))
    assert OUR_WORDS.fullmatch(caught.value.message)
    assert caught.value.hint
    assert "IGNORE" not in str(caught.value)
    assert "x.test" not in str(caught.value)


def test_an_attribute_that_would_run_a_script_is_called_so() -> None:
    with pytest.raises(SvgRefused, match="run a script"):
        sanitise(boxed('<g ONload="alert(1)"/>'))


@pytest.mark.parametrize("name", VIEW_BOXES)
def test_a_view_box_that_no_icon_has_is_refused(name: str) -> None:
    with pytest.raises(SvgRefused, match="view box"):
        sanitise(VIEW_BOXES[name])


@pytest.mark.parametrize("name", HARMLESS)
def test_an_odd_drawing_loses_what_is_odd_about_it(name: str) -> None:
    markup = sanitise(boxed(HARMLESS[name][0])).markup
    for gone in ("script", "alert", "IGNORE", "class", "data-", "<!--", "CDATA", "gone2"):
        assert gone not in markup
    assert sanitise(boxed(markup)).markup == markup


def test_a_good_drawing_stays_as_it_is() -> None:
    assert sanitise(GOOD).markup == GOOD.markup


def test_ids_that_nobody_uses_go_and_links_are_plain() -> None:
    safe = sanitise(boxed('<g id="unused"/><path id="a" d="M0 0h9"/><use xlink:href="#a"/>'))
    assert safe.markup == '<g/><path id="a" d="M0 0h9"/><use href="#a"/>'


def test_animations_keep_what_they_wait_for() -> None:
    markup = (
        '<path d="M0 0h9"><animate id="a" attributeName="opacity" begin="0;b.end+.5s" dur="1s" values="0;1"/>'
        '<set id="b" attributeName="fill" begin="a.end" to="currentColor"/></path>'
    )
    assert sanitise(boxed(markup)).markup == markup


def test_the_largest_drawing_is_read_and_one_byte_more_is_not() -> None:
    start, end = '<path d="M0 0', '"/>'
    room = MOST_BYTES - len(start) - len(end)
    sanitise(boxed(f"{start}{'z' * room}{end}"))
    with pytest.raises(SvgRefused, match="1,000,000 bytes"):
        sanitise(boxed(f"{start}{'z' * (room + 1)}{end}"))


@given(st.text(max_size=300))
def test_no_text_breaks_it(text: str) -> None:
    try:
        markup, why = sanitise(boxed(text)).markup, ""
    except SvgRefused as refused:
        markup, why = "", refused.message
    assert markup == ""
    assert not why or OUR_WORDS.fullmatch(why)


_names = st.sampled_from([*sorted(ATTRIBUTES), "onload", "xlink:href", "xml:base", "class", "src"])
_values = st.one_of(
    st.text(st.characters(exclude_characters='<&"', exclude_categories=["Cs", "Cc"]), max_size=20),
    st.sampled_from(
        ["url(#a)", "url(//x.test)", "javascript:alert(1)", "#a", "1", "M0 0h1", "red", "a.end+1s"]
    ),
)
_tags = st.sampled_from([*sorted(ELEMENTS), "script", "image", "style", "a", "text"])


@given(st.lists(st.tuples(_tags, st.dictionaries(_names, _values, max_size=4)), max_size=6))
def test_whatever_passes_is_of_the_vocabulary_and_passes_again(
    drawn: list[tuple[str, dict[str, str]]],
) -> None:
    markup = "".join(_written(tag, attributes) for tag, attributes in drawn)
    try:
        safe = sanitise(boxed(markup))
    except SvgRefused:
        return
    for element in safe.walk():
        assert element.tag in ELEMENTS
        assert element.attributes.keys() <= ATTRIBUTES.keys()
        for value in element.attributes.values():
            assert not re.search(r"script|//|[<>{}\\]|url\((?!\s*[\"']?#)", value)
    assert sanitise(boxed(safe.markup)).markup == safe.markup


def _written(tag: str, attributes: dict[str, str]) -> str:
    told = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<{tag}{told}/>"
