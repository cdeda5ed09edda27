import json

import pytest

from opsin.demo.http_server import Request, Response
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.brave import Brave, parameters, parse_answer
from opsin.images.providers.brave_trouble import api_trouble, rate_windows
from opsin.images.query import Query
from opsin.web.client import Web
from tests.images.providers.asked import answer, json_reply, settings, with_server

KEY = "a-key-of-brave-0123456789"


# --- the answer ---


def test_a_result_with_all_its_facts() -> None:
    results = parse_answer(answer("brave_results.json"))
    assert len(results.hits) == 4
    assert results.cursor == ""
    hit = results.hits[0]
    assert hit.original == "https://pictures.example/0/red-panda.jpg"
    assert hit.thumbnail == "https://imgs.search.brave.com/thumb-0/rs:fit:500:0:1:0/g:ce/aHR0cHM6"
    assert (hit.thumbnail_width, hit.thumbnail_height) == (500, 333)
    assert hit.page == "https://site0.example/page/0"
    assert hit.title == "Red panda & friends 0"
    assert (hit.width, hit.height, hit.size_bytes, hit.mime) == (1500, 1000, 123456, "image/jpeg")
    assert (hit.licence.stated, hit.claim) == ("", "")


def test_a_thumbnail_may_be_missing_and_sizes_too() -> None:
    hit = parse_answer(answer("brave_results.json")).hits[1]
    assert hit.thumbnail == hit.original == "https://pictures.example/1/small.webp"
    assert (hit.width, hit.height, hit.thumbnail_width) == (0, 0, 0)


def test_a_resized_copy_is_a_rendition_and_a_still_is_one_of_a_video() -> None:
    hit = parse_answer(answer("brave_results.json")).hits[2]
    assert hit.renditions == ("https://imgs.search.brave.com/resized-2",)
    assert hit.video


def test_a_corrected_query_and_a_stricter_filter_are_told() -> None:
    told = parse_answer(answer("brave_results.json"), moderate=True).ignored
    assert told == (
        "safe=moderate: brave has no such level and was asked with strict",
        "brave corrected the spelling of the query",
    )


def test_no_results_are_no_error() -> None:
    assert parse_answer(b'{"type": "images", "query": {}, "results": []}') == Results(())
    assert parse_answer(b'{"type": "images", "query": {}}') == Results(())


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"{}", b'{"results": {}}', b'{"results": [{"url": "x"}]}', b"[]"]
)
def test_what_is_no_answer_is_a_changed_page(body: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.CHANGED_PAGE


# --- failures ---


@pytest.mark.parametrize(
    ("status", "body", "outcome", "message", "words"),
    [
        (422, answer("brave_bad_key.json"), Outcome.REFUSED, "brave does not accept the key in OPSIN_BRAVE_API_KEY (HTTP 422).", "token is invalid"),
        (401, b"", Outcome.REFUSED, "brave does not accept the key in OPSIN_BRAVE_API_KEY (HTTP 401).", ""),
        (422, answer("brave_validation.json"), Outcome.REFUSED, "brave answered HTTP 422.", "Unable to validate"),
        (400, b'{"error": {"code": "OPTION_NOT_IN_PLAN"}}', Outcome.REFUSED, "does not let the key in OPSIN_BRAVE_API_KEY search for pictures", ""),
        (403, b'{"error": {"code": "RESOURCE_NOT_ALLOWED"}}', Outcome.REFUSED, "does not let the key", ""),
        (403, b"<html>", Outcome.BLOCKED, "before its API was reached", ""),
        (402, b"{}", Outcome.REFUSED, "no credit left", ""),
        (500, b"", Outcome.UNREACHABLE, "HTTP 500", ""),
        (404, b"", Outcome.CHANGED_PAGE, "HTTP 404", ""),
        (429, b"{}", Outcome.RATE_LIMITED, "HTTP 429", ""),
    ],
)  # fmt: skip
def test_failures_are_told_by_what_they_mean(
    status: int, body: bytes, outcome: Outcome, message: str, words: str
) -> None:
    trouble = api_trouble(status, body)
    assert trouble is not None
    assert trouble.outcome is outcome
    assert message in trouble.message
    assert words in trouble.outside


def test_a_month_that_is_used_up_is_told_with_its_reset() -> None:
    headers = {
        "x-ratelimit-policy": "1;w=1, 2000;w=2592000",
        "x-ratelimit-remaining": "1, 0",
        "x-ratelimit-reset": "1, 604800",
    }
    trouble = api_trouble(429, answer("brave_quota.json"), headers)
    assert trouble is not None
    assert trouble.message == "brave's quota of the month is used up; it starts anew in 7 days."
    assert (trouble.outcome, trouble.retry_after) == (Outcome.RATE_LIMITED, 604800)


@pytest.mark.parametrize(
    ("headers", "retry_after", "expected"),
    [
        ({}, 0.0, 1.0),
        ({}, 7.0, 7.0),
        ({"x-ratelimit-remaining": "0, 812", "x-ratelimit-reset": "3, 99999"}, 0.0, 3.0),
        ({"x-ratelimit-remaining": "nonsense", "x-ratelimit-reset": "x"}, 0.0, 1.0),
    ],
)
def test_a_pace_that_was_too_quick_is_told_with_a_wait(
    headers: dict[str, str], retry_after: float, expected: float
) -> None:
    trouble = api_trouble(429, b"{}", headers, retry_after=retry_after)
    assert trouble is not None
    assert trouble.retry_after == expected


def test_windows_are_read_as_far_as_they_go() -> None:
    assert rate_windows({}) == ()
    assert rate_windows({"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1, 5"}) == ((0, 1.0, 0.0),)


# --- the request ---


@pytest.mark.parametrize(("safe", "sent"), [("off", "off"), ("moderate", "strict"), ("strict", "strict")])
def test_the_parameters(safe: str, sent: str) -> None:
    query = Query.checked("red panda", safe=safe, min_width=800, orientation="square")
    assert parameters(query) == {"q": "red panda", "count": "200", "safesearch": sent, "country": "ALL"}


def test_a_query_that_is_too_long_is_refused_before_it_is_sent() -> None:
    with pytest.raises(ProviderError, match="at most 400 characters"):
        parameters(Query("x" * 401))
    with pytest.raises(ProviderError, match="at most 50 words; this one has 51"):
        parameters(Query("x " * 51))


def ask(query: Query, respond: Response, key: str = KEY) -> tuple[Results, list[Request]]:
    async def use(address: str, web: Web) -> Results:
        return await Brave(settings(brave_url=address, brave_api_key=key)).search(web, query, wanted=9)

    results, seen = with_server(lambda _request: respond, use)
    return results, list(seen)


def test_the_request_as_the_server_sees_it() -> None:
    results, seen = ask(Query.checked("賞 & 味"), json_reply(answer("brave_results.json")))
    assert len(results.hits) == 4
    assert seen[0].path == "/res/v1/images/search"
    assert seen[0].parameters["q"] == "賞 & 味"
    assert seen[0].headers["x-subscription-token"] == KEY
    assert KEY not in seen[0].target


def test_a_licence_filter_costs_no_request() -> None:
    results, seen = ask(Query.checked("x", licence="commercial"), json_reply(b"{}"))
    assert (results.hits, seen) == ((), [])
    assert results.ignored == ("license=commercial: brave states no licences and was not asked",)


def test_the_key_is_hidden_where_the_answer_repeats_it() -> None:
    body = json.dumps(
        {"error": {"code": "SUBSCRIPTION_TOKEN_INVALID", "detail": f"No such token: {KEY}"}}
    ).encode()
    with pytest.raises(ProviderError) as caught:
        ask(Query("x"), json_reply(body, 422))
    assert caught.value.outside == "No such token: (hidden)"
