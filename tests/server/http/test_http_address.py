"""Where the server may listen, and under which names it is reached."""

import pytest

from opsin.errors import InvalidInput, SettingError
from opsin.server.http.address import Address, allowed_hosts, parse_address
from opsin.settings import load_settings
from tests.server.stub import NOWHERE

TOKEN = {"OPSIN_HTTP_TOKEN": "0123456789abcdef"}


@pytest.mark.parametrize(
    ("given", "host", "port", "loopback"),
    [
        ("127.0.0.1:8931", "127.0.0.1", 8931, True),
        ("localhost:0", "localhost", 0, True),
        ("LocalHost:80", "localhost", 80, True),
        ("[::1]:8931", "::1", 8931, True),
        ("127.8.9.1:1", "127.8.9.1", 1, True),
        ("0.0.0.0:8931", "0.0.0.0", 8931, False),
        ("[::]:8931", "::", 8931, False),
        ("10.0.0.5:8931", "10.0.0.5", 8931, False),
        ("[::ffff:10.0.0.5]:8931", "::ffff:10.0.0.5", 8931, False),
    ],
)
def test_an_address_is_read(given: str, host: str, port: int, loopback: bool) -> None:
    address = parse_address(given)
    assert address == Address(host, port)
    assert address.is_loopback is loopback


@pytest.mark.parametrize(
    "given",
    [
        "",
        "8931",
        ":8931",
        "127.0.0.1",
        "127.0.0.1:",
        "127.0.0.1:65536",
        "::1:8931",
        "[127.0.0.1]:1",
        "127.1:80",
        "opsin.example:80",
        "localhost.evil:80",
        "[localhost]:80",
        "127.0.0.1:+1",
        "127.0.0.1:٣",
    ],
)
def test_anything_else_is_refused(given: str) -> None:
    with pytest.raises(InvalidInput, match="--http"):
        parse_address(given)


@pytest.mark.parametrize("given", ["0.0.0.0:1", "10.0.0.5:1", "[::]:1", "[fe80::1]:1", "[::ffff:10.0.0.5]:1"])
def test_beyond_loopback_it_needs_a_token(given: str) -> None:
    with pytest.raises(SettingError, match="OPSIN_HTTP_TOKEN"):
        allowed_hosts(parse_address(given), load_settings({}, NOWHERE))


def test_the_names_are_those_of_the_address_unless_they_are_set() -> None:
    plain, set_ = (
        load_settings(TOKEN, NOWHERE),
        load_settings({**TOKEN, "OPSIN_HTTP_ALLOWED_HOSTS": "Opsin.Example, [::1]:8931"}, NOWHERE),
    )
    assert allowed_hosts(Address("127.0.0.1", 1), plain) == {"localhost", "127.0.0.1", "[::1]"}
    assert allowed_hosts(Address("10.0.0.5", 1), plain) == {"10.0.0.5"}
    assert allowed_hosts(Address("fd00::5", 1), plain) == {"[fd00::5]"}
    assert allowed_hosts(Address("0.0.0.0", 1), set_) == {"opsin.example", "[::1]:8931"}
    with pytest.raises(SettingError, match="OPSIN_HTTP_ALLOWED_HOSTS"):
        allowed_hosts(Address("0.0.0.0", 1), plain)


@pytest.mark.parametrize("token", ["short", "x" * 15, "sixteen letters and blanks", "ü" * 20, "x" * 600])
def test_a_token_that_can_be_guessed_or_not_be_sent_stops_the_start(token: str) -> None:
    with pytest.raises(SettingError) as caught:
        load_settings({"OPSIN_HTTP_TOKEN": token}, NOWHERE)
    assert token not in str(caught.value)


def test_the_token_is_never_shown() -> None:
    assert TOKEN["OPSIN_HTTP_TOKEN"] not in repr(load_settings(TOKEN, NOWHERE))
