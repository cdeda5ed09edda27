"""Keys go to the provider's own address, over https or to a server of the user's own, and show up nowhere."""

import pytest

from opsin.errors import BadReply
from opsin.images.outcome import ProviderError
from opsin.images.providers.fields import json_object, without
from opsin.images.providers.sending_keys import checked_key, hiding
from tests.images.providers.asked import settings

KEY = "secret/key-0123456789"


def send(base: str, key: str = KEY) -> str:
    house = settings(brave_url=base, brave_api_key=key)
    return checked_key("brave", house, "OPSIN_BRAVE_API_KEY", base, "OPSIN_BRAVE_URL")


@pytest.mark.parametrize(
    "base",
    [
        "https://api.search.brave.com",
        "https://mirror.example/x",
        "HTTPS://mirror.example",
        "http://127.0.0.1:8080/brave",
        "http://[::1]:8080",
        "http://192.168.0.4",
        "http://searx",
        "http://box.local:9000",
        "http://localhost:3000",
    ],
)
def test_a_key_goes_over_https_or_to_a_server_of_ones_own(base: str) -> None:
    assert send(base) == KEY


@pytest.mark.parametrize(
    "base",
    [
        "http://api.search.brave.com",
        "http://mirror.example:8080",
        "http://mirror.example:9999",
        "http://8.8.8.8",
        "http://[2606:4700::1]/",
    ],
)
def test_a_key_never_travels_in_the_open(base: str) -> None:
    with pytest.raises(
        ProviderError, match="over https only, and OPSIN_BRAVE_URL is an http address"
    ) as caught:
        send(base)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("key", ["with space", "Schlüssel", "a\u200bb", "tab\tin"])
def test_what_no_header_takes_is_told_without_being_shown(key: str) -> None:
    with pytest.raises(ProviderError, match="OPSIN_BRAVE_API_KEY has characters that no key has") as caught:
        send("https://api.search.brave.com", key)
    assert key not in str(caught.value)


def test_a_missing_key_is_told() -> None:
    with pytest.raises(ProviderError, match="OPSIN_BRAVE_API_KEY is not set"):
        send("https://api.search.brave.com", "")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (f"bad header X-Echo: {KEY}", "bad header X-Echo: (hidden)"),
        ("GET /?key=secret%2Fkey-0123456789", "GET /?key=(hidden)"),
        (f"a long line that was cut in the middle of {KEY[:12]}…", ""),
        ("nothing of it", "nothing of it"),
    ],
)
def test_what_a_server_sends_back_is_hidden(said: str, told: str) -> None:
    with pytest.raises(BadReply) as caught, hiding(KEY):
        raise BadReply("It broke.", outside=said)
    assert caught.value.outside == told


def test_an_answer_is_read_without_the_key() -> None:
    body = rb'{"a": ["x secret/key-0123456789 y", {"b": "secret\u002fkey-0123456789", "c": 1}]}'
    assert json_object(body, secret=KEY) == {"a": ["x (hidden) y", {"b": "(hidden)", "c": 1}]}
    assert without("plain", "") == "plain"
