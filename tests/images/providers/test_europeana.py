import json

import pytest

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.base import Results
from opsin.images.providers.europeana import Europeana, api_trouble, parameters, parse_answer, plain
from opsin.images.query import Query
from opsin.web.client import Web
from tests.images.providers.asked import answer, json_reply, settings, with_server

KEY = "a-key-of-europeana-0123456789"


def test_an_item_with_all_its_facts() -> None:
    results = parse_answer(answer("europeana_results.json"))
    hit = results.hits[0]
    assert hit.original == "https://museum.example/1.jpg"
    assert hit.thumbnail.startswith("https://api.europeana.example/thumbnail/")
    assert hit.page == "https://www.europeana.example/item/9001/item_1"
    assert (hit.title, hit.creator, hit.source) == ("Red panda 1", "Author 1", "Museum 1 (Europeana)")
    assert (hit.width, hit.height) == (0, 0)
    assert results.cursor == "5"


def test_rights_are_read_from_their_addresses() -> None:
    hits = parse_answer(answer("europeana_results.json")).hits
    assert [hit.licence.label for hit in hits] == ["PDM 1.0", "CC BY-SA 4.0", "In copyright", "CC BY-NC 4.0"]
    assert (hits[2].creator, hits[3].original) == ("", hits[3].thumbnail)


@pytest.mark.parametrize(("total", "start", "cursor"), [(4, 1, ""), (5, 1, "5"), (9_999, 948, "")])
def test_the_end_is_where_its_total_or_its_depth_says(total: int, start: int, cursor: str) -> None:
    content = json.loads(answer("europeana_results.json")) | {"totalResults": total}
    assert parse_answer(json.dumps(content).encode(), start=start).cursor == cursor


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b'{"items": {}}'])
def test_what_is_no_answer_is_a_changed_page(body: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        parse_answer(body)
    assert caught.value.outcome is Outcome.CHANGED_PAGE


@pytest.mark.parametrize(
    ("status", "body", "outcome", "part"),
    [
        (401, b'{"success": false, "error": "Invalid API key"}', Outcome.REFUSED, "does not accept"),
        (200, b'{"success": false, "error": "Invalid API key"}', Outcome.REFUSED, "does not accept"),
        (200, b'{"success": false, "error": "Invalid query"}', Outcome.REFUSED, "HTTP 400"),
        (403, b"<html>", Outcome.BLOCKED, "before its API"),
        (429, b"{}", Outcome.RATE_LIMITED, "HTTP 429"),
    ],
)
def test_failures_are_told_by_what_they_mean(status: int, body: bytes, outcome: Outcome, part: str) -> None:
    trouble = api_trouble(status, body)
    assert trouble is not None
    assert trouble.outcome is outcome
    assert part in trouble.message


@pytest.mark.parametrize(
    ("words", "sent"),
    [('a "b" (c): d/e', "a b c d e"), ("cats AND NOT dogs", "cats and not dogs"), ("::", "*")],
)
def test_words_are_no_search_syntax(words: str, sent: str) -> None:
    assert plain(words) == sent


def test_the_request_as_the_server_sees_it() -> None:
    query = Query.checked("red panda", licence="commercial")

    async def use(address: str, web: Web) -> Results:
        provider = Europeana(settings(europeana_url=address, europeana_api_key=KEY))
        return await provider.search(web, query, wanted=17, cursor="51")

    _, seen = with_server(lambda _request: json_reply(answer("europeana_results.json")), use)
    assert seen[0].path == "/record/v2/search.json"
    assert seen[0].parameters == parameters(query, 51)
    assert (seen[0].parameters["reusability"], seen[0].parameters["start"]) == ("open", "51")
    assert seen[0].headers["x-api-key"] == KEY
    assert KEY not in seen[0].target
