import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.duckduckgo import (
    STEP_1,
    STEP_2,
    parse_results,
    parse_token,
)
from opsin.images.providers.duckduckgo_blocks import status_trouble
from opsin.rights.licence import UNKNOWN
from tests.images.providers.asked import answer

TOKEN = "4-222222222222222222222222222222222222222"
ANOMALY = b"DDG.deep.anomalyDetectionBlock({gk:'x',q:'y',iadb:1})"
EMPTY = json.dumps({"results": [], "next": "i.js?q=x&s=100"}).encode()


# --- the answer of step 2 ---


def test_the_results_in_their_order() -> None:
    page = parse_results(answer("duckduckgo_results.json"))
    assert len(page.hits) == 22
    first = page.hits[0]
    assert first.original == "https://pictures.example/0/red-panda.jpg"
    assert first.thumbnail == "https://tse1.mm.bing.net/th?id=OIP.0000&pid=Api"
    assert first.page == "https://site0.example/page/0"
    assert (first.width, first.height) == (800, 600)
    assert first.title == 'Red panda "0" & friends'
    assert first.provider == "duckduckgo"
    assert page.following == 100


def test_stills_of_videos_are_told() -> None:
    hits = parse_results(answer("duckduckgo_results.json")).hits
    assert [hit.video for hit in hits[:4]] == [False, True, False, False]


@pytest.mark.parametrize(
    ("host", "video"),
    [
        ("i.ytimg.com", True),
        ("i3.ytimg.com", True),
        ("img.youtube.com", True),
        ("ytimg.com.example", False),
        ("notytimg.com", False),
    ],
)
def test_only_the_hosts_of_stills_count(host: str, *, video: bool) -> None:
    body = json.dumps({"results": [{"image": f"https://{host}/vi/x/0.jpg"}]}).encode()
    assert parse_results(body).hits[0].video is video


def test_fields_may_be_missing_or_odd() -> None:
    hits = parse_results(answer("duckduckgo_results.json")).hits
    assert (hits[3].width, hits[3].height) == (1024, 768)
    bare = hits[4]
    assert (bare.width, bare.height, bare.title, bare.page) == (0, 0, "", "")
    assert bare.thumbnail == bare.original
    assert hits[5].original == "https://cdn.example/seven.webp"


def test_plain_http_and_no_extension_are_fine() -> None:
    hit = parse_results(answer("duckduckgo_results.json")).hits[2]
    assert hit.original == "http://plain.example/no-extension"


def test_a_licence_filter_is_a_claim_and_no_licence() -> None:
    hit = parse_results(answer("duckduckgo_results.json"), claim="ShareCommercially").hits[0]
    assert hit.licence == UNKNOWN
    assert hit.claim == "duckduckgo filter ShareCommercially"


def test_no_results_are_no_error() -> None:
    page = parse_results(EMPTY)
    assert (page.hits, page.following) == ((), 0)


@pytest.mark.parametrize(
    ("body", "outcome", "part"),
    [
        (ANOMALY, Outcome.BLOCKED, "script"),
        (b"if(DDG.deep){DDG.deep.is506=1;}", Outcome.BLOCKED, "script"),
        (b"<!DOCTYPE html><html></html>", Outcome.BLOCKED, "web page"),
        (b"\n <html>", Outcome.BLOCKED, "web page"),
        (b"", Outcome.CHANGED_PAGE, "empty answer"),
        (b"[]", Outcome.CHANGED_PAGE, "no JSON object"),
        (b"callback({})", Outcome.CHANGED_PAGE, "no JSON object"),
        (b'{"items": []}', Outcome.CHANGED_PAGE, "without a list of results"),
        (b'{"results": {"0": {}}}', Outcome.CHANGED_PAGE, "without a list of results"),
        (b'{"results": [{"img": "https://a.example/"}]}', Outcome.CHANGED_PAGE, "without addresses"),
    ],
)
def test_what_is_no_answer_is_told_apart(body: bytes, outcome: Outcome, part: str) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_results(body)
    assert caught.value.outcome is outcome
    assert part in caught.value.message
    assert caught.value.message.startswith(STEP_2)


def test_a_query_about_blocks_is_not_a_block() -> None:
    row = {"image": "https://a.example/x.png", "title": "anomalyDetectionBlock is506 anomaly-modal"}
    assert len(parse_results(json.dumps({"results": [row]}).encode()).hits) == 1


@given(st.binary(max_size=60))
def test_any_bytes_give_a_page_or_a_told_failure(body: bytes) -> None:
    with suppress(ProviderError):
        assert parse_results(body).following >= 0


# --- the page of step 1 ---


@pytest.mark.parametrize(
    ("page", "token"),
    [
        (answer("duckduckgo_page.html"), TOKEN),
        (b"x;vqd='3-123456789-987654321-5';y", "3-123456789-987654321-5"),
        (b'"/d.js?q=x&vqd=4-12345678901234567890&p=1"', "4-12345678901234567890"),
        (b'{"vqd": "4-12345678901234567890"}', "4-12345678901234567890"),
    ],
)
def test_tokens_in_all_their_forms(page: bytes, token: str) -> None:
    assert parse_token(page) == token


@pytest.mark.parametrize(
    ("page", "outcome"),
    [
        (answer("duckduckgo_challenge.html"), Outcome.BLOCKED),
        (b"<html><title>red panda at DuckDuckGo</title></html>", Outcome.CHANGED_PAGE),
        (b"", Outcome.CHANGED_PAGE),
        (b"vqd=short", Outcome.CHANGED_PAGE),
    ],
)
def test_a_page_without_a_token(page: bytes, outcome: Outcome) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_token(page)
    assert caught.value.outcome is outcome
    assert caught.value.message.startswith(STEP_1)


# --- statuses ---


@pytest.mark.parametrize(
    ("status", "body", "retry_after", "outcome"),
    [
        (202, b"", 0, Outcome.RATE_LIMITED),
        (202, ANOMALY, 0, Outcome.BLOCKED),
        (301, b"", 0, Outcome.BLOCKED),
        (400, b"", 0, Outcome.CHANGED_PAGE),
        (400, ANOMALY, 0, Outcome.BLOCKED),
        (403, b"", 0, Outcome.BLOCKED),
        (404, b"", 0, Outcome.CHANGED_PAGE),
        (418, b"", 0, Outcome.BLOCKED),
        (429, b"", 0, Outcome.RATE_LIMITED),
        (429, ANOMALY, 12, Outcome.RATE_LIMITED),
        (500, b"", 0, Outcome.UNREACHABLE),
        (503, b"", 9, Outcome.RATE_LIMITED),
    ],
)
def test_statuses_are_told_apart(status: int, body: bytes, retry_after: float, outcome: Outcome) -> None:
    error = status_trouble(STEP_2, status, body, retry_after)
    assert error is not None
    assert error.outcome is outcome
    assert str(status) in error.message
    if retry_after:
        assert error.retry_after == retry_after


def test_a_block_lasts_as_long_as_it_says_and_else_nobody_knows() -> None:
    for stated in (0.0, 120.0):
        error = status_trouble(STEP_1, 403, b"", stated)
        assert error is not None
        assert error.retry_after == stated


def test_200_is_no_trouble() -> None:
    assert status_trouble(STEP_1, 200, ANOMALY) is None
