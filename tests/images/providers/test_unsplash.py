import json

import pytest

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.unsplash import Unsplash, api_trouble, parameters, parse_answer
from opsin.images.query import Query
from opsin.web.client import Web
from tests.images.providers.asked import answer, json_reply, settings, with_server

KEY = "a-key-of-unsplash-0123456789"
REFERRAL = "utm_source=opsin&utm_medium=referral"


def test_a_photo_with_all_its_facts() -> None:
    results = parse_answer(answer("unsplash_results.json"))
    hit = results.hits[0]
    # The parameters stay: by them Unsplash counts.
    assert hit.original == "https://images.unsplash.example/photo-1?ixid=abc1&ixlib=rb-4.1.0&q=85&fm=jpg"
    assert hit.thumbnail.endswith("w=400")
    assert (hit.width, hit.height, hit.title) == (5184, 3456, "Red panda 1")
    assert hit.download_call == "https://api.unsplash.example/photos/Ab_-1/download?ixid=abc1"
    assert results.cursor == "2"
    assert parse_answer(answer("unsplash_results.json"), page=5).cursor == ""


def test_every_link_back_has_the_referral() -> None:
    hit = parse_answer(answer("unsplash_results.json")).hits[0]
    assert hit.page == f"https://unsplash.example/photos/Ab_-1?{REFERRAL}"
    assert hit.creator_url == f"https://unsplash.example/@author1?{REFERRAL}"
    assert hit.attribution.count(REFERRAL) == 2
    assert REFERRAL in Unsplash.terms.notice


def test_what_is_sold_to_subscribers_is_told_apart() -> None:
    hits = parse_answer(answer("unsplash_results.json")).hits
    assert [hit.licence.spdx for hit in hits[:2]] == ["LicenseRef-Unsplash", "LicenseRef-Unsplash-Plus"]
    assert hits[2].title == "Panda number 3"


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b'{"results": {}}', b'{"results": [{"urls": 1}]}'])
def test_what_is_no_answer_is_a_changed_page(body: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.CHANGED_PAGE


@pytest.mark.parametrize(
    ("status", "body", "outcome", "part"),
    [
        (
            401,
            b'{"errors": ["OAuth error: The access token is invalid"]}',
            Outcome.REFUSED,
            "does not accept",
        ),
        (403, b"Rate Limit Exceeded", Outcome.RATE_LIMITED, "quota of the hour is used up"),
        (403, b'{"errors": ["Missing permissions"]}', Outcome.REFUSED, "does not accept"),
        (403, b"<html>", Outcome.BLOCKED, "before its API"),
        (400, b'{"errors": ["query is missing"]}', Outcome.REFUSED, "HTTP 400"),
        (503, b"<html>", Outcome.UNREACHABLE, "HTTP 503"),
    ],
)
def test_failures_are_told_by_what_they_mean(status: int, body: bytes, outcome: Outcome, part: str) -> None:
    trouble = api_trouble(status, body)
    assert trouble is not None
    assert trouble.outcome is outcome
    assert part in trouble.message


def test_levels_of_safe_and_shapes_are_its_own() -> None:
    assert parameters(Query.checked("x", safe="strict", orientation="square"), 2) == {
        "query": "x",
        "per_page": "30",
        "content_filter": "high",
        "orientation": "squarish",
        "page": "2",
    }
    assert parameters(Query.checked("x", safe="off"))["content_filter"] == "low"


def test_the_request_as_the_server_sees_it() -> None:
    async def use(address: str, web: Web) -> Results:
        provider = Unsplash(settings(unsplash_url=address, unsplash_access_key=KEY))
        return await provider.search(web, Query("red panda"), wanted=17)

    _, seen = with_server(lambda _request: json_reply(answer("unsplash_results.json")), use)
    assert seen[0].path == "/search/photos"
    assert seen[0].headers["authorization"] == f"Client-ID {KEY}"
    assert seen[0].headers["accept-version"] == "v1"
    assert KEY not in seen[0].target


@pytest.mark.parametrize(
    "call",
    [
        "https://api.unsplash.com/photos/Ab_-1/download?ixid=abc1",
        "https://thief.example/anything/photos/Ab_-1/download?ixid=abc1",
    ],
)
def test_a_download_is_told_to_the_address_of_the_setting_alone(call: str) -> None:
    async def use(address: str, web: Web) -> None:
        provider = Unsplash(settings(unsplash_url=address, unsplash_access_key=KEY))
        await provider.tell_download(web, call)

    _, seen = with_server(lambda _request: json_reply(b'{"url": "https://images.example/1"}'), use)
    assert [one.target for one in seen] == ["/photos/Ab_-1/download?ixid=abc1"]
    assert seen[0].headers["authorization"] == f"Client-ID {KEY}"


@pytest.mark.parametrize("call", ["", "https://api.unsplash.com/me", "https://x/photos/a/download/../../me"])
def test_what_is_no_call_for_a_download_is_not_made(call: str) -> None:
    async def use(address: str, web: Web) -> None:
        provider = Unsplash(settings(unsplash_url=address, unsplash_access_key=KEY))
        with pytest.raises(ProviderError):
            await provider.tell_download(web, call)

    _, seen = with_server(lambda _request: json_reply(b"{}"), use)
    assert seen == []


def test_a_photo_without_a_call_for_downloads_has_none() -> None:
    content = json.loads(answer("unsplash_results.json"))
    del content["results"][0]["links"]["download_location"]
    assert parse_answer(json.dumps(content).encode()).hits[0].download_call == ""
