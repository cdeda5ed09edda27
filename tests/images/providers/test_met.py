import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.images.outcome import Outcome, ProviderError
from opsin.images.providers.asking import until
from opsin.images.providers.base import Results
from opsin.images.providers.met import AT_ONCE, Met, parse_numbers, parse_object
from opsin.images.query import Query
from opsin.web.client import Web
from tests.images.providers.asked import answer, settings
from tests.images.providers.test_any_answer import ANYTHING, places, sound, with_value
from tests.loopback.web import LoopbackWeb


def search(loopback: LoopbackWeb, *, wanted: int = 17, cursor: str = "", seconds: float = 60.0) -> Results:
    async def run() -> Results:
        provider = Met(settings(met_url=f"{loopback.origin}/met"))
        async with Web(allow=loopback.allow, host_connections={"127.0.0.1": 16}) as web:
            with until(asyncio.get_running_loop().time() + seconds):
                return await provider.search(web, Query("red panda"), wanted=wanted, cursor=cursor)

    loopback.met.mode = "serving" if loopback.met.mode == "empty" else loopback.met.mode
    return asyncio.run(run())


def identities(results: Results) -> list[int]:
    return [int(hit.original.split("/")[-2]) for hit in results.hits]


def test_a_work_with_all_its_facts() -> None:
    hit = parse_object(answer("met_results.json"))
    assert hit is not None
    assert hit.original == "https://images.metmuseum.example/CRDImages/as/original/Red%20Panda%201.jpg"
    assert "web-large" in hit.thumbnail
    assert (hit.title, hit.creator) == ("Red panda and millet", "An Artist")
    assert hit.licence.spdx == "CC0-1.0"
    assert hit.page == "https://www.metmuseum.example/art/collection/search/1001"


def test_only_what_is_said_to_be_in_the_public_domain_has_a_licence() -> None:
    content = json.loads(answer("met_results.json"))
    hit = parse_object(json.dumps(content | {"isPublicDomain": False}).encode())
    assert hit is not None
    assert hit.licence.label == "unknown"
    assert parse_object(json.dumps(content | {"primaryImage": ""}).encode()) is None


@pytest.mark.full
@given(st.data())
def test_any_json_in_the_place_of_any_field(data: st.DataObject) -> None:
    row = json.loads(answer("met_results.json"))
    odd = with_value(row, data.draw(st.sampled_from(places(row))), data.draw(ANYTHING))
    hit = parse_object(json.dumps(odd).encode())
    assert hit is None or sound(hit)


@pytest.mark.parametrize(
    ("body", "numbers"),
    [
        (b'{"total": 0, "objectIDs": null}', []),
        (b'{"total": 3, "objectIDs": [5, 3, 5, "7", null, -1]}', [5, 3, 7]),
    ],
)
def test_numbers_are_read_in_their_order(body: bytes, numbers: list[int]) -> None:
    assert parse_numbers(body) == numbers


def test_works_come_in_the_order_of_the_search_a_few_at_a_time() -> None:
    with LoopbackWeb() as loopback:
        results = search(loopback)
        assert identities(results) == list(range(17))
        assert results.cursor == "17"
        assert 1 < loopback.met.most <= AT_ONCE
        after = search(loopback, cursor=results.cursor)
        assert (identities(after), after.cursor) == ([17, 18, 19], "")


def test_a_work_that_is_missing_costs_only_itself() -> None:
    with LoopbackWeb() as loopback:
        loopback.met.missing = frozenset({1})
        results = search(loopback, wanted=3)
        assert identities(results) == [0, 2]
        assert results.ignored == ("met: 1 of 3 works did not answer",)


@pytest.mark.full
def test_a_work_that_never_comes_costs_only_itself() -> None:
    with LoopbackWeb() as loopback:
        loopback.met.missing, loopback.met.hanging = frozenset({1}), frozenset({3})
        results = search(loopback, wanted=6, seconds=3.0)
        assert identities(results) == [0, 2, 4, 5]
        assert results.ignored == ("met: 2 of 6 works did not answer",)


@pytest.mark.parametrize(
    ("mode", "outcome"),
    [
        ("error", Outcome.UNREACHABLE),
        ("shield", Outcome.BLOCKED),
        ("broken", Outcome.CHANGED_PAGE),
    ],
)
def test_failures_are_told_by_what_they_mean(mode: str, outcome: Outcome) -> None:
    with LoopbackWeb() as loopback:
        loopback.met.mode = mode
        with pytest.raises(ProviderError) as caught:
            search(loopback)
        assert caught.value.outcome is outcome


def test_where_no_work_comes_the_first_failure_is_told() -> None:
    with LoopbackWeb() as loopback:
        loopback.met.missing = frozenset(range(20))
        with pytest.raises(ProviderError) as caught:
            search(loopback, wanted=3)
        assert "ObjectID not found" in caught.value.outside
