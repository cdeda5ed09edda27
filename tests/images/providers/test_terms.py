import pytest

from opsin.images.providers.registry import COLLECTIONS, PROVIDERS, terms_of
from opsin.images.providers.terms import Hotlinking, Terms
from opsin.images.query import Query
from tests.images.providers.asked import settings


def test_every_collection_but_a_wiki_of_ones_own_states_its_terms() -> None:
    for kind in COLLECTIONS:
        if kind.name != "mediawiki":
            assert kind.terms.address.startswith("https://")
            assert kind.terms.credit.endswith(".")
            assert kind.terms.to_json()["hotlinking"] in set(Hotlinking)


def test_whoever_has_answers_kept_says_what_a_request_is() -> None:
    for kind in PROVIDERS:
        request = kind(settings()).request_of(Query("red panda"), wanted=17)
        assert bool(request) is bool(kind.terms.keep_answers_s)
        other = kind(settings()).request_of(Query("other"), wanted=17)
        assert not request or request != other


@pytest.mark.parametrize(
    ("address", "linked"),
    [
        ("https://a.example/x", "https://a.example/x?utm_source=opsin"),
        ("https://a.example/x?y=1#z", "https://a.example/x?y=1&utm_source=opsin#z"),
        ("", ""),
    ],
)
def test_the_referral_is_added_to_what_is_there(address: str, linked: str) -> None:
    assert Terms(referral=(("utm_source", "opsin"),)).link_back(address) == linked
    assert Terms().link_back(address) == address


def test_nobody_has_no_terms() -> None:
    assert terms_of("nobody") == Terms()
    assert Terms().to_json() == {}
