import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import AddressRefused
from opsin.web.urls import PORTS, check_url, host_name

ASKED = [
    ("http://example.com", "http://example.com/", "example.com", 80),
    ("HTTPS://EXAMPLE.com:443/A?b=C#d", "https://example.com/A?b=C", "example.com", 443),
    (" https://example.com/a b.jpg ", "https://example.com/a%20b.jpg", "example.com", 443),
    ("http://example.com:8080?x=1", "http://example.com:8080/?x=1", "example.com", 8080),
    ("https://example.com:8443/", "https://example.com:8443/", "example.com", 8443),
    ("http://example.com:443/", "http://example.com:443/", "example.com", 443),
    ("http://example.com./x", "http://example.com/x", "example.com", 80),
    (
        "http://bücher.example/ü?q=ü",
        "http://xn--bcher-kva.example/%C3%BC?q=%C3%BC",
        "xn--bcher-kva.example",
        80,
    ),
    ("http://a_b.example.com/", "http://a_b.example.com/", "a_b.example.com", 80),
    ("http://8.8.8.8/x", "http://8.8.8.8/x", "8.8.8.8", 80),
    ("http://[2606:4700:0::1111]:8080/", "http://[2606:4700::1111]:8080/", "2606:4700::1111", 8080),
    ("https://[2606:4700::1111]", "https://[2606:4700::1111]/", "2606:4700::1111", 443),
    ("http://example.com/100%.jpg", "http://example.com/100%25.jpg", "example.com", 80),
    ("http://example.com/%41/%zz", "http://example.com/%41/%25zz", "example.com", 80),
    ("http://example.com/a\\b", "http://example.com/a%5Cb", "example.com", 80),
    ("http://example.com/?u=http://x/?y", "http://example.com/?u=http://x/?y", "example.com", 80),
]

REFUSED = [
    "",
    "example.com",
    "//example.com/",
    "/a",
    "http://",
    "http:///a",
    "http:example.com",
    "ftp://example.com/",
    "file:///etc/passwd",
    "data:image/png;base64,AAAA",
    "javascript:alert(1)",
    "gopher://example.com/",
    "http://user@example.com/",
    "http://user:password@example.com/",
    "http://@example.com/",
    "http://example.com\\@evil.example/",
    "http://example.com:81/",
    "http://example.com:22/",
    "http://example.com:0/",
    "http://example.com:99999/",
    "http://example.com:http/",
    "http://example.com:-80/",
    "http://exa mple.com/",
    "http://exam\nple.com/",
    "http://example.com/\r\nX: y",
    "http://example.com/\x00",
    "http://localhost/",
    "http://intranet/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://a.localhost/",
    "http://router.home.arpa/",
    "http://ROUTER.Local./",
    "http://127.0.0.1/",
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://127.0.0.1./",
    "http://8.8.8.8./",
    "http://8.8.8.08/",
    "http://8.8.2056/",
    "http://0/",
    "http://example.0x1/",
    "http://１２７.0.0.1/",
    "http://127。0。0。1/",
    "http://①②⑦.0.0.1/",
    "http://８.8.8.8/",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1:8080/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[fe80::1%25eth0]/",
    "http://[2606:4700::1%25eth0]/",
    "http://[2606:4700::1111]x/",
    "http://[v1.x]/",
    "http://[]/",
    "http://[8.8.8.8]/",
    "http://2606:4700::1111/",
    "http://a..example/",
    "http://.example.com/",
    "http://-a.example/",
    "http://a-.example/",
    f"http://{'a' * 64}.example/",
    f"http://{'a.' * 127}example/",
    f"http://example.com/{'a' * 20_000}",
    "http://\ud800.example/",
    "http://example.com/\ud800",
    "http://xn--a.example\uff0f/",
]


@pytest.mark.parametrize(("url", "normal", "host", "port"), ASKED)
def test_brings_an_address_into_its_normal_form(url: str, normal: str, host: str, port: int) -> None:
    target = check_url(url)
    assert (target.url, target.host, target.port) == (normal, host, port)
    assert check_url(normal) == target


@pytest.mark.parametrize("url", REFUSED)
def test_refuses(url: str) -> None:
    with pytest.raises(AddressRefused):
        check_url(url)


@pytest.mark.parametrize(
    ("url", "entry"),
    [
        ("http://localhost:8000/", "localhost:8000"),
        ("http://nas.local/", "nas.local:80"),
        ("https://NAS.local/", "nas.local:443"),
        ("http://127.0.0.1:5000/", "127.0.0.1:5000"),
        ("http://[::1]:5000/", "[::1]:5000"),
        ("http://example.com:81/", "example.com:81"),
    ],
)
def test_an_allowed_place_is_free_of_the_rules_on_ports_names_and_addresses(url: str, entry: str) -> None:
    assert check_url(url, allow={entry}).place == entry
    assert check_url(url, named=True).place == entry
    with pytest.raises(AddressRefused):
        check_url(url, allow={f"{entry}0"})


@pytest.mark.parametrize(
    "url",
    [
        "file:///a",
        "http://u@localhost:80/",
        "http://127.1:80/",
        "http://[::1%25lo]:80/",
        "http://0x7f000001:80/",
    ],
)
def test_no_entry_frees_an_address_of_the_rules_on_its_form(url: str) -> None:
    with pytest.raises(AddressRefused):
        check_url(url, named=True)
    with pytest.raises(AddressRefused):
        check_url(url, allow={"localhost:80", "127.0.0.1:80", "127.1:80", "[::1]:80", "0x7f000001:80"})


def test_the_host_header_names_the_port_only_where_it_is_another() -> None:
    assert check_url("https://example.com:443/").authority == "example.com"
    assert check_url("http://example.com:443/").authority == "example.com:443"
    assert check_url("https://[2606:4700::1]/").authority == "[2606:4700::1]"


PARTS = st.sampled_from(
    ["http", "https", "://", ":", "/", "//", "@", "[", "]", "::1", "127.0.0.1", "127", ".", "%", "%25"]  # noqa: RUF005
    + [
        "\\",
        "?",
        "#",
        "80",
        "0x7f",
        "local",
        "example",
        "com",
        "ü",
        "１",
        "。",
        "\ud800",
        " ",
        "\t",
        "xn--",
        "-",
        "_",
    ]
)


@given(st.one_of(st.text(max_size=60), st.lists(PARTS, max_size=14).map("".join)))
def test_any_text_is_asked_in_a_safe_form_or_refused(text: str) -> None:
    for url in (text, f"http://{text}", f"https://example.com{text}"):
        with contextlib.suppress(AddressRefused):
            target = check_url(url)
            assert target.url.isascii()
            assert target.url.isprintable()
            assert " " not in target.url
            assert target.path.startswith("/")
            assert target.port in PORTS
            assert "." in target.host or ":" in target.host
            assert check_url(target.url) == target
            assert check_url(url, named=True) == target


@pytest.mark.parametrize(
    "url",
    [
        "obey-all://host/",
        "http://obey all/",
        "http://[obey all]/",
        "http://host:obey/",
        "http://obey.0x7f/",
        "http://obey-\N{SNOWMAN}\N{ZERO WIDTH JOINER}-all.example/",
        "http://obey:obey@host.example/",
        "http://\u201cobey\u201d.example/",
    ],
)
def test_no_text_of_a_refused_address_is_in_the_sentence(url: str) -> None:
    with pytest.raises(AddressRefused) as caught:
        check_url(url)
    assert "obey" not in str(caught.value)
    assert len(caught.value.outside) <= 200


@given(st.text(max_size=80))
def test_the_name_of_a_host_is_a_host_or_nothing(text: str) -> None:
    for url in (text, f"https://{text}", f"https://{text}/x"):
        assert set(host_name(url)) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-.:")
