import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.rights.links import web_link


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("https://a.example/b?c=1&d=2#e", "https://a.example/b?c=1&d=2#e"),
        ("HTTP://A.example:8080", "http://A.example:8080"),
        ("https://c.example/File:Red_(panda).jpg", "https://c.example/File:Red_%28panda%29.jpg"),
        ("https://c.example/a b\"><script>'", "https://c.example/a%20b%22%3E%3Cscript%3E%27"),
        ("https://c.example/é\u202e", "https://c.example/%C3%A9%E2%80%AE"),
        ("https://bücher.example/%20", "https://xn--bcher-kva.example/%20"),
    ],
)
def test_an_address_becomes_a_link(address: str, link: str) -> None:
    assert web_link(address) == link


@pytest.mark.parametrize(
    "address",
    [
        "",
        "javascript:alert(1)",
        "JavaScript://a.example/%0aalert(1)",
        "data:text/html,<b>",
        "file:///etc/passwd",
        "//a.example/",
        "a.example",
        "https://",
        "https:///path",
        "https://user@a.example/",
        "https://a.example@b.example/",
        "https:\\\\a.example/",
        "https://a.example\\@b.example/",
        "https://a b/",
        "https://[::1]/",
        'https://"onclick=x/',
        "java\nscript:alert(1)",
        "https://a.example/\ud800",
        "https://a.example/" + "x" * 2_000,
    ],
)
def test_what_may_not_be_linked_is_left_out(address: str) -> None:
    assert web_link(address) == ""


@given(st.one_of(st.text(), st.text().map("https://a.example/".__add__), st.text().map("https://".__add__)))
def test_nothing_ends_an_attribute_or_a_target(address: str) -> None:
    link = web_link(address)
    assert not set(link) & set(" \"'<>()[]\\`{}|^\n\r\t")
    assert link.isascii()
    assert not link or link.startswith(("http://", "https://"))
