import subprocess
import sys

import pytest

from opsin.errors import InvalidInput
from opsin.images.providers.registry import (
    CHAIN,
    COLLECTIONS,
    FRONT,
    LICENCE_AFTER,
    LICENCE_CHAIN,
    PROVIDERS,
    chain_for,
    configured,
    provider_names,
    states_licences,
    thumbnail_connections,
)
from opsin.images.query import Query
from opsin.setting_table import TABLE
from opsin.settings import Settings
from tests.images.providers.asked import settings

HOUSE = settings()
EVERYTHING = settings(
    brave_api_key="b",
    google_cse_key="g",
    google_cse_cx="e",
    serper_api_key="s",
    searxng_url="http://127.0.0.1:8888",
    pexels_api_key="p",
    unsplash_access_key="u",
    pixabay_api_key="x",
    flickr_api_key="f",
    europeana_api_key="e",
    mediawiki_url="http://127.0.0.1:8889/w/api.php",
)


def names(query: Query, house: Settings = HOUSE) -> list[str]:
    return [provider.name for provider in chain_for(query, house)]


def test_the_default_chain() -> None:
    assert names(Query("x")) == ["duckduckgo", "wikimedia"]


@pytest.mark.parametrize("licence", ["commercial", "share-alike"])
def test_a_licence_filter_asks_only_those_that_state_licences(licence: str) -> None:
    query = Query.checked("x", licence=licence)
    assert names(query) == ["openverse", "wikimedia"]
    assert all(provider.capabilities.licence_evidence for provider in chain_for(query, HOUSE))


def test_those_that_are_configured_go_to_the_front() -> None:
    keyless = ["duckduckgo", "wikimedia"]
    assert names(Query("x"), EVERYTHING) == ["searxng", "brave", "google_cse", "serper", *keyless]
    assert names(Query("x"), settings(serper_api_key="s")) == ["serper", *keyless]
    assert names(Query("x"), settings(google_cse_key="no engine")) == keyless


def test_a_licence_filter_leaves_out_those_without_licences_however_they_are_configured() -> None:
    for provider in ("auto", "all"):
        query = Query.checked("x", licence="commercial", provider=provider)
        chosen = ["mediawiki", "flickr", "europeana"]
        assert names(query, EVERYTHING) == ["openverse", "wikimedia", *chosen]


def test_all_asks_every_one_that_is_configured() -> None:
    assert names(Query("x", provider="all")) == ["duckduckgo", "wikimedia", "openverse", "met"]
    assert set(names(Query("x", provider="all"), EVERYTHING)) == set(provider_names()) - {"local"}
    assert [kind.name for kind in configured(EVERYTHING)][:4] == [kind.name for kind in FRONT]


@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("brave", "OPSIN_BRAVE_API_KEY, which is"),
        ("google_cse", "OPSIN_GOOGLE_CSE_KEY and OPSIN_GOOGLE_CSE_CX, which are"),
        ("serper", "OPSIN_SERPER_API_KEY, which is"),
        ("searxng", "OPSIN_SEARXNG_URL, which is"),
        ("pexels", "OPSIN_PEXELS_API_KEY, which is"),
        ("unsplash", "OPSIN_UNSPLASH_ACCESS_KEY, which is"),
        ("pixabay", "OPSIN_PIXABAY_API_KEY, which is"),
        ("flickr", "OPSIN_FLICKR_API_KEY, which is"),
        ("europeana", "OPSIN_EUROPEANA_API_KEY, which is"),
        ("mediawiki", "OPSIN_MEDIAWIKI_URL, which is"),
    ],
)
def test_one_that_is_not_configured_cannot_be_named(name: str, needs: str) -> None:
    with pytest.raises(InvalidInput, match=f"The provider {name} needs {needs} not set") as caught:
        chain_for(Query("x", provider=name), HOUSE)
    if name in {kind.name for kind in COLLECTIONS} - {"mediawiki"}:
        assert caught.value.hint.startswith("Get a key at https://")
    assert names(Query("x", provider=name), EVERYTHING) == [name]


def test_who_states_licences() -> None:
    collections = [kind.name for kind in COLLECTIONS]
    stating = [name for name in provider_names() if states_licences(name)]
    assert stating == ["wikimedia", "openverse", *collections, "local"]
    assert not states_licences("nobody")


def test_everybody_says_what_is_to_be_known_of_it() -> None:
    for kind in PROVIDERS:
        assert 20 < len(kind.standing) < 320
        assert "|" not in kind.standing
        assert set(kind.needs) <= {row.name for row in TABLE}


@pytest.mark.parametrize("name", ["duckduckgo", "wikimedia", "openverse"])
def test_a_named_provider_is_asked_alone(name: str) -> None:
    assert names(Query("x", provider=name)) == [name]


@pytest.mark.parametrize(
    ("given", "near"),
    [
        ("duckduck", "duckduckgo"),
        ("wikipedia", "wikimedia"),
        ("google", "google_cse"),
        ("al", "all"),
    ],
)
def test_an_unknown_name_gets_the_nearest(given: str, near: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        chain_for(Query("x", provider=given), HOUSE)
    assert near in caught.value.hint
    listed = ", ".join(provider_names())
    assert listed.startswith("duckduckgo, wikimedia, openverse, searxng, brave, google_cse, serper, pexels, ")
    assert f"there are {listed}, all." in caught.value.message


def test_a_region_that_is_none_is_told() -> None:
    with pytest.raises(InvalidInput, match="OPSIN_REGION"):
        chain_for(Query("x"), settings(region="en-us"))
    assert chain_for(Query("x", provider="wikimedia"), settings(region="en-us"))


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("nope", "Leave it out, or use auto."),
        ("opneverse", "Did you mean openverse?"),
        ("duck", "Did you mean duckduckgo?"),
        ("o", "Leave it out, or use auto."),
    ],
)
def test_only_near_names_are_offered(given: str, hint: str) -> None:
    with pytest.raises(InvalidInput, match="there are duckduckgo, ") as refused:
        chain_for(Query("x", provider=given), settings())
    assert refused.value.hint == hint


def test_the_same_settings_get_the_same_providers() -> None:
    one, other = chain_for(Query("x"), settings())[0], chain_for(Query("y"), settings())[0]
    assert one is other
    assert chain_for(Query("x"), settings(region="de-de"))[0] is not one


def test_names_and_hosts() -> None:
    assert {"duckduckgo", "wikimedia", "openverse"} <= set(provider_names())
    assert len({kind.name for kind in PROVIDERS}) == len(PROVIDERS)
    assert {*FRONT, *CHAIN, *LICENCE_CHAIN, *LICENCE_AFTER} <= set(PROVIDERS)
    assert all(kind.capabilities.licence_evidence for kind in (*LICENCE_CHAIN, *LICENCE_AFTER))
    assert not any(kind.terms.own_licence for kind in LICENCE_AFTER)
    assert thumbnail_connections()["upload.wikimedia.org"] == 3


def test_the_list_of_providers_loads_nothing_heavy() -> None:
    code = (
        "import sys, opsin.images.providers.registry, opsin.images.chain;"
        "print([name for name in ('PIL', 'httpx2', 'httpcore2', 'sqlite3', 'mcp') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
