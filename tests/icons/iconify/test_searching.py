import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from opsin.errors import InvalidInput
from opsin.icons.icon import Icon, IconSet
from opsin.icons.iconify.api import IconifyApi
from opsin.icons.iconify.searching import api_search, query_words
from opsin.icons.iconify.trouble import IconifyDown
from opsin.icons.query import IconQuery
from opsin.services import Services
from tests.icons.iconify.stand import services_over
from tests.loopback.iconify import SQUARE
from tests.loopback.web import LoopbackWeb


def run(folder: Path, test: Callable[[LoopbackWeb, Services], Awaitable[None]]) -> None:
    async def within() -> None:
        async with LoopbackWeb() as web, services_over(web, folder) as services:
            await test(web, services)

    asyncio.run(within())


def test_one_query_a_keyword_merged_ranked_and_never_folded(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        answer = await api_search(IconifyApi(services), IconQuery.checked(["rocket", "launch", "zzz"]))
        assert [(row.icon.id, row.matched_keywords) for row in answer.found.rows] == [
            ("alpha:rocket-launch", ("rocket", "launch")),
            ("alpha:rocket", ("rocket",)),
            ("delta:launch", ("launch",)),
            ("alpha:rocket-left", ("rocket",)),
            ("delta:rocket-evil", ("rocket",)),
            ("delta:rocketship", ("rocket",)),
        ]
        assert sorted(seen.parameters["query"] for seen in web.requests) == ["launch", "rocket", "zzz"]
        assert {seen.parameters["limit"] for seen in web.requests} == {"64"}
        assert [one.word for one in answer.found.suggestions] == ["zzz"]
        assert answer.hosts == (f"127.0.0.1:{web.port}",)
        assert answer.found.rows[0].icon.set.licence_url == "https://alpha.example/licence"

    run(tmp_path, test)


def test_the_queries_are_asked_at_once(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.mode = "hang"
        words = ["one", "two", "three", "four", "five"]
        searching = asyncio.ensure_future(api_search(IconifyApi(services), IconQuery.checked(words)))
        assert await asyncio.to_thread(web.wait_for_requests, 5)
        searching.cancel()
        await asyncio.gather(searching, return_exceptions=True)
        assert await asyncio.to_thread(web.wait_until_idle)

    run(tmp_path, test)


def test_licences_are_judged_by_icon_and_counted(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        async def ids(
            policy: str, allow: frozenset[str] = frozenset(), deny: frozenset[str] = frozenset()
        ) -> tuple[set[str], int]:
            query = IconQuery.checked(["rocket"], policy=policy, limit=64)
            found = (await api_search(IconifyApi(services), query, allow=allow, deny=deny)).found
            return {row.icon.id for row in found.rows}, sum(found.hidden_by_policy.values())

        permissive, hidden = await ids("permissive")
        assert not {one.partition(":")[0] for one in permissive} & {"beta", "gamma", "bare", "simple-icons"}
        assert hidden == 5
        more, hidden = await ids("permissive_plus_attribution")
        assert more - permissive == {"beta:rocket", "beta:rocket-off"}
        everything, hidden = await ids("all")
        assert everything == more
        assert hidden == 3
        assert (await ids("all", deny=frozenset({"alpha"})))[0] == {
            one for one in more if not one.startswith("alpha")
        }
        assert "bare:rocket" in (await ids("permissive", allow=frozenset({"bare"})))[0]

    run(tmp_path, test)


@pytest.mark.parametrize("policy", ["permissive", "permissive_plus_attribution", "all"])
@pytest.mark.parametrize("keyword", ["vuedotjs", "vue"])
def test_a_noncommercial_icon_of_a_free_set_never_appears(tmp_path: Path, policy: str, keyword: str) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        query = IconQuery.checked([keyword], policy=policy)
        found = (await api_search(IconifyApi(services), query)).found
        assert found.rows == ()
        assert sum(found.hidden_by_policy.values()) >= 1

    run(tmp_path, test)


def test_an_alias_has_the_licence_of_what_it_stands_for(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.sets["simple-icons"]["aliases"]["hub"] = {"parent": "github"}
        api, query = IconifyApi(services), IconQuery.checked(["hub"])
        assert (await api_search(api, query)).found.rows == ()
        known = Icon(IconSet("simple-icons", "Simple Icons"), "github", categories=("Brands",))
        row = (await api_search(api, query, known=lambda _: known)).found.rows[0]
        assert (row.icon.id, row.icon.categories, row.terms.trademark) == (
            "simple-icons:hub",
            ("Brands",),
            True,
        )
        without = replace(query, exclude_logos=True)
        found = (await api_search(api, without, known=lambda _: known)).found
        assert (found.rows, found.hidden_by_filters) == ((), {"exclude_logos": 1})

    run(tmp_path, test)


def test_where_the_usual_number_leaves_too_few_all_are_asked_for(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.sets["gamma"]["icons"] = {f"a-{number}": {"body": SQUARE} for number in range(80)}
        web.iconify.sets["alpha"]["icons"] = {f"a-far-down-{number}": {"body": SQUARE} for number in range(3)}
        found = (await api_search(IconifyApi(services), IconQuery.checked(["a", "far"], limit=12))).found
        assert [row.icon.id for row in found.rows] == [f"alpha:a-far-down-{number}" for number in range(3)]
        assert found.rows[0].matched_keywords == ("a", "far")
        assert found.hidden_by_policy == {"CC-BY-NC-4.0: NonCommercial is never offered": 80}
        limits = [(seen.parameters["query"], seen.parameters["limit"]) for seen in web.requests]
        assert sorted(limits) == [("a", "64"), ("a", "999"), ("far", "64")]

    run(tmp_path, test)


def test_the_api_is_told_what_it_can_be_told(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        query = IconQuery.checked(
            ["Rocket"], sets=["alpha", "beta"], style="stroke", palette="no", animated="yes", same_set=True
        )
        answer = await api_search(IconifyApi(services), query)
        assert web.requests[0].parameters == {
            "query": "rocket style:stroke palette:false",
            "limit": "64",
            "prefixes": "alpha,beta",
        }
        assert {row.icon.set.prefix for row in answer.found.rows} == {"alpha"}
        assert answer.found.rows[0].matched_keywords == ("Rocket",)
        assert [note.split(" ")[0] for note in answer.found.notes] == ["animated", "palette", "same_set"]

    run(tmp_path, test)


def test_a_set_that_there_is_none_of_is_told(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        with pytest.raises(InvalidInput, match="'alpa'"):
            await api_search(IconifyApi(services), IconQuery.checked(["rocket"], sets=["alpa"]))

    run(tmp_path, test)


def test_words_that_iconify_cannot_search_are_told(tmp_path: Path) -> None:
    async def test(_: LoopbackWeb, services: Services) -> None:
        found = (await api_search(IconifyApi(services), IconQuery.checked(["火箭", "rocket"]))).found
        assert found.rows
        assert [one.keyword for one in found.suggestions] == ["火箭"]
        assert found.notes[0].startswith("Iconify's own search knows words of a to z")

    run(tmp_path, test)


def test_a_keyword_that_fails_costs_that_keyword_only(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        api = IconifyApi(services)
        await api.search("rocket", 64)
        web.iconify.mode = "error"
        answer = await api_search(api, IconQuery.checked(["rocket", "home"]))
        assert answer.found.rows[0].icon.id == "alpha:rocket"
        assert answer.found.notes[0].startswith(
            "'home' was not searched for. The Iconify API cannot be used:"
        )

    run(tmp_path, test)


def test_where_no_keyword_is_answered_it_is_an_error(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.mode = "error"
        with pytest.raises(IconifyDown):
            await api_search(IconifyApi(services), IconQuery.checked(["rocket", "home"]))

    run(tmp_path, test)


def test_plain_words_stay_plain() -> None:
    assert query_words("Fast Deployment", IconQuery.checked(["x"])) == "fast deployment"


def test_where_the_usual_number_is_enough_no_more_are_asked_for(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.sets["alpha"]["icons"] = {f"a-{number}": {"body": SQUARE} for number in range(80)}
        found = (await api_search(IconifyApi(services), IconQuery.checked("a"), spare=4)).found
        assert (len(found.rows), found.total) == (16, 64)
        assert [seen.parameters["limit"] for seen in web.requests] == ["64"]

    run(tmp_path, test)
