import json

import pytest

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.pexels import Pexels, api_trouble, parameters, parse_answer, place
from opsin.images.query import Query
from opsin.rights.policy import allows
from opsin.web.client import Web
from tests.images.providers.asked import answer, json_reply, settings, with_server

KEY = "a-key-of-pexels-0123456789"


def test_a_photo_with_all_its_facts() -> None:
    results = parse_answer(answer("pexels_results.json"))
    hit = results.hits[0]
    assert hit.original == "https://images.pexels.example/photos/1/red-panda-1.jpeg"
    assert hit.thumbnail.endswith("h=350")
    assert hit.renditions[0].endswith("dpr=2&h=650&w=940")
    assert (hit.width, hit.height, hit.title) == (4000, 3000, "Red panda 1 on a branch")
    assert results.cursor == "2x40"


def test_the_credit_line_links_back_to_photographer_and_photo() -> None:
    line = parse_answer(answer("pexels_results.json")).hits[0].attribution
    assert line == (
        "“Red panda 1 on a branch” by Author 1 (https://www.pexels.example/@author1), via Pexels "
        "(https://www.pexels.example/photo/red-panda-1/), under the Pexels licence (https://www.pexels.com/license/)."
    )
    assert Pexels.terms.notice == "Photos provided by Pexels: https://www.pexels.com"


def test_its_licence_is_its_own_and_passes_no_filter() -> None:
    licence = parse_answer(answer("pexels_results.json")).hits[0].licence
    assert (licence.spdx, licence.evidence is not None) == ("LicenseRef-Pexels", True)
    assert not any(allows(licence, wish) for wish in ("commercial", "share-alike"))


def test_few_cells_get_larger_thumbnails_and_what_is_missing_is_made_up_for() -> None:
    hits = parse_answer(answer("pexels_results.json"), few=True).hits
    assert hits[0].thumbnail.endswith("h=650&w=940")
    assert "dpr=2" not in hits[0].thumbnail
    assert (hits[1].title, hits[1].creator) == ("", "")
    assert hits[2].thumbnail == hits[2].original


@pytest.mark.parametrize(("total", "page", "cursor"), [(81, 1, "2x40"), (81, 3, ""), (0, 1, "")])
def test_pages_go_on_while_there_are_more(total: int, page: int, cursor: str) -> None:
    rows = json.loads(answer("pexels_results.json"))["photos"] if total else []
    body = json.dumps({"photos": rows, "total_results": total}).encode()
    assert parse_answer(body, page=page).cursor == cursor


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b'{"photos": {}}', b'{"photos": [{"src": 1}]}'])
def test_what_is_no_answer_is_a_changed_page(body: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.CHANGED_PAGE


@pytest.mark.parametrize(
    ("status", "body", "outcome"),
    [
        (401, b'{"status": 401, "code": "Unauthorized"}', Outcome.REFUSED),
        (403, b'{"error": "suspended"}', Outcome.REFUSED),
        (403, b"<html>error code: 1010</html>", Outcome.BLOCKED),
        (429, b"", Outcome.RATE_LIMITED),
        (500, b"", Outcome.UNREACHABLE),
    ],
)
def test_failures_are_told_by_what_they_mean(status: int, body: bytes, outcome: Outcome) -> None:
    trouble = api_trouble(status, body)
    assert trouble is not None
    assert trouble.outcome is outcome
    assert api_trouble(200, b"{}") is None


def test_a_query_goes_on_with_pages_of_the_size_that_it_began_with() -> None:
    assert place(Query("x")) == (1, 40)
    assert place(Query("x", min_width=900)) == (1, 80)
    assert place(Query("x", min_width=900), "3x40") == (3, 40)
    assert place(Query("x"), "nonsense") == (1, 40)


def test_the_request_as_the_server_sees_it() -> None:
    query = Query.checked("red & panda", orientation="portrait")

    async def use(address: str, web: Web) -> Results:
        return await Pexels(settings(pexels_url=address, pexels_api_key=KEY)).search(web, query, wanted=17)

    results, seen = with_server(lambda _request: json_reply(answer("pexels_results.json")), use)
    assert len(results.hits) == 4
    assert seen[0].path == "/v1/search"
    assert seen[0].parameters == parameters(query, 1, 80)
    assert seen[0].parameters["orientation"] == "portrait"
    assert seen[0].headers["authorization"] == KEY
    assert KEY not in seen[0].target
