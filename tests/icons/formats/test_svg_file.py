"""SVG files and data URIs, and the credit line that goes with them."""

import re
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.formats.comment import markup_comment, script_comment
from opsin.icons.formats.data_uri import data_uri
from opsin.icons.formats.svg import svg_file
from opsin.icons.icon import Body
from opsin.icons.svg.document import document
from opsin.icons.svg.sanitise import sanitise
from tests.icons.formats.bodies import BODIES, CREDIT, RICH, ROCKET

CSS_STRING = re.compile(r'[^"\\\n\r\f]*')


def test_a_file_is_the_drawing_and_its_credit() -> None:
    text = svg_file("lucide:rocket", ROCKET, size=48, color="teal", credit="Rocket by Ana, ISC")
    assert text == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 24 24">'
        "<!-- Rocket by Ana, ISC -->"
        '<g fill="none" stroke="teal" stroke-linecap="round" stroke-width="2">'
        '<path d="M12 15v5s3-1 4-2c1-2 0-5 0-5"/></g></svg>'
    )
    assert "<!--" not in svg_file("lucide:rocket", ROCKET)


@pytest.mark.parametrize("icon_id", BODIES)
def test_what_is_saved_is_safe_to_read_again(icon_id: str) -> None:
    body = BODIES[icon_id]
    text = svg_file(icon_id, body, credit=CREDIT)
    root = ET.fromstring(text)
    assert "script" not in {element.tag.rpartition("}")[2] for element in root.iter()}
    inner = re.fullmatch(r"<svg[^>]*>(.*)</svg>", text, re.DOTALL)
    assert inner is not None
    again = sanitise(Body(inner[1], body.left, body.top, body.width, body.height))
    assert again.markup in document(body, ids=icon_id)


def test_two_icons_share_no_id() -> None:
    first, second = (set(re.findall(r'id="(\w+)"', svg_file(name, RICH))) for name in ("a:x", "b:x"))
    assert first
    assert not first & second


@given(st.text(max_size=60))
def test_no_text_ends_its_comment(text: str) -> None:
    for credit in (text, CREDIT + text, f"{text}--"):
        comment = markup_comment(credit)
        if comment:
            inner = comment.removeprefix("<!--").removesuffix("-->")
            assert "--" not in inner
            assert not inner.rstrip().endswith("-")
            assert not re.search("[<>]", inner)
            ET.fromstring(f"<a>{comment}</a>")
        script = script_comment(credit)
        assert script.count("*/") == bool(script)


@pytest.mark.parametrize("icon_id", BODIES)
def test_a_data_uri_is_one_string_of_css_and_the_same_drawing(icon_id: str) -> None:
    uri = data_uri(icon_id, BODIES[icon_id], size=32, color="#0a7")
    assert CSS_STRING.fullmatch(uri)
    assert not re.search(r"[#<>\"\\{}]", uri)
    kind, _, text = uri.partition(",")
    assert kind == "data:image/svg+xml"
    decoded = unquote(text)
    wanted = document(BODIES[icon_id], size=32, color="#0a7", ids=icon_id)

    def canonical(svg: str) -> str:
        return ET.canonicalize(svg)

    assert canonical(decoded) == canonical(wanted)
    assert len(uri) < 1.25 * len(wanted) + 40
