import json
from datetime import UTC, datetime

import pytest

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.google_cse import GoogleCse, parameters, parse_answer
from opsin.images.providers.google_cse_trouble import api_trouble
from opsin.images.query import LicenceFilter, Query
from opsin.web.client import Web
from tests.images.providers.asked import answer, json_reply, settings, with_server

KEY = "a-key-of-google-0123456789"
NOON = datetime(2026, 11, 30, 20, 0, tzinfo=UTC).timestamp()  # noon in Pacific time


# --- the answer ---


def test_an_item_with_all_its_facts() -> None:
    results = parse_answer(answer("google_cse_results.json"))
    assert (len(results.hits), results.cursor, results.ignored) == (4, "11", ())
    hit = results.hits[0]
    assert hit.original == "https://pictures.example/0/red-panda.jpg"
    assert hit.thumbnail == "https://encrypted-tbn0.gstatic.com/images?q=tbn:ANd9Gc0&s"
    assert (hit.thumbnail_width, hit.thumbnail_height) == (150, 100)
    assert hit.page == "https://site0.example/page/0"
    assert (hit.width, hit.height, hit.size_bytes, hit.mime) == (1500, 1000, 123456, "image/jpeg")
    assert (hit.licence.stated, hit.claim) == ("", "")


def test_odd_items_are_read_or_passed_over() -> None:
    hits = parse_answer(answer("google_cse_results.json")).hits
    assert hits[1].mime == ""  # "image/" says nothing
    assert [hit.original[-1] for hit in hits] == ["g", "g", "g", "g"]  # x-raw-image: is no address
    assert (hits[2].width, hits[2].height) == (1024, 768)
    assert (hits[3].original, hits[3].mime) == ("https://pictures.example/4.png", "image/png")


def test_without_results_the_items_are_left_out() -> None:
    assert parse_answer(answer("google_cse_empty.json")) == Results(())


def test_a_rights_filter_is_a_claim_and_no_licence() -> None:
    results = parse_answer(answer("google_cse_results.json"), licence=LicenceFilter.COMMERCIAL)
    assert results.hits[0].claim.startswith("google_cse filter rights=(cc_publicdomain|cc_attribute")
    assert not results.hits[0].licence.stated
    assert results.ignored == (
        "license=commercial: google_cse filters by its own guess and states no licence",
    )


@pytest.mark.parametrize(
    ("start", "more", "cursor"), [(1, True, "11"), (81, True, "91"), (91, True, ""), (1, False, "")]
)
def test_paging_ends_with_the_hundredth(start: int, more: bool, cursor: str) -> None:
    queries: dict[str, object] = {"request": [{}], **({"nextPage": [{}]} if more else {})}
    body = json.dumps({"queries": queries, "items": [{"link": "https://a.example/x.jpg"}]}).encode()
    assert parse_answer(body, start=start).cursor == cursor


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"{}", b'{"items": {}}', b'{"items": [{"link": "x"}]}', b"[]"]
)
def test_what_is_no_answer_is_a_changed_page(body: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.CHANGED_PAGE


# --- failures ---


@pytest.mark.parametrize(
    ("status", "body", "outcome", "message"),
    [
        (400, answer("google_cse_bad_key.json"), Outcome.REFUSED, "google_cse does not accept the key in OPSIN_GOOGLE_CSE_KEY (HTTP 400)."),
        (401, b"", Outcome.REFUSED, "does not accept the key in OPSIN_GOOGLE_CSE_KEY"),
        (403, answer("google_cse_disabled.json"), Outcome.REFUSED, "does not let the key in OPSIN_GOOGLE_CSE_KEY search"),
        (403, b"<html>", Outcome.BLOCKED, "before its API was reached"),
        (400, b'{"error": {"message": "Invalid argument", "status": "INVALID_ARGUMENT"}}', Outcome.REFUSED, "is OPSIN_GOOGLE_CSE_CX the id of an engine?"),
        (404, b'{"error": {"message": "not found", "status": "NOT_FOUND"}}', Outcome.REFUSED, "OPSIN_GOOGLE_CSE_CX"),
        (404, b"", Outcome.CHANGED_PAGE, "HTTP 404"),
        (503, b"", Outcome.UNREACHABLE, "HTTP 503"),
    ],
)  # fmt: skip
def test_failures_are_told_by_what_they_mean(
    status: int, body: bytes, outcome: Outcome, message: str
) -> None:
    trouble = api_trouble(status, body, now=NOON)
    assert trouble is not None
    assert trouble.outcome is outcome
    assert message in trouble.message


def test_a_day_that_is_used_up_ends_at_midnight_in_pacific_time() -> None:
    trouble = api_trouble(429, answer("google_cse_quota.json"), now=NOON)
    assert trouble is not None
    assert trouble.message == "google_cse's quota of the day is used up; it starts anew in 12 h."
    assert (trouble.outcome, trouble.retry_after) == (Outcome.RATE_LIMITED, 12 * 3600)
    assert "Queries per day" in trouble.outside


def test_an_older_answer_about_the_day_is_read_too() -> None:
    body = b'{"error": {"message": "Daily Limit Exceeded", "errors": [{"reason": "dailyLimitExceeded"}]}}'
    trouble = api_trouble(403, body, now=NOON)
    assert trouble is not None
    assert trouble.retry_after == 12 * 3600


def test_a_minute_that_is_used_up_is_soon_over() -> None:
    body = b'{"error": {"status": "RESOURCE_EXHAUSTED", "message": "limit \'Queries per minute per user\'"}}'
    trouble = api_trouble(429, body, now=NOON)
    assert trouble is not None
    assert (trouble.outcome, trouble.retry_after) == (Outcome.RATE_LIMITED, 60)


# --- the request ---


@pytest.mark.parametrize(("safe", "sent"), [("off", "off"), ("moderate", "active"), ("strict", "active")])
def test_the_parameters(safe: str, sent: str) -> None:
    query = Query.checked("red panda", safe=safe, min_width=800, orientation="square")
    assert parameters(query) == {"q": "red panda", "searchType": "image", "num": "10", "safe": sent}


def test_a_licence_is_pushed_down_with_what_it_excludes() -> None:
    commercial = parameters(Query.checked("x", licence="commercial"), 11)
    assert commercial["rights"].endswith(".-(cc_noncommercial)")
    assert commercial["start"] == "11"
    shared = parameters(Query.checked("x", licence="share-alike"))
    assert (
        shared["rights"] == "(cc_publicdomain|cc_attribute|cc_sharealike).-(cc_noncommercial|cc_nonderived)"
    )


@pytest.mark.parametrize(
    ("cursor", "start"), [("", None), ("11", "11"), ("91", "91"), ("500", "91"), ("x", None)]
)
def test_the_request_as_the_server_sees_it(cursor: str, start: str | None) -> None:
    async def use(address: str, web: Web) -> Results:
        provider = GoogleCse(settings(google_cse_url=address, google_cse_key=KEY, google_cse_cx="an-engine"))
        return await provider.search(web, Query("red panda"), wanted=24, cursor=cursor)

    results, seen = with_server(lambda _request: json_reply(answer("google_cse_results.json")), use)
    assert len(results.hits) == 4
    assert len(seen) == 1
    assert seen[0].path == "/customsearch/v1"
    parameters_seen = seen[0].parameters
    assert (parameters_seen["key"], parameters_seen["cx"]) == (KEY, "an-engine")
    assert parameters_seen.get("start") == start


def test_the_key_is_hidden_where_the_answer_repeats_it() -> None:
    body = json.dumps(
        {"error": {"message": f"API key {KEY} not valid.", "status": "INVALID_ARGUMENT"}}
    ).encode()

    async def use(address: str, web: Web) -> Results:
        provider = GoogleCse(settings(google_cse_url=address, google_cse_key=KEY, google_cse_cx="e"))
        return await provider.search(web, Query("x"), wanted=9)

    with pytest.raises(ProviderError) as caught:
        with_server(lambda _request: json_reply(body, 400), use)
    assert caught.value.outside == "API key (hidden) not valid"
