import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.demo.http_server import Request, Response
from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.openverse import Openverse, api_trouble, parameters, parse_answer
from opsin.images.query import Query
from opsin.rights.licence import Family, Permission
from opsin.web.client import Web
from tests.images.providers.asked import answer, json_reply, settings, with_server

# --- the answer ---


def test_a_record_with_all_its_facts() -> None:
    results = parse_answer(answer("openverse_results.json"))
    assert len(results.hits) == 4
    assert results.cursor == "2"
    assert results.ignored == ()
    hit = results.hits[0]
    assert hit.original == "https://live.example/1.jpg"
    assert (
        hit.thumbnail == "https://api.openverse.example/v1/images/00000000-0000-4000-8000-000000000001/thumb/"
    )
    assert hit.renditions == (f"{hit.thumbnail}?full_size=true&compressed=false",)
    assert hit.page == "https://collection.example/photo/1"
    assert (hit.width, hit.height, hit.size_bytes, hit.mime) == (1500, 1000, 123456, "image/jpeg")
    assert (hit.creator, hit.creator_url) == ("Author 1", "https://collection.example/u/1")
    assert hit.licence.spdx == "CC-BY-SA-4.0"
    assert hit.attribution == (
        '"Red panda 1" by Author 1 is licensed under CC BY-SA 4.0. To view a copy of this license, visit '
        "https://creativecommons.org/licenses/by-sa/4.0/. | via example (https://collection.example/photo/1)"
    )


def test_fields_may_be_null() -> None:
    hit = parse_answer(answer("openverse_results.json")).hits[1]
    assert (hit.title, hit.creator, hit.width, hit.size_bytes, hit.mime) == ("", "", 0, 0, "")
    assert hit.thumbnail == hit.original
    assert hit.renditions == ()
    assert (hit.licence.name, hit.licence.version, hit.licence.spdx) == ("CC BY-SA", "", "")
    assert hit.attribution == (
        "Picture by Unknown author, via example (https://collection.example/photo/2), licensed under CC BY-SA."
    )


def test_licences_are_read_whole() -> None:
    hits = parse_answer(answer("openverse_results.json")).hits
    assert (hits[2].licence.name, hits[2].licence.commercial) == ("CC BY-NC-ND 2.0", Permission.NO)
    assert (hits[3].licence.family, hits[3].licence.spdx) == (Family.PUBLIC_DOMAIN, "CC-PDM-1.0")
    assert hits[3].mime == "image/png"


def test_strict_leaves_out_what_is_marked() -> None:
    originals = [hit.original for hit in parse_answer(answer("openverse_results.json"), strict=True).hits]
    assert "https://live.example/3.jpg" not in originals
    assert len(originals) == 3


@pytest.mark.parametrize(
    ("page", "pages", "rows", "cursor"),
    [(1, 5, 1, "2"), (5, 5, 1, ""), (11, 500, 1, "12"), (12, 500, 1, ""), (1, 0, 1, ""), (1, 5, 0, "")],
)
def test_pages_end_where_the_anonymous_depth_ends(page: int, pages: int, rows: int, cursor: str) -> None:
    body = json.dumps({"page_count": pages, "results": [{"url": "https://a.example/x.jpg"}] * rows}).encode()
    assert parse_answer(body, page=page).cursor == cursor


def test_warnings_are_told() -> None:
    body = json.dumps({"results": [], "warnings": [{"code": "partially invalid", "message": "bad"}]}).encode()
    assert parse_answer(body).ignored == ("openverse could not keep to some of the filters",)


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b'{"results": null}', b'{"detail": "x"}', b"[]"])
def test_what_is_no_answer_is_a_changed_page(body: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.CHANGED_PAGE


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(
                ["url", "thumbnail", "license", "width", "title", "filetype", "unstable__sensitivity"]
            ),
            st.none() | st.integers() | st.text(max_size=10) | st.lists(st.integers(), max_size=2),
        ),
        max_size=4,
    )
)
def test_records_of_any_shape_are_read(rows: list[dict[str, object]]) -> None:
    answer = {"results": [{**row, "url": row.get("url", "//a.example")} for row in rows]}
    assert len(parse_answer(json.dumps(answer).encode()).hits) <= len(rows)


# --- failures ---


@pytest.mark.parametrize(
    ("status", "name", "outcome", "part"),
    [
        (400, "openverse_400.json", Outcome.REFUSED, "Invalid input given for fields. 'size' -> Invalid value huge"),
        (401, "openverse_401.json", Outcome.REFUSED, "Anonymous requests are limited"),
        (429, "openverse_429.json", Outcome.RATE_LIMITED, "Expected available in 37 seconds"),
    ],
)  # fmt: skip
def test_the_words_of_the_api_are_told(status: int, name: str, outcome: Outcome, part: str) -> None:
    trouble = api_trouble(status, answer(name))
    assert trouble is not None
    assert trouble.outcome is outcome
    assert part in trouble.outside
    assert trouble.message == f"openverse answered HTTP {status}."


@pytest.mark.parametrize(
    ("status", "body", "header", "outcome", "retry_after"),
    [
        (429, answer("openverse_429.json"), 0, Outcome.RATE_LIMITED, 37),
        (429, answer("openverse_429.json"), 90, Outcome.RATE_LIMITED, 90),
        (429, b"", 0, Outcome.RATE_LIMITED, 60),
        (403, b"<html>", 0, Outcome.BLOCKED, 0),
        (403, b'{"detail": "No."}', 0, Outcome.REFUSED, 0),
        (404, b"", 0, Outcome.CHANGED_PAGE, 0),
        (502, b"", 0, Outcome.UNREACHABLE, 0),
        (400, b'{"detail": ["a list"]}', 0, Outcome.REFUSED, 0),
    ],
)
def test_failures_are_told_apart(
    status: int, body: bytes, header: float, outcome: Outcome, retry_after: float
) -> None:
    trouble = api_trouble(status, body, header)
    assert trouble is not None
    assert (trouble.outcome, trouble.retry_after) == (outcome, retry_after)


def test_success_is_no_failure() -> None:
    assert api_trouble(200, answer("openverse_results.json")) is None


# --- the request ---


def test_the_plain_request() -> None:
    assert parameters(Query("red panda")) == {"q": "red panda", "page_size": "20"}


def test_all_the_filters() -> None:
    query = Query.checked("x", safe="off", licence="share-alike", min_width=1000, orientation="portrait")
    assert parameters(query, 3) == {
        "q": "x",
        "page_size": "20",
        "license_type": "commercial,modification",
        "aspect_ratio": "tall",
        "size": "medium,large",
        "mature": "true",
        "page": "3",
    }


@pytest.mark.parametrize(("least", "size"), [(0, None), (639, None), (640, "medium,large"), (2000, "large")])
def test_the_rough_size(least: int, size: str | None) -> None:
    assert parameters(Query("x", min_width=least)).get("size") == size


@pytest.mark.parametrize("safe", ["moderate", "strict"])
def test_mature_results_are_not_asked_for(safe: str) -> None:
    assert "mature" not in parameters(Query.checked("x", safe=safe))


def test_a_query_that_is_too_long_is_refused_before_it_is_sent() -> None:
    with pytest.raises(ProviderError, match="at most 200"):
        parameters(Query("x" * 201))


def test_the_request_as_the_server_sees_it() -> None:
    async def use(address: str, web: Web) -> Results:
        provider = Openverse(settings(openverse_url=address))
        return await provider.search(
            web, Query.checked("賞 & 味", licence="commercial"), wanted=9, cursor="2"
        )

    results, seen = with_server(lambda _request: json_reply(answer("openverse_results.json")), use)
    assert (len(results.hits), results.cursor) == (4, "3")
    assert seen[0].path == "/v1/images/"
    assert seen[0].parameters == {
        "q": "賞 & 味",
        "page_size": "20",
        "license_type": "commercial",
        "page": "2",
    }
    assert seen[0].headers["accept"] == "application/json"


def test_a_failure_of_the_server_is_told() -> None:
    def respond(_request: Request) -> Response:
        return json_reply(answer("openverse_429.json"), 429)

    async def use(address: str, web: Web) -> Sequence[object]:
        return (await Openverse(settings(openverse_url=address)).search(web, Query("x"), wanted=9)).hits

    with pytest.raises(ProviderError) as caught:
        with_server(respond, use)
    assert (caught.value.outcome, caught.value.retry_after) == (Outcome.RATE_LIMITED, 37)
