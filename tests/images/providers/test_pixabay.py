import json

import pytest

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.pixabay import Pixabay, api_trouble, parameters, parse_answer
from opsin.images.providers.terms import DAY_S, Hotlinking
from opsin.images.query import Query
from opsin.web.client import Web
from tests.images.providers.asked import answer, json_reply, settings, with_server

KEY = "a-key-of-pixabay-0123456789"


def test_sizes_are_those_of_what_can_be_had() -> None:
    hits = parse_answer(answer("pixabay_results.json")).hits
    assert [(hit.width, hit.height) for hit in hits] == [(1280, 720), (4000, 2250), (800, 600), (640, 360)]
    assert hits[0].original == "https://pixabay.example/get/abc1_1280.jpg"
    assert hits[0].size_bytes == 0
    assert (hits[1].original, hits[1].size_bytes) == ("https://pixabay.example/get/abc2.jpg", 4731420)
    assert hits[1].renditions == (
        "https://pixabay.example/get/abc2_1920.jpg",
        "https://pixabay.example/get/abc2_1280.jpg",
    )
    assert (hits[3].original, hits[3].thumbnail) == (hits[0].original.replace("1_1280", "4_640"),) * 2


def test_the_credit_line_names_the_author_and_links_to_the_site() -> None:
    hit = parse_answer(answer("pixabay_results.json")).hits[0]
    assert hit.title == "Red panda, tree, animal 1"
    assert hit.creator_url == "https://pixabay.com/users/Author1-48778/"
    assert (
        "via Pixabay (https://pixabay.example/photos/red-panda-1/), under the Pixabay licence"
        in hit.attribution
    )
    assert hit.licence.spdx == "LicenseRef-Pixabay"


def test_its_terms_are_data() -> None:
    terms = Pixabay.terms
    assert (terms.keep_answers_s, terms.addresses_last_s) == (DAY_S, DAY_S)
    assert terms.hotlinking is Hotlinking.FORBIDDEN
    assert "https://pixabay.com/" in terms.notice


def test_the_end_is_where_its_total_says() -> None:
    content = json.loads(answer("pixabay_results.json"))
    assert parse_answer(json.dumps(content).encode(), page=8).cursor == "9"
    assert parse_answer(json.dumps(content).encode(), page=9).cursor == ""
    assert parse_answer(b'{"total": 0, "totalHits": 0, "hits": []}') == Results(())


@pytest.mark.parametrize("body", [b"", b"[ERROR 400]", b"{}", b'{"hits": {}}', b'{"hits": [{"tags": "x"}]}'])
def test_what_is_no_answer_is_a_changed_page(body: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.CHANGED_PAGE


@pytest.mark.parametrize(
    ("status", "body", "outcome", "part"),
    [
        (400, b"[ERROR 400] Invalid or missing API key.", Outcome.REFUSED, "does not accept the key in"),
        (400, b'[ERROR 400] "per_page" is out of valid range.', Outcome.REFUSED, "HTTP 400"),
        (403, b"<html>", Outcome.BLOCKED, "before its API"),
        (429, b"[ERROR 429] API rate limit exceeded", Outcome.RATE_LIMITED, "it starts anew in 60 s"),
        (502, b"<html>", Outcome.UNREACHABLE, "HTTP 502"),
    ],
)
def test_failures_are_told_by_what_they_mean(status: int, body: bytes, outcome: Outcome, part: str) -> None:
    trouble = api_trouble(status, body)
    assert trouble is not None
    assert trouble.outcome is outcome
    assert part in trouble.message


def test_the_filters_that_it_has_are_sent() -> None:
    assert parameters(Query.checked("x", safe="off", orientation="landscape", min_width=900), 2) == {
        "q": "x",
        "per_page": "60",
        "safesearch": "false",
        "orientation": "horizontal",
        "min_width": "900",
        "page": "2",
    }
    assert "orientation" not in parameters(Query.checked("x", orientation="square"))
    with pytest.raises(ProviderError, match="at most 100 characters"):
        parameters(Query("x" * 101))


def test_the_request_as_the_server_sees_it_and_as_it_is_kept() -> None:
    def provider(address: str) -> Pixabay:
        return Pixabay(settings(pixabay_url=address, pixabay_api_key=KEY))

    async def use(address: str, web: Web) -> str:
        await provider(address).search(web, Query("red panda"), wanted=17)
        return provider(address).request_of(Query("red panda", count=3), wanted=11)

    request, seen = with_server(lambda _request: json_reply(answer("pixabay_results.json")), use)
    assert seen[0].path == "/"
    assert seen[0].parameters == {"key": KEY, **parameters(Query("red panda"))}
    assert KEY not in request
    assert '["q", "red panda"]' in request
