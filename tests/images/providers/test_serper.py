import json

import pytest

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.serper import Serper, api_trouble, parameters, parse_answer, place
from opsin.images.query import LicenceFilter, Query
from opsin.web.client import Web
from tests.images.providers.asked import answer, json_reply, settings, with_server

KEY = "a-key-of-serper-0123456789"


# --- the answer ---


def test_an_image_with_all_its_facts() -> None:
    results = parse_answer(answer("serper_results.json"))
    assert len(results.hits) == 4
    hit = results.hits[0]
    assert hit.original == "https://pictures.example/0/red-panda.jpg"
    assert hit.thumbnail == "https://encrypted-tbn0.gstatic.com/images?q=tbn:ANd9Gc0&s"  # not &amp;s
    assert (hit.thumbnail_width, hit.thumbnail_height) == (275, 183)
    assert (hit.page, hit.title) == ("https://site0.example/page/0", "Red panda 0")
    assert (hit.width, hit.height) == (1500, 1000)
    assert (hit.licence.stated, hit.claim, hit.creator) == ("", "", "")


def test_odd_images_are_read_or_passed_over() -> None:
    hits = parse_answer(answer("serper_results.json")).hits
    assert hits[1].creator == "Author 1"
    assert (hits[2].thumbnail, hits[2].thumbnail_width) == (hits[2].original, 0)
    assert (hits[2].width, hits[2].height) == (1024, 768)
    assert hits[3].video


def test_no_images_are_no_error() -> None:
    assert parse_answer(b'{"searchParameters": {"q": "x"}, "images": []}') == Results(())
    assert parse_answer(b'{"searchParameters": {"q": "x"}}') == Results(())


def test_a_rights_filter_is_a_claim_and_no_licence() -> None:
    results = parse_answer(answer("serper_results.json"), licence=LicenceFilter.COMMERCIAL)
    assert results.hits[0].claim == "serper filter tbs=sur:cl"
    assert not results.hits[0].licence.stated
    assert "states no licence" in results.ignored[0]


@pytest.mark.parametrize(
    ("page", "size", "rows", "cursor"),
    [(1, 10, 10, "2x10"), (1, 10, 5, "2x10"), (1, 10, 4, ""), (2, 100, 97, "3x100"), (5, 100, 100, "")],
)
def test_paging_goes_on_with_pages_of_the_same_size(page: int, size: int, rows: int, cursor: str) -> None:
    body = json.dumps({"images": [{"imageUrl": "https://a.example/x.jpg"}] * rows}).encode()
    assert parse_answer(body, page=page, size=size).cursor == cursor


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"{}", b'{"images": {}}', b'{"images": [{"link": "x"}]}', b"[]"]
)
def test_what_is_no_answer_is_a_changed_page(body: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.CHANGED_PAGE


# --- failures ---


@pytest.mark.parametrize(
    ("status", "body", "outcome", "message"),
    [
        (403, b'{"message": "Unauthorized.", "statusCode": 403}', Outcome.REFUSED, "serper does not accept the key in OPSIN_SERPER_API_KEY (HTTP 403)."),
        (401, b"", Outcome.REFUSED, "does not accept the key in OPSIN_SERPER_API_KEY"),
        (400, b'{"message": "Not enough credits", "statusCode": 400}', Outcome.REFUSED, "no credit left"),
        (403, b'{"message": "No credits"}', Outcome.REFUSED, "no credit left"),
        (403, b'{"message": "Forbidden"}', Outcome.REFUSED, "or its account has no credit left"),
        (403, b"<html>", Outcome.BLOCKED, "before its API was reached"),
        (400, b'{"message": "Invalid num"}', Outcome.REFUSED, "HTTP 400"),
        (429, b"", Outcome.RATE_LIMITED, "HTTP 429"),
        (502, b"", Outcome.UNREACHABLE, "HTTP 502"),
    ],
)  # fmt: skip
def test_failures_are_told_by_what_they_mean(
    status: int, body: bytes, outcome: Outcome, message: str
) -> None:
    trouble = api_trouble(status, body)
    assert trouble is not None
    assert trouble.outcome is outcome
    assert message in trouble.message


def test_a_wait_is_told() -> None:
    trouble = api_trouble(429, b"{}", retry_after=12)
    assert trouble is not None
    assert trouble.retry_after == 12


# --- the request ---


def test_the_plain_request() -> None:
    assert parameters(Query("red panda")) == {"q": "red panda", "num": 10, "safe": "active"}


def test_all_the_filters() -> None:
    query = Query.checked("x", safe="off", licence="commercial", min_width=2000, orientation="portrait")
    assert parameters(query, 2, 100) == {
        "q": "x",
        "num": 100,
        "safe": "off",
        "page": 2,
        "tbs": "isz:l,iar:t,sur:cl",
    }


def test_a_size_that_googles_classes_do_not_promise_is_filtered_here() -> None:
    assert "tbs" not in parameters(Query.checked("x", min_width=1200))


@pytest.mark.parametrize(
    ("query", "wanted", "cursor", "expected"),
    [
        (Query("x", count=9), 17, "", (1, 10)),  # one credit
        (Query("x", count=16), 24, "", (1, 100)),  # two, and pages to come
        (Query("x", count=9, min_width=800), 17, "", (1, 100)),
        (Query("x", count=9), 17, "2x10", (2, 10)),
        (Query("x", count=9), 17, "3x100", (3, 100)),
        (Query("x", count=9), 17, "nonsense", (1, 10)),
    ],
)
def test_a_page_is_as_large_as_it_is_worth(
    query: Query, wanted: int, cursor: str, expected: tuple[int, int]
) -> None:
    assert place(query, wanted=wanted, cursor=cursor) == expected


def test_the_request_as_the_server_sees_it() -> None:
    async def use(address: str, web: Web) -> Results:
        provider = Serper(settings(serper_url=address, serper_api_key=KEY))
        return await provider.search(web, Query("賞 & 味"), wanted=17)

    results, seen = with_server(lambda _request: json_reply(answer("serper_results.json")), use)
    assert len(results.hits) == 4
    assert (seen[0].method, seen[0].path) == ("POST", "/images")
    assert json.loads(seen[0].body)["q"] == "賞 & 味"
    assert seen[0].headers["content-type"] == "application/json"
    assert seen[0].headers["x-api-key"] == KEY
    assert KEY not in seen[0].target
