from html.parser import HTMLParser
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.icon import Icon
from opsin.icons.licences.credit import credit
from opsin.icons.licences.terms import terms_of
from tests.icons.licences.made import LUCIDE, icon

ROCKET = Icon(LUCIDE, "rocket")
_TEXTS = st.one_of(st.text(max_size=30), st.text(alphabet="-<>!&\"'[]()`*_ a/:", max_size=30))


def test_the_line_in_all_forms() -> None:
    line = credit(ROCKET, terms_of(ROCKET))
    assert line.text == (
        "Icon “rocket” from Lucide by Lucide Contributors (https://github.com/lucide-icons/lucide),"
        " ISC (https://github.com/lucide-icons/lucide/blob/main/LICENSE); unchanged"
    )
    assert line.markdown == (
        "Icon “rocket” from Lucide by [Lucide Contributors](https://github.com/lucide-icons/lucide),"
        " [ISC](https://github.com/lucide-icons/lucide/blob/main/LICENSE); unchanged"
    )
    assert line.html == (
        'Icon “rocket” from Lucide by <a href="https://github.com/lucide-icons/lucide">Lucide Contributors</a>,'
        ' <a href="https://github.com/lucide-icons/lucide/blob/main/LICENSE">ISC</a>; unchanged'
    )
    assert line.svg_comment == f"<!-- {line.text} -->"


def test_changes_are_said() -> None:
    assert credit(ROCKET, terms_of(ROCKET), "recoloured, resized").text.endswith(
        "; changed: recoloured, resized"
    )


def test_what_is_not_known_is_said() -> None:
    made = icon(spdx="", author="", licence_title="")
    assert (
        credit(made, terms_of(made)).text
        == "Icon “rocket” from Made by unknown author, licence: unknown; unchanged"
    )


def test_who_is_to_be_named_may_be_another_than_the_author_of_the_data() -> None:
    drawn = icon("sword", "game-icons", "CC-BY-3.0", author="GameIcons", author_url="https://a.example/")
    assert (
        " by Lorc, Delapouite and contributors (game-icons.net), CC-BY-3.0 ("
        in credit(drawn, terms_of(drawn)).text
    )


def test_dashes_cannot_end_a_comment() -> None:
    made = icon("a--b", author="---><script>", author_url="https://a.example/x--y---z")
    comment = credit(made, terms_of(made)).svg_comment
    assert "--" not in comment.removeprefix("<!--").removesuffix("-->")
    assert "https://a.example/x%2D-y%2D%2D-z" in comment


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert [name for name, _ in attrs] == ["href"]


@given(_TEXTS, _TEXTS, _TEXTS, _TEXTS, _TEXTS)
def test_no_text_from_outside_becomes_markup(name: str, author: str, link: str, title: str, url: str) -> None:
    made = icon(
        name,
        spdx="",
        author=author,
        author_url=f"https://a.example/{link}",
        licence_title=title,
        licence_url=url,
    )
    line = credit(made, terms_of(made))
    tags = _Tags()
    tags.feed(line.html)
    assert tags.seen <= {"a"}
    svg = ET.fromstring(f"<svg>{line.svg_comment}</svg>")
    assert list(svg) == []
    assert not svg.text
    assert not any("\n" in form for form in (line.text, line.html, line.markdown, line.svg_comment))
