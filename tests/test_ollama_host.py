"""The forms are those of Ollama's own tests of the variable, and what people have set it to by mistake."""

import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import SettingError
from opsin.ollama_host import ollama_host
from opsin.settings import load_settings
from opsin.web.urls import check_url

NONE = Path("none.toml")


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("", "http://127.0.0.1:11434"),
        ("1.2.3.4", "http://1.2.3.4:11434"),
        (":1234", "http://127.0.0.1:1234"),
        ("1.2.3.4:1234", "http://1.2.3.4:1234"),
        ("example.com", "http://example.com:11434"),
        ("example.com:1234", "http://example.com:1234"),
        ("http://1.2.3.4", "http://1.2.3.4:80"),
        ("https://1.2.3.4", "https://1.2.3.4:443"),
        ("https://1.2.3.4:1234", "https://1.2.3.4:1234"),
        ("ollama.com", "https://ollama.com:443"),
        ("example.com/ollama", "http://example.com:11434/ollama"),
        ("https://example.com:8443/ollama/", "https://example.com:8443/ollama"),
        ("[::1]", "http://[::1]:11434"),
        ("::1", "http://[::1]:11434"),
        ("[::1]:1337", "http://[::1]:1337"),
        ("[0:0:0:0:0:0:0:1]:1337", "http://[::1]:1337"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("[::]", "http://[::1]:11434"),
        ("http://[::]:11434/", "http://[::1]:11434"),
        (' "1.2.3.4" ', "http://1.2.3.4:11434"),
        ("'localhost:11434'", "http://localhost:11434"),
        (":66000", "http://127.0.0.1:11434"),
        (":-1", "http://127.0.0.1:11434"),
        ("http://1.2.3.4:x", "http://1.2.3.4:80"),
        ("127.0.0.1:11434/", "http://127.0.0.1:11434"),
        ("HOST.docker.internal", "http://host.docker.internal:11434"),
    ],
)
def test_every_form_that_ollama_takes(given: str, address: str) -> None:
    assert ollama_host(given) == address
    assert ollama_host(address) == address


@pytest.mark.parametrize(
    "given",
    ["C:\\Program Files\\Ollama\\ollama.exe", "/usr/local/bin/ollama", "~/ollama", "ollama.exe", "ftp://x", "a b",
     "127.1", "2130706433", "0x7f000001", ":0", "user:pw@host", "http://user:pw@host", "fe80::1%eth0", "http://x?y",
     "löcal", "x://", "http:/127.0.0.1", "a..b", "-x"],
)  # fmt: skip
def test_what_names_no_place_to_connect_to(given: str) -> None:
    with pytest.raises(ValueError, match="an address where Ollama listens"):
        ollama_host(given)


@given(st.text(max_size=30))
def test_what_comes_of_it_is_an_address_that_can_be_asked(text: str) -> None:
    try:
        address = ollama_host(text)
    except ValueError:
        return
    assert ollama_host(address) == address
    assert address.startswith(check_url(address, named=True).scheme)


def test_a_wrong_value_of_our_own_stops_the_start_and_an_older_one_is_passed_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with pytest.raises(SettingError, match="OPSIN_VISION_OLLAMA_HOST is '/usr/bin/ollama'"):
        load_settings({"OPSIN_VISION_OLLAMA_HOST": "/usr/bin/ollama"}, NONE)
    with caplog.at_level(logging.WARNING):
        found = load_settings({"OLLAMA_HOST": "/usr/bin/ollama"}, NONE)
    assert found.vision_ollama_host == "http://127.0.0.1:11434"
    assert "OLLAMA_HOST" in caplog.text


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("127.1", "all four numbers"),
        ("user:pw@host", "without a user name and a password"),
        ("http://user:pw@127.0.0.1:11434", "without a user name and a password"),
        ("http:/127.0.0.1", "with http:// or https://"),
        ("my host", "without blanks"),
        ("127.0.0.1:0", "a port from 1 to 65535"),
        ("/usr/bin/ollama", "not the path of a file"),
        ("http://127.0.0.1/?x", "nothing but a path"),
        ("127.0.0.1:99999", "its port has to be a number from 1 to 65535, so http://127.0.0.1:11434 is used"),
        ("http://127.0.0.1:x/path", "so http://127.0.0.1:80/path is used"),
    ],
)
def test_a_value_that_is_not_used_is_kept_as_a_sentence_without_its_password(given: str, why: str) -> None:
    told = load_settings({"OLLAMA_HOST": given}, NONE).unused["vision_ollama_host"]
    assert told.startswith("OLLAMA_HOST is ")
    assert why in told
    assert "pw" not in told
    assert ("(hidden)" in told) is ("@" in given)


@pytest.mark.parametrize(
    "given", ["0.0.0.0", "::1", "[::1]:1", "localhost", ":11434", "http://127.0.0.1/v1", " 127.0.0.1:1 ", ""]
)
def test_of_a_value_that_is_used_nothing_is_told(given: str) -> None:
    assert not load_settings({"OLLAMA_HOST": given}, NONE).unused


def test_a_value_of_our_own_with_a_wrong_port_is_told_too() -> None:
    found = load_settings({"OPSIN_VISION_OLLAMA_HOST": ":70000", "VISION_MAX_BYTES": "many"}, NONE)
    assert found.unused["vision_ollama_host"].endswith("so http://127.0.0.1:11434 is used.")
    assert "VISION_MAX_BYTES is 'many'" in found.unused["vision_max_bytes"]


def test_the_older_names_are_read_in_their_order() -> None:
    environ = {"OLLAMA_HOST": "0.0.0.0:1", "VISION_OLLAMA_HOST": "http://127.0.0.1:2/"}
    assert load_settings(environ, NONE).vision_ollama_host == "http://127.0.0.1:2"
    del environ["VISION_OLLAMA_HOST"]
    assert load_settings(environ, NONE).vision_ollama_host == "http://127.0.0.1:1"


@pytest.mark.parametrize("given", ["24h", "5m", "1h30m", "-1", "0", "300", "1.5h", "'24h'"])
def test_a_duration_may_be_kept(given: str) -> None:
    assert load_settings({"OPSIN_VISION_KEEP_ALIVE": given}, NONE).vision_keep_alive == given.strip("'")


@pytest.mark.parametrize("given", ["a day", "24", "h", "1d", "24 h"])
def test_a_duration_that_is_none_is_told(given: str) -> None:
    if given == "24":
        assert load_settings({"OPSIN_VISION_KEEP_ALIVE": given}, NONE).vision_keep_alive == "24"
        return
    with pytest.raises(SettingError, match="a duration such as 24h"):
        load_settings({"OPSIN_VISION_KEEP_ALIVE": given}, NONE)
