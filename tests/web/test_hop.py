import pytest

from opsin.errors import BadRedirect
from opsin.web.hop import Hop, first_hop, is_redirect, location, next_hop
from opsin.web.urls import check_url

HEADERS = {
    "User-Agent": "opsin",
    "Accept": "*/*",
    "Accept-Language": "en",
    "Accept-Encoding": "gzip",
    "Authorization": "Bearer key",
    "Cookie": "a=b",
    "Referer": "https://page.example",
    "X-Api-Key": "key",
}
CROSSING = {"user-agent", "accept", "accept-language", "accept-encoding"}


def _hop(url: str, method: str = "GET") -> Hop:
    return first_hop(method, check_url(url), HEADERS, b"body" if method == "POST" else b"")


@pytest.mark.parametrize("to", ["https://photos.example/b", "https://photos.example:443/c"])
def test_everything_goes_along_within_a_host(to: str) -> None:
    hop = next_hop(_hop("https://photos.example/a"), 302, check_url(to))
    assert set(hop.headers) == {name.lower() for name in HEADERS}


def test_everything_goes_along_to_the_same_hosts_https() -> None:
    hop = next_hop(_hop("http://photos.example/a"), 301, check_url("https://photos.example/a"))
    assert {"authorization", "cookie"} <= set(hop.headers)


@pytest.mark.parametrize(
    "to", ["https://other.example/", "https://photos.example:8443/", "https://sub.photos.example/"]
)
def test_only_the_harmless_headers_cross_to_another_host_and_nothing_comes_back(to: str) -> None:
    hop = next_hop(_hop("https://photos.example/a"), 302, check_url(to))
    assert set(hop.headers) == CROSSING
    back = next_hop(hop, 302, check_url("https://photos.example/a"))
    assert set(back.headers) == CROSSING


def test_never_from_https_to_http() -> None:
    with pytest.raises(BadRedirect, match="https to http"):
        next_hop(_hop("https://photos.example/a"), 302, check_url("http://photos.example/a"))


@pytest.mark.parametrize(
    ("status", "method"), [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")]
)
def test_a_post_goes_on_as_the_status_says(status: int, method: str) -> None:
    hop = next_hop(_hop("https://photos.example/a", "POST"), status, check_url("https://photos.example/b"))
    assert (hop.method, hop.body) == (method, b"body" if method == "POST" else b"")


def test_what_was_posted_goes_to_no_other_host() -> None:
    with pytest.raises(BadRedirect, match=r"other\.example"):
        next_hop(_hop("https://photos.example/a", "POST"), 307, check_url("https://other.example/"))


def test_a_referer_never_goes_from_https_to_http() -> None:
    assert "referer" not in _hop("http://photos.example/").headers
    assert "referer" in _hop("https://photos.example/").headers


def test_what_the_client_writes_itself_cannot_be_set() -> None:
    own = {"Host": "evil", "Content-Length": "1", "Transfer-Encoding": "chunked", "Connection": "x"}
    assert first_hop("GET", check_url("https://photos.example/"), own).headers == {}


@pytest.mark.parametrize(
    ("status", "headers", "redirects"),
    [
        (302, {"location": "/"}, True),
        (302, {}, False),
        (300, {"location": "/"}, False),
        (200, {"location": "/"}, False),
    ],
)
def test_a_redirect_has_a_status_and_a_location(
    status: int, headers: dict[str, str], redirects: bool
) -> None:
    assert is_redirect(status, headers) is redirects


@pytest.mark.parametrize(
    ("to", "url"),
    [
        ("/b?c", "https://photos.example/b?c"),
        ("c", "https://photos.example/a/c"),
        ("//other.example/x", "https://other.example/x"),
        ("file:///etc/passwd", "file:///etc/passwd"),
        (" https://other.example ", "https://other.example"),
    ],
)
def test_a_location_is_read_as_seen_from_here(to: str, url: str) -> None:
    assert location(_hop("https://photos.example/a/b"), {"location": to}) == url


def test_a_location_that_cannot_be_read_is_told() -> None:
    with pytest.raises(BadRedirect):
        location(_hop("https://photos.example/"), {"location": "http://[::1"})
