import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from opsin.icons.iconify.addresses import Hosts
from opsin.icons.iconify.api import IconifyApi
from opsin.icons.iconify.keeping import KEPT_SECONDS, LARGEST
from opsin.icons.iconify.trouble import IconifyDown, IconifyError, NotThere
from opsin.services import Services
from opsin.web.busy import LONGEST_S, BusyHosts
from tests.icons.iconify.stand import FIRST, HOSTS, SECOND, THIRD, Clock, asked, public, seen, services_over
from tests.loopback.iconify import Iconify
from tests.loopback.web import LoopbackWeb

Test = Callable[[LoopbackWeb, Services], Awaitable[None]]


def run(folder: Path, test: Test, **environ: str) -> None:
    async def within() -> None:
        async with LoopbackWeb() as web, services_over(web, folder, **environ) as services:
            await test(web, services)
            assert await asyncio.to_thread(web.wait_until_idle, at_most=5)

    asyncio.run(within())


def test_the_first_host_alone_is_asked_where_it_serves(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        answer = await public(web, services).search("rocket", 64)
        assert answer.value.ids[0] == "alpha:rocket"
        assert (answer.host, answer.stale) == (f"{FIRST}:{web.port}", False)
        assert asked(web) == [FIRST]
        assert web.requests[0].headers["user-agent"].startswith("opsin/")

    run(tmp_path, test)


@pytest.mark.parametrize(
    "mode", ["error", "html", "rate-limited", "broken", "odd", "too-large", "bodyless", "number"]
)
def test_a_host_that_does_not_serve_is_followed_by_the_next_at_once(tmp_path: Path, mode: str) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.modes = {FIRST: mode}
        answer = await public(web, services).search("rocket", 64)
        assert answer.host.startswith(SECOND)
        assert asked(web) == [FIRST, SECOND]

    run(tmp_path, test)


def test_a_host_that_is_silent_is_joined_by_the_next_after_the_pause(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.modes = {FIRST: "hang", SECOND: "hang"}
        pauses = asyncio.Semaphore(0)

        async def pause() -> None:
            await pauses.acquire()

        asking = asyncio.ensure_future(public(web, services, pause).search("rocket", 64))
        await seen(web, 1)
        assert asked(web) == [FIRST]
        pauses.release()
        await seen(web, 2)
        assert asked(web) == [FIRST, SECOND]
        pauses.release()
        answer = await asking
        assert answer.host.startswith(THIRD)
        assert asked(web) == [FIRST, SECOND, THIRD]
        # Those that were silent are not waited for: their connections are closed.
        assert await asyncio.to_thread(web.wait_until_idle, at_most=1)

    run(tmp_path, test)


def test_where_all_are_silent_it_is_given_up(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.mode = "hang"
        api = public(web, services, lambda: asyncio.sleep(0))
        drawings = await api.drawings(["alpha:rocket"], seconds=0.5)
        assert drawings.bodies == {}
        assert drawings.failed["alpha:rocket"].startswith("No host of the Iconify API can be used: ")
        assert await asyncio.to_thread(web.wait_until_idle)

    run(tmp_path, test)


def test_whoever_is_cancelled_leaves_no_connection(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.mode = "hang"
        asking = asyncio.ensure_future(public(web, services, lambda: asyncio.sleep(0)).search("rocket", 64))
        await seen(web, 3)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert await asyncio.to_thread(web.wait_until_idle)

    run(tmp_path, test)


def test_the_error_says_of_each_host_what_it_was(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.modes = {FIRST: "error", SECOND: "html", THIRD: "rate-limited"}
        with pytest.raises(IconifyDown) as caught:
            await public(web, services).search("rocket", 64)
        assert caught.value.message == (
            f"No host of the Iconify API can be used: {FIRST}:{web.port} answered HTTP 500. "
            f"{SECOND}:{web.port} answered in another shape than expected: no JSON. {THIRD}:{web.port} answered HTTP 429."
        )

    run(tmp_path, test)


def test_a_host_that_wants_to_be_left_alone_is(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.modes = {FIRST: "rate-limited"}
        api = public(web, services)
        await api.search("rocket", 64)
        await api.search("home", 64)
        assert asked(web) == [FIRST, SECOND, SECOND]

    run(tmp_path, test)


def test_hosts_that_were_silent_are_left_alone_for_a_while(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        clock = Clock()
        resting = replace(services, busy=BusyHosts(clock))
        web.iconify.mode = "hang"
        api = public(web, resting, lambda: asyncio.sleep(0))
        await api.drawings(["alpha:rocket"], seconds=0.6)
        assert asked(web) == list(HOSTS)
        web.iconify.mode = "serving"
        failed = (await api.drawings(["alpha:rocket"])).failed["alpha:rocket"]
        assert f"{FIRST} was silent a moment ago; it is asked again in " in failed
        assert asked(web) == list(HOSTS)
        clock.now += LONGEST_S
        assert (await api.drawings(["alpha:rocket"])).bodies

    run(tmp_path, test)


def test_a_host_that_was_not_asked_yet_is_not_left_alone(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.modes = {FIRST: "hang"}
        api = public(web, services)
        await api.drawings(["alpha:rocket"], seconds=0.6)
        assert (await api.search("rocket", 64)).host.startswith(SECOND)
        assert asked(web).count(FIRST) == 1

    run(tmp_path, test)


def test_a_silent_host_beside_one_that_serves_is_not_blamed(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.modes = {FIRST: "hang"}
        api = public(web, services, lambda: asyncio.sleep(0))
        # Where another is quick, a request to the first may end before it arrives.
        for word in ("rocket", "home", "star", "user", "cart", "bell"):
            assert (await api.search(word, 64)).host
        assert asked(web).count(FIRST) > 1

    run(tmp_path, test)


def test_not_there_is_an_answer(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        with pytest.raises(NotThere):
            await public(web, services).set("nosuch")
        web.iconify.mode = "number"
        with pytest.raises(NotThere):
            await public(web, services).set("alpha")
        web.iconify.mode = "bodyless"
        with pytest.raises(NotThere):
            await public(web, services).set("alpha")
        assert asked(web) == [FIRST, FIRST, FIRST]

    run(tmp_path, test)


def test_a_request_that_is_refused_is_put_to_no_other_host(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.mode = "refusing"
        with pytest.raises(IconifyError) as caught:
            await public(web, services).search("rocket", 64)
        assert caught.value.outside == "Bad request"
        assert asked(web) == [FIRST]

    run(tmp_path, test)


def test_an_api_of_ones_own_may_be_private_and_has_no_fall_back(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        api = IconifyApi(services)
        assert (await api.search("rocket", 64)).host == f"127.0.0.1:{web.port}"
        web.iconify.mode = "error"
        with pytest.raises(
            IconifyDown, match=r"The Iconify API cannot be used: 127\.0\.0\.1:.* answered HTTP 500"
        ):
            await api.search("home", 64)
        assert asked(web) == ["127.0.0.1", "127.0.0.1"]

    run(tmp_path, test, OPSIN_ALLOW_HOSTS="")


def test_a_public_host_may_not_be_private(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        api = IconifyApi(services, hosts=Hosts((f"{web.origin}{Iconify.prefix}",)))
        with pytest.raises(IconifyDown, match="is not a public address"):
            await api.search("rocket", 64)
        assert asked(web) == []

    run(tmp_path, test, OPSIN_ALLOW_HOSTS="")


def test_an_answer_is_kept_for_seven_days(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        first = await public(web, services).search("rocket", 64)
        made = (await public(web, services).search("rocket", 64)).made
        again = await IconifyApi(
            services, hosts=public(web, services).hosts, clock=lambda: made + KEPT_SECONDS - 60
        ).search("rocket", 64)
        assert again.value == first.value
        assert (again.host, again.stale) == ("", False)
        assert len(web.requests) == 1
        later = await IconifyApi(
            services, hosts=public(web, services).hosts, clock=lambda: made + KEPT_SECONDS + 60
        ).search("rocket", 64)
        assert later.host
        assert len(web.requests) == 2

    run(tmp_path, test)


def test_an_old_answer_stands_in_where_no_host_serves_and_says_so(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        first = await public(web, services).search("rocket", 64)
        web.iconify.mode = "error"
        late = IconifyApi(
            services, hosts=public(web, services).hosts, clock=lambda: first.made + KEPT_SECONDS * 2
        )
        again = await late.search("rocket", 64)
        assert again.value == first.value
        assert again.stale
        assert abs(again.made - first.made) < 60
        with pytest.raises(IconifyDown):
            await late.search("home", 64)

    run(tmp_path, test)


def test_answers_of_two_apis_are_kept_apart(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        await public(web, services).search("rocket", 64)
        await IconifyApi(services).search("rocket", 64)
        assert asked(web) == [FIRST, "127.0.0.1"]

    run(tmp_path, test)


def test_what_is_kept_and_cannot_be_read_is_asked_for_anew(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        api = public(web, services)
        await api.search("rocket", 64)
        services.store.clear()
        await api._kept.keep({"/search?query=rocket&limit=64": b"{"})
        assert (await api.search("rocket", 64)).host.startswith(FIRST)
        assert len(web.requests) == 2

    run(tmp_path, test)


def test_an_answer_that_is_too_large_is_not_kept(tmp_path: Path) -> None:
    async def test(web: LoopbackWeb, services: Services) -> None:
        web.iconify.sets["alpha"]["info"]["name"] = "x" * LARGEST
        for _ in range(2):
            await public(web, services).sets()
        assert len(web.requests) == 2

    run(tmp_path, test)
