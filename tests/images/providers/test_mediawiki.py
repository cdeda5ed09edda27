import pytest

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.mediawiki import MediaWiki
from opsin.images.query import Query
from opsin.web.client import Web
from tests.images.providers.asked import answer, json_reply, settings, with_server


def test_it_is_asked_at_its_own_address_and_read_as_commons_is() -> None:
    async def use(address: str, web: Web) -> Results:
        provider = MediaWiki(
            settings(mediawiki_url=f"{address}/w/api.php", wikimedia_url="https://a.example")
        )
        return await provider.search(web, Query("red panda"), wanted=17)

    results, seen = with_server(lambda _request: json_reply(answer("wikimedia_v2.json")), use)
    assert {hit.provider for hit in results.hits} == {"mediawiki"}
    assert any(hit.licence.evidence for hit in results.hits)
    assert seen[0].path == "/w/api.php"
    # Another wiki's search takes the operators of Wikimedia's for words.
    assert seen[0].parameters["gsrsearch"] == "red panda"


def test_its_failures_name_it() -> None:
    async def use(address: str, web: Web) -> None:
        provider = MediaWiki(settings(mediawiki_url=f"{address}/w/api.php"))
        with pytest.raises(ProviderError, match="mediawiki answered with an error of its API") as caught:
            await provider.search(web, Query("red panda"), wanted=17)
        assert caught.value.outcome is Outcome.REFUSED
        assert "readapidenied" in caught.value.outside

    denied = b'{"error": {"code": "readapidenied", "info": "You need read permission."}}'
    with_server(lambda _request: json_reply(denied), use)
