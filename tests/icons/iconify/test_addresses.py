from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.iconify.addresses import (
    LONGEST_PATH,
    PUBLIC,
    Hosts,
    collection_path,
    download_address,
    hosts_of,
    icon_connections,
    icons_paths,
    preview_address,
    search_path,
)
from opsin.settings import load_settings

NOWHERE = Path(__file__).parent / "there-is-no-such.toml"


def test_the_public_hosts_stand_in_iconifys_order() -> None:
    settings = load_settings({}, NOWHERE)
    assert hosts_of(settings) == Hosts(PUBLIC)
    assert not hosts_of(settings).named
    assert icon_connections(settings) == {
        "api.iconify.design": 5,
        "api.simplesvg.com": 5,
        "api.unisvg.com": 5,
    }


def test_an_api_of_ones_own_stands_alone_and_may_be_private() -> None:
    settings = load_settings({"OPSIN_ICONIFY_URL": "http://127.0.0.1:3000/icons/"}, NOWHERE)
    base = "http://127.0.0.1:3000/icons"
    assert hosts_of(settings) == Hosts((base,), named=True, name=base)
    assert icon_connections(settings) == {"127.0.0.1": 5}


def test_addresses_that_are_shown() -> None:
    settings = load_settings({}, NOWHERE)
    assert preview_address(settings, "lucide:rocket") == "https://api.iconify.design/lucide/rocket.svg"
    assert (
        download_address(settings, "lucide:rocket")
        == "https://api.iconify.design/lucide/rocket.svg?download=1"
    )
    own = load_settings({"OPSIN_ICONIFY_URL": "http://icons.example:3000"}, NOWHERE)
    assert preview_address(own, "lucide:rocket") == "http://icons.example:3000/lucide/rocket.svg"


def test_a_limit_that_the_api_would_change_is_never_asked_for() -> None:
    assert search_path("rocket", 5) == "/search?query=rocket&limit=32"
    assert search_path("rocket", 64) == "/search?query=rocket&limit=64"
    assert search_path("rocket", 5000) == "/search?query=rocket&limit=999"


def test_words_and_sets_are_encoded() -> None:
    assert (
        search_path("a&b=c d#é", 64, ("mdi", "ph"))
        == "/search?query=a%26b%3Dc+d%23%C3%A9&limit=64&prefixes=mdi%2Cph"
    )
    assert collection_path("a&b") == "/collection?prefix=a%26b&info=true"


@given(st.lists(st.from_regex(r"[a-z0-9]{1,90}", fullmatch=True), max_size=60))
def test_every_name_is_asked_for_once_in_requests_of_a_sane_length(names: list[str]) -> None:
    asked: list[str] = []
    for path, batch in icons_paths("mdi", names):
        start, _, listed = path.partition("?icons=")
        assert start == "/mdi.json"
        assert listed.split(",") == list(batch)
        assert len(path) <= LONGEST_PATH
        asked += batch
    assert asked == names


def test_a_long_list_takes_as_few_requests_as_fit() -> None:
    names = [f"{'a' * 88}{number}" for number in range(10, 30)]
    batches = list(icons_paths("mdi", names))
    assert {len(batch) for _, batch in batches} == {5}
    assert max(len(path) for path, _ in batches) <= LONGEST_PATH
