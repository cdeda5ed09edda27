import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.demo.http_server import Request, Response
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.wikimedia import (
    Wikimedia,
    api_trouble,
    parameters,
    parse_answer,
    source_name,
)
from opsin.images.query import Query
from opsin.rights.licence import Family
from opsin.web.client import Web
from tests.images.providers.asked import USER_AGENT, answer, json_reply, settings, with_server

COMMONS = "https://commons.wikimedia.org/w/api.php"
OTHER = "http://wiki.example/api.php"


# --- the answer ---


@pytest.mark.parametrize("name", ["wikimedia_v2.json", "wikimedia_v1.json"])
def test_both_shapes_give_the_files_in_the_order_of_the_search(name: str) -> None:
    results = parse_answer(answer(name))
    assert [hit.title for hit in results.hits] == ["First", "File 103", "Third & last", "Ein_Bild.v2"]
    assert results.cursor == "10"


def test_a_file_with_all_its_facts() -> None:
    hit = parse_answer(answer("wikimedia_v2.json")).hits[2]
    assert hit.original == "https://upload.example/wiki/101/File_101.jpg"
    assert hit.thumbnail == "https://upload.example/wiki/thumb/101/330px-File_101.jpg"
    assert hit.page == "https://wiki.example/wiki/File:File_101.jpg"
    assert (hit.width, hit.height, hit.size_bytes, hit.mime) == (3000, 2000, 1000101, "image/jpeg")
    assert (hit.creator, hit.creator_url) == ("Ana Lima", "https://wiki.example/wiki/User:Ana")
    assert hit.likeness == f"sha1:{101:040x}"
    assert hit.licence.name == "CC BY 2.0 FR"
    assert hit.licence.restrictions == ("personality",)
    assert hit.attribution == (
        "Photo by Ana | licensed under CC BY 2.0 FR (https://creativecommons.org/licenses/by/2.0/fr/)"
        " | via wiki.example (https://wiki.example/wiki/File:File_101.jpg)"
    )


def test_hidden_parts_of_html_are_left_out() -> None:
    hit = parse_answer(answer("wikimedia_v2.json")).hits[0]
    assert (hit.creator, hit.creator_url) == ("Bo", "")
    assert hit.attribution.startswith("“First” by Bo, via wiki.example (https://wiki.example/")


def test_a_drawing_offers_its_renditions_largest_first() -> None:
    hit = parse_answer(answer("wikimedia_v2.json")).hits[1]
    assert hit.mime == "image/svg+xml"
    assert hit.thumbnail.endswith("330px-File_103.svg.png")
    assert [url.rpartition("/")[2] for url in hit.renditions] == [
        "960px-File_103.svg.png",
        "500px-File_103.svg.png",
    ]
    assert (hit.licence.family, hit.licence.name) == (Family.OTHER, "GFDL")


def test_a_file_without_thumbnail_or_metadata() -> None:
    hit = parse_answer(answer("wikimedia_v2.json")).hits[3]
    assert hit.thumbnail == hit.original
    assert (hit.renditions, hit.likeness, hit.creator) == ((), "", "")
    assert hit.licence.family is Family.UNKNOWN
    assert hit.page == "https://wiki.example/w/index.php?curid=106"


def test_a_small_file_is_its_own_thumbnail_and_no_rendition_of_itself() -> None:
    url = "https://upload.example/a.png"
    info = {"url": url, "thumburl": url, "responsiveUrls": {"2": url}}
    body = json.dumps({"query": {"pages": [{"title": "File:A.png", "imageinfo": [info]}]}}).encode()
    (hit,) = parse_answer(body).hits
    assert (hit.thumbnail, hit.renditions) == (url, ())


@pytest.mark.parametrize(
    "body", [b'{"batchcomplete": true}', b'{"batchcomplete": "", "query": {"pages": []}}']
)
def test_no_pages_are_no_error(body: bytes) -> None:
    assert parse_answer(body) == Results(())


@pytest.mark.parametrize("body", [b"<!DOCTYPE html>", b"{}", b"[]", b'{"parse": {}}', b""])
def test_what_is_no_answer_is_a_changed_page(body: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.CHANGED_PAGE


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["url", "extmetadata", "imageinfo", "value", "index", "Artist"]), inner
            )
        ),
        max_leaves=12,
    )
)
def test_pages_of_any_shape_are_read(pages: object) -> None:
    results = parse_answer(json.dumps({"query": {"pages": pages}}).encode())
    assert all(hit.original.startswith(("http://", "https://")) for hit in results.hits)


# --- errors of the API ---


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        ({"code": "maxlag", "info": "Waiting for a server: 7 seconds lagged."}, Outcome.RATE_LIMITED),
        ({"code": "ratelimited", "info": "You've exceeded your rate limit."}, Outcome.RATE_LIMITED),
        ({"code": "readonly", "info": "The wiki is in read-only mode."}, Outcome.UNREACHABLE),
        ({"code": "internal_api_error_DBQueryError", "info": "[x] Caught exception"}, Outcome.UNREACHABLE),
        ({"code": "cirrussearch-query-too-long", "info": "too <b>long</b>"}, Outcome.REFUSED),
        ({"code": 5}, Outcome.REFUSED),
    ],
)
def test_errors_are_told_with_code_and_words(error: dict[str, object], outcome: Outcome) -> None:
    for body in ({"error": error}, {"errors": [error]}):
        trouble = api_trouble(json.dumps(body).encode())
        assert trouble is not None
        assert trouble.outcome is outcome
    if error["code"] == "cirrussearch-query-too-long":
        assert trouble is not None
        assert trouble.message == "wikimedia answered with an error of its API."
        assert trouble.outside == "cirrussearch-query-too-long: too long"


def test_a_lag_says_when_to_come_again() -> None:
    trouble = api_trouble(answer("wikimedia_maxlag.json"), 11.0)
    assert trouble is not None
    assert trouble.retry_after == 11.0


def test_results_are_no_error() -> None:
    assert api_trouble(answer("wikimedia_v2.json")) is None
    assert api_trouble(b"<html>") is None


# --- the request ---


def test_operators_go_to_wikimedia_alone() -> None:
    query = Query.checked("red panda", min_width=1200)
    assert parameters(query, COMMONS, wanted=9)["gsrsearch"] == "filetype:bitmap filew:>1199 red panda"
    assert parameters(query, OTHER, wanted=9)["gsrsearch"] == "red panda"
    lookalike = "https://notwikimedia.org.example/api.php"
    assert parameters(query, lookalike, wanted=9)["gsrsearch"] == "red panda"


@pytest.mark.parametrize(("count", "width"), [(1, "500"), (4, "500"), (5, "330"), (16, "330")])
def test_thumbnails_are_asked_in_a_known_step(count: int, width: str) -> None:
    assert parameters(Query("x", count=count), COMMONS, wanted=count)["iiurlwidth"] == width


@pytest.mark.parametrize(
    ("query", "wanted", "limit"),
    [
        (Query("x"), 17, "17"),
        (Query("x"), 500, "50"),
        (Query.checked("x", licence="commercial"), 17, "50"),
        (Query.checked("x", orientation="square"), 17, "50"),
        (Query.checked("x", min_width=10), 17, "50"),
    ],
)
def test_filters_that_work_locally_ask_for_more(query: Query, wanted: int, limit: str) -> None:
    assert parameters(query, COMMONS, wanted=wanted)["gsrlimit"] == limit


def test_a_query_with_its_operators_keeps_to_the_limit_of_the_search() -> None:
    assert len(parameters(Query("x" * 284), COMMONS, wanted=9)["gsrsearch"]) == 300
    with pytest.raises(ProviderError, match="at most 284 characters"):
        parameters(Query("x" * 285), COMMONS, wanted=9)


def searched(respond: Response, cursor: str = "") -> tuple[Results, Sequence[Request]]:
    async def use(address: str, web: Web) -> Results:
        provider = Wikimedia(settings(wikimedia_url=f"{address}/w/api.php"))
        return await provider.search(web, Query("červená panda"), wanted=12, cursor=cursor)

    return with_server(lambda _request: respond, use)


def failed(respond: Response) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        searched(respond)
    return caught.value


def test_the_request_as_the_server_sees_it() -> None:
    results, (seen,) = searched(json_reply(answer("wikimedia_v2.json")), cursor="10")
    assert len(results.hits) == 4
    assert seen.path == "/w/api.php"
    assert seen.headers["user-agent"] == USER_AGENT
    assert seen.headers["accept-encoding"] == "gzip"
    wanted = {
        "action": "query",
        "format": "json",
        "formatversion": "2",
        "generator": "search",
        "gsrnamespace": "6",
        "gsrsearch": "červená panda",
        "gsrlimit": "12",
        "gsroffset": "10",
        "prop": "imageinfo",
        "iiprop": "url|size|mime|sha1|extmetadata",
        "iiurlwidth": "330",
    }
    assert {name: seen.parameters.get(name) for name in wanted} == wanted
    assert {"License", "Restrictions", "Attribution"} <= set(
        seen.parameters["iiextmetadatafilter"].split("|")
    )


def test_the_source_is_named_by_its_host() -> None:
    assert source_name("https://commons.wikimedia.org/wiki/File:A.jpg") == "Wikimedia Commons"
    assert source_name("https://www.wiki.example/File:A.jpg") == "wiki.example"


@pytest.mark.parametrize(
    ("respond", "outcome", "retry_after"),
    [
        (Response(b"", status=429, headers={"Retry-After": "17"}), Outcome.RATE_LIMITED, 17),
        (Response(b"", status=429), Outcome.RATE_LIMITED, 5),
        (Response(b"Please set a user-agent", status=403), Outcome.BLOCKED, 0),
        (Response(b"", status=404), Outcome.CHANGED_PAGE, 0),
        (Response(b"", status=502), Outcome.UNREACHABLE, 0),
        (json_reply(answer("wikimedia_maxlag.json"), 200, {"Retry-After": "6"}), Outcome.RATE_LIMITED, 6),
        (json_reply(answer("wikimedia_maxlag.json"), 503), Outcome.RATE_LIMITED, 5),
        (Response(b"<!DOCTYPE html>", content_type="text/html"), Outcome.CHANGED_PAGE, 0),
    ],
)
def test_failures_are_told_apart(respond: Response, outcome: Outcome, retry_after: float) -> None:
    error = failed(respond)
    assert (error.outcome, error.retry_after) == (outcome, retry_after)


def test_a_refusal_says_what_to_set() -> None:
    assert "OPSIN_CONTACT" in failed(Response(b"", status=403)).hint
