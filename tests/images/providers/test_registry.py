import subprocess
import sys

import pytest

from opsin.errors import InvalidInput
from opsin.images.providers.registry import (
    CHAIN,
    LICENCE_CHAIN,
    PROVIDERS,
    chain_for,
    provider_names,
    thumbnail_connections,
)
from opsin.images.query import Query
from tests.images.providers.asked import settings

HOUSE = settings()


def names(query: Query) -> list[str]:
    return [provider.name for provider in chain_for(query, HOUSE)]


def test_the_default_chain() -> None:
    assert names(Query("x")) == ["duckduckgo", "wikimedia"]


@pytest.mark.parametrize("licence", ["commercial", "share-alike"])
def test_a_licence_filter_asks_only_those_that_state_licences(licence: str) -> None:
    query = Query.checked("x", licence=licence)
    assert names(query) == ["openverse", "wikimedia"]
    assert all(provider.capabilities.licence_evidence for provider in chain_for(query, HOUSE))


@pytest.mark.parametrize("name", ["duckduckgo", "wikimedia", "openverse"])
def test_a_named_provider_is_asked_alone(name: str) -> None:
    assert names(Query("x", provider=name)) == [name]


@pytest.mark.parametrize(
    ("given", "near"), [("duckduck", "duckduckgo"), ("wikipedia", "wikimedia"), ("zzz", "auto")]
)
def test_an_unknown_name_gets_the_nearest(given: str, near: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        chain_for(Query("x", provider=given), HOUSE)
    assert near in caught.value.hint
    assert "duckduckgo, wikimedia, openverse" in caught.value.message


def test_a_region_that_is_none_is_told() -> None:
    with pytest.raises(InvalidInput, match="OPSIN_REGION"):
        chain_for(Query("x"), settings(region="en-us"))
    assert chain_for(Query("x", provider="wikimedia"), settings(region="en-us"))


def test_the_same_settings_get_the_same_providers() -> None:
    one, other = chain_for(Query("x"), settings())[0], chain_for(Query("y"), settings())[0]
    assert one is other
    assert chain_for(Query("x"), settings(region="de-de"))[0] is not one


def test_names_and_hosts() -> None:
    assert {"duckduckgo", "wikimedia", "openverse"} <= set(provider_names())
    assert len({kind.name for kind in PROVIDERS}) == len(PROVIDERS)
    assert {*CHAIN, *LICENCE_CHAIN} <= set(PROVIDERS)
    assert all(kind.capabilities.licence_evidence for kind in LICENCE_CHAIN)
    assert thumbnail_connections()["upload.wikimedia.org"] == 3


def test_the_list_of_providers_loads_nothing_heavy() -> None:
    code = (
        "import sys, opsin.images.providers.registry, opsin.images.chain;"
        "print([name for name in ('PIL', 'httpx2', 'httpcore2', 'sqlite3', 'mcp') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
