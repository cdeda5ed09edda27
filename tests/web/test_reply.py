import time
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.web.reply import Reply, read_headers


def _reply(headers: dict[str, str], body: bytes = b"", status: int = 200) -> Reply:
    return Reply(url="https://example.com/", status=status, headers=headers, body=body)


@pytest.mark.parametrize(
    ("status", "ok"), [(199, False), (200, True), (299, True), (300, False), (404, False)]
)
def test_ok_is_2xx(status: int, ok: bool) -> None:
    assert _reply({}, status=status).ok is ok


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("", 0),
        ("120", 120),
        (" 7 ", 7),
        ("0", 0),
        ("-5", 0),
        ("1.5", 0),
        ("soon", 0),
        ("²", 0),
        ("9" * 400, 999_999_999),
    ],
)
def test_retry_after_in_seconds(value: str, seconds: float) -> None:
    assert _reply({"retry-after": value}).retry_after == seconds


def test_retry_after_as_a_date_counts_by_the_servers_own_clock() -> None:
    headers = {"retry-after": "Fri, 31 Dec 1999 23:59:59 GMT", "date": "Fri, 31 Dec 1999 23:58:29 GMT"}
    assert _reply(headers).retry_after == 90
    assert _reply({**headers, "date": "Sat, 01 Jan 2000 00:10:00 GMT"}).retry_after == 0


def test_retry_after_as_a_date_without_the_servers_clock() -> None:
    later = _reply({"retry-after": formatdate(time.time() + 1000, usegmt=True)}).retry_after
    assert 900 < later <= 1000
    assert _reply({"retry-after": "Fri, 31 Dec 1999 23:59:59 GMT"}).retry_after == 0


@pytest.mark.parametrize(
    ("content_type", "body", "text"),
    [
        ("text/html; charset=iso-8859-1", b"caf\xe9", "café"),
        ('text/html; charset="UTF-8"', "café".encode(), "café"),
        ("text/html", "café".encode(), "café"),
        ("", b"caf\xe9", "caf�"),
        ("text/html; charset=none-such", "café".encode(), "café"),
        ("text/html; charset=hex", b"636166", "636166"),
        ("text/html; charset=undefined", b"cafe", "cafe"),
    ],
)
def test_text_is_in_the_charset_that_is_named(content_type: str, body: bytes, text: str) -> None:
    assert _reply({"content-type": content_type}, body).text == text


@given(st.text(max_size=40), st.text(max_size=40), st.binary(max_size=40))
def test_no_header_makes_reading_fail(content_type: str, retry: str, body: bytes) -> None:
    reply = _reply({"content-type": content_type, "retry-after": retry, "date": retry}, body)
    assert isinstance(reply.text, str)
    assert reply.retry_after >= 0


def test_headers_are_joined_and_cookies_stand_apart() -> None:
    headers, cookies = read_headers(
        [
            (b"X-One", b"a"),
            (b"x-one", b"b"),
            (b"Location", "/größe".encode()),
            (b"X-Old", b"caf\xe9"),
            (b"Set-Cookie", b"l=wt-wt; path=/; secure"),
            (b"set-cookie", b'v = "a=b" ;x'),
            (b"Set-Cookie", b"broken"),
            (b"Set-Cookie", b"=x"),
        ]
    )
    assert headers == {"x-one": "a, b", "location": "/größe", "x-old": "café"}
    assert cookies == (("l", "wt-wt"), ("v", '"a=b"'))


@pytest.mark.parametrize(
    "charset",
    ["punycode", "idna", "unicode_escape", "raw_unicode_escape", "utf-7", "undefined", "rot13", "\x00"],
)
def test_a_codec_that_is_no_charset_of_pages_is_not_used(charset: str) -> None:
    reply = Reply(
        "http://a.example/", 200, {"content-type": f"text/html; charset={charset}"}, b"a-b\\u0041+AEA-"
    )
    assert reply.text == "a-b\\u0041+AEA-"


@pytest.mark.parametrize(
    "charset", ["Shift_JIS", "EUC-KR", "Big5", "GB2312", "windows-1251", "KOI8-R", "ISO-8859-2"]
)
def test_the_charsets_of_pages_are_used(charset: str) -> None:
    body = (
        "語"
        if charset in {"Shift_JIS", "EUC-KR", "Big5", "GB2312"}
        else "Ł"
        if charset == "ISO-8859-2"
        else "ж"
    )
    body = {"GB2312": "语"}.get(charset, body)
    reply = Reply(
        "http://a.example/", 200, {"content-type": f"text/html; charset={charset}"}, body.encode(charset)
    )
    assert reply.text == body
