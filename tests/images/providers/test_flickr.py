import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.flickr import Flickr, api_trouble, licence_numbers, parameters, parse_answer
from opsin.images.query import LicenceFilter, Query
from opsin.web.client import Web
from tests.images.providers.asked import answer, json_reply, settings, with_server
from tests.images.providers.test_any_answer import ANYTHING, places, sound, with_value

KEY = "a-key-of-flickr-0123456789"


def test_a_photo_with_all_its_facts() -> None:
    results = parse_answer(answer("flickr_results.json"))
    hit = results.hits[0]
    assert hit.original == "https://live.staticflickr.example/65535/5001_abc_o.jpg"
    assert (hit.width, hit.height) == (3178, 4932)
    assert (hit.thumbnail[-6:], hit.thumbnail_width, hit.thumbnail_height) == ("_z.jpg", 412, 640)
    assert hit.renditions == ("https://live.staticflickr.example/65535/5001_abc_b.jpg",)
    assert (hit.page, hit.creator_url) == (
        "https://www.flickr.com/photos/author1/5001/",
        "https://www.flickr.com/photos/author1/",
    )
    assert results.cursor == "2x50"


def test_each_photo_has_its_own_licence() -> None:
    hits = parse_answer(answer("flickr_results.json")).hits
    assert [hit.licence.label for hit in hits] == [
        "CC BY 2.0",
        "All rights reserved",
        "CC0 1.0",
        "CC BY-NC-ND 4.0",
    ]
    assert "licensed under CC BY 2.0 (https://creativecommons.org/licenses/by/2.0/)" in hits[0].attribution


def test_where_there_is_no_original_the_largest_size_is_taken() -> None:
    hit = parse_answer(answer("flickr_results.json")).hits[1]
    assert (hit.original[-6:], hit.width, hit.height) == ("_b.jpg", 660, 1024)
    assert hit.page == "https://www.flickr.com/photos/12345672@N00/5002/"


def test_a_licence_filter_asks_for_the_numbers_that_pass() -> None:
    assert licence_numbers(LicenceFilter.ANY) == ""
    assert licence_numbers(LicenceFilter.COMMERCIAL) == "4,5,6,8,9,10,11,12,13"
    assert licence_numbers(LicenceFilter.SHARE_ALIKE) == "4,5,8,9,10,11,12"


@given(st.data())
def test_any_json_in_the_place_of_any_field(data: st.DataObject) -> None:
    content = json.loads(answer("flickr_results.json"))
    row = content["photos"]["photo"][0]
    odd = with_value(row, data.draw(st.sampled_from(places(row))), data.draw(ANYTHING))
    hits = parse_answer(json.dumps({"photos": {"photo": [odd, row]}}).encode()).hits
    assert len(hits) in {1, 2}
    assert all(sound(hit) for hit in hits)


@pytest.mark.parametrize("body", [b"", b"jsonFlickrApi({})", b"{}", b'{"photos": {"photo": {}}}'])
def test_what_is_no_answer_is_a_changed_page(body: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.CHANGED_PAGE


def test_photos_that_may_not_be_loaded_are_passed_over() -> None:
    assert parse_answer(b'{"photos": {"pages": 1, "photo": [{"id": "1"}]}}') == Results(())


@pytest.mark.parametrize(
    ("status", "body", "outcome", "part"),
    [
        (
            200,
            b'{"stat": "fail", "code": 100, "message": "Invalid API Key"}',
            Outcome.REFUSED,
            "does not accept",
        ),
        (200, b'{"stat": "fail", "code": 105, "message": "x"}', Outcome.UNREACHABLE, "error 105"),
        (200, b'{"stat": "fail", "code": 3, "message": "x"}', Outcome.REFUSED, "error 3"),
        (403, b"<html>", Outcome.BLOCKED, "before its API"),
        (429, b"", Outcome.RATE_LIMITED, "HTTP 429"),
    ],
)
def test_failures_are_told_by_what_they_mean(status: int, body: bytes, outcome: Outcome, part: str) -> None:
    trouble = api_trouble(status, body)
    assert trouble is not None
    assert trouble.outcome is outcome
    assert part in trouble.message
    assert api_trouble(200, b'{"stat": "ok"}') is None


def test_the_request_as_the_server_sees_it() -> None:
    query = Query.checked("red panda", safe="strict", licence="commercial")

    async def use(address: str, web: Web) -> Results:
        provider = Flickr(settings(flickr_url=address, flickr_api_key=KEY))
        return await provider.search(web, query, wanted=17, cursor="2x50")

    _, seen = with_server(lambda _request: json_reply(answer("flickr_results.json")), use)
    assert seen[0].parameters == {"api_key": KEY, **parameters(query, 2, 50)}
    assert seen[0].parameters["safe_search"] == "1"
