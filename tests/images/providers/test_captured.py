"""Answers that real servers gave, where a folder of them is at hand: OPSIN_CAPTURED_ANSWERS names it.

The counts were taken by reading each file: a Wikimedia file without an address of its picture gives no result.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers import duckduckgo, europeana, flickr, met, openverse, wikimedia
from opsin.rights.licence import Family

FOLDER = os.environ.get("OPSIN_CAPTURED_ANSWERS", "")

pytestmark = pytest.mark.skipif(
    not FOLDER, reason="OPSIN_CAPTURED_ANSWERS names no folder of captured answers"
)


def captured(provider: str, name: str) -> bytes:
    return (Path(FOLDER) / provider / name).read_bytes()


def outcome_of(body: bytes) -> Outcome:
    with pytest.raises(ProviderError) as caught:
        duckduckgo.parse_results(body)
    return caught.value.outcome


# --- DuckDuckGo ---


def test_duckduckgo_results() -> None:
    page = duckduckgo.parse_results(captured("duckduckgo", "default.json"))
    assert len(page.hits) == 100
    assert sum(hit.video for hit in page.hits) == 17  # 16 of i.ytimg.com, one of i1.ytimg.com
    assert sum(hit.original.startswith("http://") for hit in page.hits) == 9
    assert len({hit.original for hit in page.hits}) == 100
    assert all(hit.width and hit.height and hit.page and hit.title for hit in page.hits)
    assert not any("&quot;" in hit.title or "&amp;" in hit.title for hit in page.hits)
    assert page.following == 100


def test_duckduckgo_without_results() -> None:
    page = duckduckgo.parse_results(captured("duckduckgo", "noResults.json"))
    assert (page.hits, page.following) == ((), 0)


@pytest.mark.parametrize("name", ["506.js", "anomalyDetectionBlock.js"])
def test_duckduckgo_blocked(name: str) -> None:
    assert outcome_of(captured("duckduckgo", name)) is Outcome.BLOCKED


def test_duckduckgo_token() -> None:
    token = duckduckgo.parse_token(captured("duckduckgo", "vqd.html"))
    assert token.startswith("3-320068370671196460038575011587633753929-")
    assert token.endswith("8")


def test_duckduckgo_page_without_a_token() -> None:
    with pytest.raises(ProviderError) as caught:
        duckduckgo.parse_token(captured("duckduckgo", "no-vqd.html"))
    assert caught.value.outcome is Outcome.CHANGED_PAGE
    assert "step 1" in caught.value.message


# --- Openverse ---


@pytest.mark.parametrize(
    ("name", "licence"), [("images_search_200.json", "CC0-1.0"), ("images_related_200.json", "CC-BY-2.0")]
)
def test_openverse_results(name: str, licence: str) -> None:
    results = openverse.parse_answer(captured("openverse", name))
    assert [hit.licence.spdx for hit in results.hits] == [licence]
    assert results.cursor == "2"
    assert results.ignored


def test_openverse_single_record() -> None:
    record = json.loads(captured("openverse", "images_detail_200.json"))
    (hit,) = openverse.parse_answer(json.dumps({"results": [record]}).encode()).hits
    assert hit.attribution.startswith('"Tree Bark Photo" by Tim Sullivan is marked with CC0 1.0.')


@pytest.mark.parametrize(
    ("status", "name", "outcome", "words"),
    [
        (400, "images_search_400.json", Outcome.REFUSED, "License 'PDMNBCG' does not exist"),
        (401, "images_search_401.json", Outcome.REFUSED, "Authentication credentials were not provided"),
        (404, "images_detail_404.json", Outcome.CHANGED_PAGE, "Not found"),
    ],
)
def test_openverse_errors(status: int, name: str, outcome: Outcome, words: str) -> None:
    trouble = openverse.api_trouble(status, captured("openverse", name))
    assert trouble is not None
    assert trouble.outcome is outcome
    assert words in trouble.outside


# --- Wikimedia: whole answers, single pages, and bare imageinfo objects ---

WIKIMEDIA = {
    "cccatalog_wmc_pretty1.json": 9,
    "cccatalog_wmc_pretty2.json": 0,
    "cccatalog_image_data_html_description.json": 0,
    "cccatalog_image_data_minimal.json": 1,
    "cccatalog_image_data_missing_foreign_url.json": 1,
    "cccatalog_image_data_missing_image_url.json": 0,
    "cccatalog_image_data_missing_imageinfo.json": 0,
    "cccatalog_image_info_artist_div.json": 0,
    "cccatalog_image_info_artist_internal_link.json": 0,
    "cccatalog_image_info_artist_link.json": 0,
    "cccatalog_image_info_artist_partial_link.json": 0,
    "cccatalog_image_info_artist_string.json": 0,
    "cccatalog_image_info_html_description.json": 0,
    "cccatalog_image_info_missing_license_url.json": 1,
}


def as_answer(content: dict[str, Any], **info: str) -> bytes:
    """Wrap a page or an imageinfo object as the API would."""
    if "query" in content:
        return json.dumps(content).encode()
    page = content if "imageinfo" in content or "title" in content else {"imageinfo": [content]}
    for one in page.get("imageinfo", []):
        one.update(info)
    return json.dumps({"batchcomplete": True, "query": {"pages": [page]}}).encode()


def test_every_wikimedia_answer_is_counted() -> None:
    assert {path.name for path in (Path(FOLDER) / "wikimedia").iterdir()} == set(WIKIMEDIA)


@pytest.mark.parametrize(("name", "count"), WIKIMEDIA.items())
def test_wikimedia_results(name: str, count: int) -> None:
    results = wikimedia.parse_answer(as_answer(json.loads(captured("wikimedia", name))))
    assert len(results.hits) == count
    assert results.cursor == ""


def test_wikimedia_licences() -> None:
    hits = wikimedia.parse_answer(captured("wikimedia", "cccatalog_wmc_pretty1.json")).hits
    assert [hit.licence.spdx for hit in hits] == ["CC-BY-SA-3.0-DE", "", "", "", *["CC-BY-SA-4.0"] * 5]
    assert {hit.licence.family for hit in hits[1:4]} == {Family.PUBLIC_DOMAIN}
    assert all(hit.width and hit.page and hit.title and hit.attribution for hit in hits)


@pytest.mark.parametrize(
    ("name", "creator", "url"),
    [
        ("artist_div", "Jona Lendering", ""),
        (
            "artist_internal_link",
            "NotaRealUser",
            "https://commons.wikimedia.org/w/index.php?title=User:NotaRealUser&action=edit&redlink=1",
        ),
        ("artist_link", "link text", "https://test.com/linkspot"),
        ("artist_partial_link", "Jeff & Brian from Eastbourne", "https://www.flickr.com/people/16707908@N07"),
        ("artist_string", "Artist Name", ""),
        ("html_description", "PtrQs", "https://commons.wikimedia.org/wiki/User:PtrQs"),
        ("missing_license_url", "PtrQs", "https://commons.wikimedia.org/wiki/User:PtrQs"),
    ],
)
def test_wikimedia_authors(name: str, creator: str, url: str) -> None:
    content = json.loads(captured("wikimedia", f"cccatalog_image_info_{name}.json"))
    (hit,) = wikimedia.parse_answer(as_answer(content, url="https://upload.example/x.jpg")).hits
    assert (hit.creator, hit.creator_url) == (creator, url)


# --- Collections ---


def test_flickr_results() -> None:
    results = flickr.parse_answer(captured("flickr", "cccatalog_flickr_example_pretty.json"))
    assert len(results.hits) == 30
    assert {hit.licence.spdx for hit in results.hits} == {"CC-BY-NC-SA-2.0"}
    assert all(hit.width and hit.page and hit.creator for hit in results.hits)
    assert results.cursor == ""


def test_europeana_item() -> None:
    item = json.loads(captured("europeana", "cccatalog_image_data_example.json"))
    (hit,) = europeana.parse_answer(json.dumps({"items": [item], "totalResults": 1}).encode()).hits
    assert hit.licence.spdx == "CC0-1.0"
    assert hit.creator == ""  # all that it has are addresses of records
    assert hit.source == "Biblioteca Digital de Castilla y León (Europeana)"


def test_met_work() -> None:
    hit = met.parse_object(captured("met", "cccatalog_sample_response.json"))
    assert hit is not None
    assert (hit.title, hit.creator, hit.licence.spdx) == ("Quail and Millet", "Kiyohara Yukinobu", "CC0-1.0")
