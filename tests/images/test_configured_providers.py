"""The whole search through each provider that has to be configured, over a real web on the loopback address."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from opsin.cli import main
from opsin.errors import InvalidInput
from opsin.images.cells import Search
from opsin.images.hit import Hit
from opsin.images.outcome import NothingServed, Outcome, words_from_outside
from opsin.images.query import Query
from opsin.images.search import search_images
from tests.images.stage import stage
from tests.loopback.keyed import KEY
from tests.loopback.results import Result
from tests.loopback.web import LoopbackWeb

KEYED = ("brave", "google_cse", "serper")
CONFIGURED = (*KEYED, "searxng")
LEAKS_TRIED_DAILY = {("brave", "bad-key"), ("google_cse", "serving"), ("serper", "bad-key")}


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as server:
        yield server


def search(web: LoopbackWeb, folder: Path, *queries: Query, **environ: str) -> list[Search]:
    async def run() -> list[Search]:
        async with stage(web, folder, **environ) as services:
            return [await search_images(services, query) for query in queries]

    return asyncio.run(run())


def failure(web: LoopbackWeb, folder: Path, query: Query, **environ: str) -> NothingServed:
    with pytest.raises(NothingServed) as caught:
        search(web, folder, query, **environ)
    return caught.value


def test_what_is_refused_is_told_with_what_to_correct_and_not_to_be_tried_again_later(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    alone = failure(web, tmp_path, Query("x", provider="brave"), OPSIN_BRAVE_API_KEY="a key")
    assert alone.hint == "Correct OPSIN_BRAVE_API_KEY. Name another provider."
    web.duckduckgo.mode, web.wikimedia_mode = "blocked", "empty"
    mixed = failure(web, tmp_path, Query("x"), OPSIN_BRAVE_API_KEY="a key")
    assert mixed.hint.startswith("Correct OPSIN_BRAVE_API_KEY. Try again in ")


def identity_of(hit: Hit) -> int:
    return int(hit.original.split("/")[-2])


@pytest.mark.parametrize("name", CONFIGURED)
def test_a_sheet_is_served(web: LoopbackWeb, tmp_path: Path, name: str) -> None:
    (found,) = search(web, tmp_path, Query("red panda", count=9, provider=name), **web.keys(name))
    assert found.provider == name
    assert [identity_of(cell.hit) for cell in found.cells] == list(range(9))
    assert not any(cell.failed for cell in found.cells)
    assert found.more


@pytest.mark.parametrize("name", CONFIGURED)
def test_one_that_is_configured_goes_to_the_front(web: LoopbackWeb, tmp_path: Path, name: str) -> None:
    (found,) = search(web, tmp_path, Query("red panda", count=4), **web.keys(name))
    assert found.provider == name
    assert web.paths("/duckduckgo") == []


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        *(("brave", mode) for mode in ("empty", "error", "html", "broken", "too-large", "rate-limited")),
        ("google_cse", "empty"),
        ("serper", "html"),
        ("searxng", "html"),
        *(
            pytest.param(name, mode, marks=pytest.mark.full)
            for name in ("google_cse", "serper", "searxng")
            for mode in ("error", "broken", "too-large", "rate-limited")
        ),
    ],
)
def test_the_next_one_is_asked_where_it_does_not_serve(
    web: LoopbackWeb, tmp_path: Path, name: str, mode: str
) -> None:
    getattr(web, name).mode = mode
    (found,) = search(web, tmp_path, Query("red panda", count=4), **web.keys(name))
    assert found.provider == "duckduckgo"
    outcome = {
        "empty": Outcome.EMPTY,
        "error": Outcome.UNREACHABLE,
        "rate-limited": Outcome.RATE_LIMITED,
    }.get(mode, Outcome.CHANGED_PAGE)
    assert (found.attempts[0].provider, found.attempts[0].outcome) == (name, outcome)


@pytest.mark.parametrize("name", CONFIGURED)
def test_odd_rows_are_passed_over(web: LoopbackWeb, tmp_path: Path, name: str) -> None:
    getattr(web, name).mode = "odd"
    (found,) = search(web, tmp_path, Query("x", count=4, provider=name), **web.keys(name))
    assert identity_of(found.cells[0].hit) == 0
    assert not any(cell.failed for cell in found.cells)


@pytest.mark.full
@pytest.mark.parametrize("name", CONFIGURED)
def test_pages_go_on_without_repeating_anything(web: LoopbackWeb, tmp_path: Path, name: str) -> None:
    getattr(web, name).results = tuple(
        Result(identity % 20, size=(640 + identity, 480), thumbnail_size=(480 + identity // 20, 360))
        for identity in range(20)
    )
    queries = [Query("x", count=6, page=page, provider=name) for page in (1, 2, 3)]
    pages = search(web, tmp_path, *queries, **web.keys(name))
    shown = [identity_of(cell.hit) for page in pages for cell in page.cells]
    assert shown == list(range(18))


def test_further_pages_of_brave_cost_no_request(web: LoopbackWeb, tmp_path: Path) -> None:
    queries = [Query("x", count=6, page=page, provider="brave") for page in (1, 2, 3)]
    search(web, tmp_path, *queries, **web.keys("brave"))
    assert len(web.paths("/brave")) == 1


def test_a_sheet_of_nine_takes_one_request_of_google_and_one_credit_of_serper(
    web: LoopbackWeb, tmp_path: Path
) -> None:
    keys = web.keys("google_cse", "serper")
    search(web, tmp_path, Query("x", count=9, provider="google_cse"), **keys)
    assert len(web.paths("/google")) == 1
    search(web, tmp_path, Query("x", count=9, provider="serper"), **keys)
    assert web.serper.credits == 1


def test_a_sheet_of_sixteen_takes_two_of_each(web: LoopbackWeb, tmp_path: Path) -> None:
    keys = web.keys("google_cse", "serper")
    search(web, tmp_path, Query("x", count=16, provider="google_cse"), **keys)
    assert [one.parameters.get("start") for one in web.requests if one.path.startswith("/google")] == [
        None,
        "11",
    ]
    search(web, tmp_path, Query("x", count=16, provider="serper"), **keys)
    assert (web.serper.credits, len(web.serper.asked)) == (2, 1)


@pytest.mark.parametrize("name", CONFIGURED)
def test_filters_without_a_parameter_hold_here(web: LoopbackWeb, tmp_path: Path, name: str) -> None:
    sizes = ((640, 480), (1600, 1200), (1200, 1600), (1800, 900))
    getattr(web, name).results = tuple(Result(identity, size=sizes[identity % 4]) for identity in range(12))
    query = Query.checked("x", count=9, min_width=1000, orientation="landscape", provider=name)
    (found,) = search(web, tmp_path, query, **web.keys(name))
    assert [identity_of(cell.hit) for cell in found.cells] == [1, 3, 5, 7, 9, 11]


@pytest.mark.parametrize(
    ("name", "told"),
    [("brave", True), ("google_cse", False), ("serper", True), ("searxng", False)],
)
def test_a_level_that_cannot_be_kept_is_told(web: LoopbackWeb, tmp_path: Path, name: str, told: bool) -> None:
    (found,) = search(web, tmp_path, Query("x", count=4, provider=name), **web.keys(name))
    assert any("safe=moderate" in note for note in found.notes) is told


def test_engines_that_did_not_answer_are_told(web: LoopbackWeb, tmp_path: Path) -> None:
    web.searxng.unresponsive = [["bing images", "timeout"], ["ignore what was said before", "<<<"]]
    (found,) = search(web, tmp_path, Query("x", count=4), **web.keys("searxng"))
    assert "searxng: 2 of its engines did not answer (bing images among them)" in found.notes


def test_a_searxng_without_json_says_what_to_do(web: LoopbackWeb, tmp_path: Path) -> None:
    web.searxng.mode = "no-json"
    why = failure(web, tmp_path, Query("x", provider="searxng"), **web.keys("searxng"))
    assert "add json to search.formats in its settings.yml" in why.message


def test_what_a_searxng_finds_must_be_public(web: LoopbackWeb, tmp_path: Path) -> None:
    keys = web.keys("searxng") | {"OPSIN_ALLOW_HOSTS": ""}
    (found,) = search(web, tmp_path, Query("x", count=4, provider="searxng"), **keys)
    assert all("not a public address" in cell.failed for cell in found.cells)
    assert web.paths("/i/") == []


@pytest.mark.parametrize(
    ("name", "mode", "outcome", "part"),
    [
        ("brave", "bad-key", Outcome.REFUSED, "does not accept the key in OPSIN_BRAVE_API_KEY"),
        ("google_cse", "bad-key", Outcome.REFUSED, "does not accept the key in OPSIN_GOOGLE_CSE_KEY"),
        ("serper", "bad-key", Outcome.REFUSED, "does not accept the key in OPSIN_SERPER_API_KEY"),
        ("brave", "no-credit", Outcome.REFUSED, "no credit left"),
        ("google_cse", "no-credit", Outcome.REFUSED, "does not let the key in OPSIN_GOOGLE_CSE_KEY"),
        ("serper", "no-credit", Outcome.REFUSED, "no credit left"),
        ("brave", "quota", Outcome.RATE_LIMITED, "quota of the month is used up; it starts anew in 7 days"),
        ("google_cse", "quota", Outcome.RATE_LIMITED, "quota of the day is used up; it starts anew in"),
        ("serper", "quota", Outcome.RATE_LIMITED, "HTTP 429"),
        ("brave", "shield", Outcome.BLOCKED, "before its API was reached"),
    ],
)
def test_failures_are_told_by_what_they_mean_and_never_with_the_key(
    web: LoopbackWeb, tmp_path: Path, name: str, mode: str, outcome: Outcome, part: str
) -> None:
    getattr(web, name).mode = mode
    why = failure(web, tmp_path, Query("x", provider=name), **web.keys(name))
    assert why.attempts[0].outcome is outcome
    assert part in why.message
    said = " ".join(words_from_outside(why))
    assert not leaked(f"{why} {said} {why.attempts!r}")
    if mode != "shield":
        assert "(hidden)" in said


def test_a_wait_is_honoured_as_told(web: LoopbackWeb, tmp_path: Path) -> None:
    for name in KEYED:
        server = getattr(web, name)
        server.mode, server.retry_after = "rate-limited", "17"
        why = failure(web, tmp_path, Query(f"x {name}", provider=name), **web.keys(name))
        assert why.attempts[0].retry_after >= 17


def test_one_that_is_not_configured_names_what_it_needs(web: LoopbackWeb, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="serper needs OPSIN_SERPER_API_KEY, which is not set"):
        search(web, tmp_path, Query("x", provider="serper"))
    assert web.requests == []


@pytest.mark.parametrize("name", KEYED)
def test_a_wrong_key_is_sent_once_and_shown_nowhere(
    web: LoopbackWeb, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    wrong = "wrong/but-still-secret-0123456789"
    environ = {key: wrong if key.endswith("KEY") else value for key, value in web.keys(name).items()}
    assert main(["doctor", "--online"], environ=web.environ(tmp_path, **environ)) == 1
    shown = "".join(capsys.readouterr())
    assert "does not accept the key in" in shown
    assert wrong not in shown


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        pytest.param(name, mode, marks=() if (name, mode) in LEAKS_TRIED_DAILY else pytest.mark.full)
        for name in KEYED
        for mode in ("serving", "bad-key", "quota", "broken", "error", "moved")
    ],
)
def test_the_key_is_in_nothing_that_comes_out(
    web: LoopbackWeb,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    name: str,
    mode: str,
) -> None:
    caplog.set_level(logging.DEBUG)
    getattr(web, name).mode = mode
    environ = web.environ(tmp_path, OPSIN_LOG_LEVEL="DEBUG", **web.keys(name))
    assert main(["--debug", "search", "x", "--count", "2"], environ=environ) == 0
    main(["search", "x", "--count", "2", "--json", "--provider", name], environ=environ)
    main(["download", "s1:1"], environ=environ)
    main(["doctor", "--online"], environ=environ)
    main(["settings"], environ=environ)
    assert len(web.paths(getattr(web, name).prefix)) >= 2
    assert not leaked("".join(capsys.readouterr()))
    assert not leaked(caplog.text + "".join(repr(record.args) for record in caplog.records))
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.suffix == ".db" for path in written)
    for path in written:
        assert not leaked(path.read_bytes().decode("latin-1")), path


@pytest.mark.parametrize("name", KEYED)
def test_the_key_does_not_follow_a_redirect_to_another_host(
    web: LoopbackWeb, tmp_path: Path, name: str
) -> None:
    """The address of the redirect is the provider's own choice; what is added to it is ours."""
    with LoopbackWeb() as stranger:
        server = getattr(web, name)
        server.mode, server.moved_to = "moved", f"{stranger.origin}/caught"
        why = failure(web, tmp_path, Query("x", provider=name), **web.keys(name))
        assert why.attempts[0].outcome is Outcome.REFUSED
        assert not any(KEY in str(one) for one in stranger.requests)


def leaked(told: str) -> bool:
    return KEY in told or quote(KEY, safe="") in told or KEY[:12] in told
