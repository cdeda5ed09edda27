import json

import pytest

from opsin.errors import AddressRefused
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.searxng import SearXNG, parameters, parse_answer, server_trouble, size_of
from opsin.images.query import Query
from opsin.web.client import Limits, Web
from tests.images.providers.asked import answer, json_reply, settings, with_server

# --- the answer ---


def test_a_result_with_all_its_facts() -> None:
    results = parse_answer(answer("searxng_results.json"))
    assert (len(results.hits), results.cursor) == (4, "2")
    hit = results.hits[0]
    assert hit.original == "https://pictures.example/0/red-panda.jpg"
    assert hit.thumbnail == "https://encrypted-tbn0.gstatic.com/images?q=tbn:0&s"
    assert (hit.page, hit.title, hit.creator) == ("https://site0.example/page/0", "Red panda 0", "Author")
    assert (hit.width, hit.height, hit.mime) == (1500, 1000, "image/jpeg")
    assert not hit.licence.stated


def test_addresses_come_in_every_form() -> None:
    hits = parse_answer(answer("searxng_results.json")).hits
    assert (hits[1].width, hits[1].height) == (1501, 1001)
    assert hits[2].original == "https://pictures.example/2.jpg"
    assert (hits[2].width, hits[2].mime) == (0, "")
    assert hits[3].thumbnail == "https://t.example/5.jpg"  # data: and nothing give no hit


def test_engines_that_did_not_answer_are_told_without_their_own_words() -> None:
    told = parse_answer(answer("searxng_results.json")).ignored
    assert told == ("searxng: 2 of its engines did not answer (duckduckgo images among them)",)


def test_where_no_engine_answered_it_is_not_empty() -> None:
    body = json.dumps(
        {"results": [], "unresponsive_engines": [["google images", "CAPTCHA"], "x", []]}
    ).encode()
    with pytest.raises(ProviderError) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.UNREACHABLE
    assert caught.value.message == "searxng brought nothing: 1 of its engines did not answer (google images)."
    assert caught.value.outside == "google images: CAPTCHA"
    assert parse_answer(body, page=2).hits == ()


def test_no_results_are_no_error_and_the_end() -> None:
    assert parse_answer(b'{"results": [], "unresponsive_engines": []}') == Results(())


@pytest.mark.parametrize(
    ("given", "size"),
    [
        ("1920 x 1080", (1920, 1080)),
        ("1920×1080", (1920, 1080)),
        (" 1920 × 1080 px", (1920, 1080)),
        ("800X600", (800, 600)),
        ("", (0, 0)),
        ("large", (0, 0)),
        (None, (0, 0)),
        (7, (0, 0)),
        ("1 x 2 x 3", (0, 0)),
    ],
)
def test_sizes(given: object, size: tuple[int, int]) -> None:
    assert size_of(given) == size


@pytest.mark.parametrize(
    ("body", "part"),
    [
        (b"", "an empty answer"),
        (b"<!DOCTYPE html><html>", "add json to search.formats in its settings.yml"),
        (b"{}", "without a list"),
        (b'{"results": {}}', "without a list"),
        (b'{"results": [{"url": "https://a.example", "title": "a page"}]}', "OPSIN_SEARXNG_URL"),
    ],
)
def test_what_is_no_answer_is_a_changed_page(body: bytes, part: str) -> None:
    with pytest.raises(ProviderError, match=part) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.CHANGED_PAGE


# --- failures ---


@pytest.mark.parametrize(
    ("status", "outcome", "message"),
    [
        (403, Outcome.REFUSED, "refuses to answer in JSON (HTTP 403): add json to search.formats in its settings.yml."),
        (429, Outcome.RATE_LIMITED, "HTTP 429"),
        (404, Outcome.CHANGED_PAGE, "HTTP 404"),
        (500, Outcome.UNREACHABLE, "HTTP 500"),
    ],
)  # fmt: skip
def test_failures_are_told_by_what_they_mean(status: int, outcome: Outcome, message: str) -> None:
    trouble = server_trouble(status)
    assert trouble is not None
    assert trouble.outcome is outcome
    assert message in trouble.message
    assert (trouble.retry_after > 0) is (outcome is Outcome.RATE_LIMITED)


# --- the request ---


@pytest.mark.parametrize(("safe", "sent"), [("off", "0"), ("moderate", "1"), ("strict", "2")])
def test_the_parameters(safe: str, sent: str) -> None:
    query = Query.checked("red panda", safe=safe)
    plain = {"q": "red panda", "categories": "images", "format": "json", "safesearch": sent}
    assert parameters(query) == plain
    assert parameters(query, 3) == {**plain, "pageno": "3"}


def test_the_server_may_be_private_and_what_it_finds_may_not() -> None:
    async def use(address: str, web: Web) -> tuple[Results, Exception | None]:
        results = await SearXNG(settings(searxng_url=f"{address}/")).search(
            web, Query("x"), wanted=9, cursor="2"
        )
        try:
            await web.get(f"{address}/picture.jpg", limits=Limits(1000))
        except AddressRefused as refused:
            return results, refused
        return results, None

    (results, refused), seen = with_server(lambda _request: json_reply(answer("searxng_results.json")), use)
    assert len(results.hits) == 4
    assert isinstance(refused, AddressRefused)
    assert [one.path for one in seen] == ["/search"]
    assert seen[0].parameters["pageno"] == "2"


def test_a_licence_filter_costs_no_request() -> None:
    async def use(address: str, web: Web) -> Results:
        provider = SearXNG(settings(searxng_url=address))
        return await provider.search(web, Query.checked("x", licence="commercial"), wanted=9)

    results, seen = with_server(lambda _request: json_reply(b"{}"), use)
    assert (results.hits, list(seen)) == ((), [])
