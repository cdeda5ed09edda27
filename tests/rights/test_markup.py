"""A title becomes neither markup nor a link of its own, whatever is in it."""

import html
import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from opsin.rights.attribution import Work, attribution_html, attribution_markdown, attribution_text
from opsin.rights.licence import UNKNOWN
from opsin.rights.markup import html_link, markdown_link, markdown_text
from opsin.rights.openverse import openverse_licence
from opsin.text import clean

BY = openverse_licence("by", "2.0")

HOSTILE = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            [
                "[x](javascript:alert(1))",
                "<script>alert(1)</script>",
                "<img src=x onerror=y>",
                "![x](https://evil.example/p.png)",
                "</a>",
                '" onmouseover="x',
                "javascript:alert(1)",
                "https://evil.example/",
                "www.evil.example",
                "a@evil.example",
                "&lt;b&gt;",
                "\\",
                "`",
                "*b*",
                "\n# head",
                "[ref]: https://evil.example/",
                "]",
                "(",
                "-->",
                "CC BY 2.0",
                "https://p.example/1",
            ]
        ),
        max_size=4,
    ).map(" ".join),
)


LINK = re.compile(r"(?<!\\)\[((?:[^\[\]\\]|\\.)*)\]\(([^\s()]*)\)")


def plain(markdown: str) -> str:
    """The text that a reader of Markdown shows, its escapes taken out; links must have been taken out before."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown)


def without_links(markdown: str) -> tuple[str, list[str]]:
    """The Markdown with each link's text in the link's place, and the targets."""
    targets: list[str] = []

    def one(found: re.Match[str]) -> str:
        targets.append(found[2])
        return found[1]

    return LINK.sub(one, markdown), targets


class Reader(HTMLParser):
    """Collects tags, targets and text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("Red panda, 2.5 m", "Red panda, 2.5 m"),
        ("[x](y)", r"\[x\]\(y\)"),
        ("a_b*c", r"a\_b\*c"),
        ("see https://a.example", r"see https\://a\.example"),
        ("www.a.example", r"www\.a\.example"),
        ("me@a.example", r"me\@a\.example"),
        ("- x", r"\- x"),
        ("1. x", r"1\. x"),
        ("<b>&amp;", r"\<b\>\&amp;"),
    ],
)
def test_markdown_is_shown_as_it_is(text: str, escaped: str) -> None:
    assert markdown_text(text) == escaped
    assert plain(escaped) == text


def test_a_target_keeps_its_ampersands() -> None:
    assert markdown_link("x", "https://a.example/?a=1&copy=2") == "[x](https://a.example/?a=1&amp;copy=2)"


def test_the_name_of_a_link_is_text_in_html_too() -> None:
    link = html_link('<b>&"x', 'https://a.example/?a=1&b="')
    assert link == '<a href="https://a.example/?a=1&amp;b=&quot;">&lt;b&gt;&amp;&quot;x</a>'


@given(title=HOSTILE, author=HOSTILE, author_url=HOSTILE, page=HOSTILE, ready=HOSTILE, licensed=st.booleans())
@example(title="", author="", author_url="", page="", ready="\x08", licensed=False)
@example(
    title="",
    author="",
    author_url="",
    page="https://evil.example/ [x](javascript:alert(1)) www.evil.example",
    ready="https://evil.example/ [x](javascript:alert(1)) www.evil.example",
    licensed=False,
)
def test_no_line_has_markup_or_links_but_our_own(
    title: str, author: str, author_url: str, page: str, ready: str, *, licensed: bool
) -> None:
    work = Work(
        BY if licensed else UNKNOWN,
        title=title,
        author=author,
        author_url=author_url,
        page=page,
        source="Source",
        ready=ready,
        changes="resized by the provider",
    )
    markdown, page_html = attribution_markdown(work), attribution_html(work)
    text, targets = without_links(markdown.replace(" | ", " "))
    assert not re.search(r"(?<!\\)(?:\\\\)*[\[\]<>`*_#|~]", text)
    # Within the text of a link nothing becomes a link by itself.
    assert not re.search(r"https?:|www\.|javascript:", LINK.sub("", markdown))
    assert all(one.startswith(("http://", "https://")) for one in targets)
    reader = Reader()
    reader.feed(page_html)
    reader.close()
    assert reader.tags <= {"a"}
    assert all(name == "href" and (value or "").startswith("http") for name, value in reader.attributes)
    assert [html.unescape(one) for one in targets] == [value for _, value in reader.attributes]
    assert plain(text) == reader.text.replace(" | ", " ")
    for line in (markdown, page_html, attribution_text(work)):
        assert line == clean(line, 20_000)
        assert line.endswith(" Changes: resized by the provider.")


@given(HOSTILE)
def test_a_title_stands_in_every_form_as_it_was(title: str) -> None:
    work = Work(UNKNOWN, title=title)
    shown = clean(title, 300)
    wanted = f"“{shown}” by Unknown author, licence unknown." if shown else None
    for line in (
        attribution_text(work),
        plain(attribution_markdown(work)),
        html.unescape(attribution_html(work)),
    ):
        assert line == (wanted or "Picture by Unknown author, licence unknown.")
