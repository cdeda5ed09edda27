"""Without a network a search for pictures says so in a line, and icons that come with opsin are what can be had."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import CallToolResult, TextContent

from opsin.cli import main
from opsin.errors import NO_CONNECTION, NO_NAME
from opsin.icons.catalogue.embedded import open_embedded
from opsin.images.outcome import Attempt, NothingServed, Outcome, seems_offline
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.server.app import build_server
from opsin.services import open_services
from opsin.settings import load_settings
from tests.local.own_pictures import jpeg, put

# A name that no resolver has (RFC 6761), and a port that nobody listens on.
NO_SUCH_NAME = {
    "OPSIN_DUCKDUCKGO_URL": "https://nowhere.invalid",
    "OPSIN_WIKIMEDIA_URL": "https://nowhere.invalid/w/api.php",
}


def environ(folder: Path, **more: str) -> dict[str, str]:
    (folder / "config.toml").touch()
    return {
        "OPSIN_CONFIG": str(folder / "config.toml"),
        "OPSIN_STATE_DIR": str(folder / "state"),
        "OPSIN_OUTPUT_DIR": str(folder / "out"),
        "OPSIN_VISION_ENGINE": "ocr",
        "HOME": str(folder),
        **NO_SUCH_NAME,
        **more,
    }


def call(settings: dict[str, str], *calls: tuple[str, dict[str, Any]]) -> list[CallToolResult]:
    async def job() -> list[CallToolResult]:
        async with Client(build_server(load_settings(settings))) as client:
            return [await client.call_tool(name, values) for name, values in calls]

    return asyncio.run(job())


def text_of(result: CallToolResult) -> str:
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text


def test_icons_are_offered_by_ids_that_can_be_saved(tmp_path: Path) -> None:
    found, saved = call(
        environ(tmp_path),
        ("image_search", {"query": "coffee cup", "count": 4}),
        ("icon_download", {"ids": ["s1:2"]}),
    )
    assert not found.is_error
    first, second, *rest = text_of(found).split("\n")
    assert (
        first
        == "There is no network: none of those who were asked for 'coffee cup' could be connected to (duckduckgo, wikimedia)."
    )
    assert second.startswith("Instead, with no network: icons that come with opsin.")
    (best,) = [line for line in rest if line.startswith("1 | s1:1 | ")]
    icon = open_embedded().icon(best.split(" | ")[2])
    assert icon
    assert icon.palette
    assert any("icon_download (ids=s1:1" in line for line in rest)
    assert [block.type for block in found.content] == ["text", "image"]
    assert not saved.is_error
    assert list((tmp_path / "out").rglob("*.svg"))


@pytest.mark.parametrize(
    "more",
    [pytest.param({"query": "qqxxzzj vvkkqq"}, marks=pytest.mark.full), {"query": "coffee cup", "page": 2}],
)
def test_where_no_icon_fits_the_failure_is_told_alone(tmp_path: Path, more: dict[str, Any]) -> None:
    (found,) = call(environ(tmp_path), ("image_search", more))
    assert found.is_error
    assert text_of(found).startswith("There is no network: ")
    assert "search_icons" in text_of(found)


def own_and_offline(tmp_path: Path) -> dict[str, str]:
    for number in range(2):
        put(tmp_path / "mine", f"coffee cup {number}.jpg", jpeg())
    return environ(tmp_path, OPSIN_LOCAL_DIRS=str(tmp_path / "mine"), OPSIN_LOCAL_OCR="no")


@pytest.mark.full
def test_own_pictures_that_fit_are_offered_beside_the_icons(tmp_path: Path) -> None:
    (found,) = call(own_and_offline(tmp_path), ("image_search", {"query": "coffee cup", "count": 1}))
    assert text_of(found).split("\n")[1].startswith("2 of your own pictures fit")


def test_own_pictures_that_fit_are_offered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "coffee cup", "-q"], environ=own_and_offline(tmp_path)) == 1
    error = capsys.readouterr().err
    assert "2 of your own pictures fit" in error
    assert "same search with --provider local shows them" in error


def test_the_command_line_says_it_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "coffee cup", "-q"], environ=environ(tmp_path)) == 1
    error = capsys.readouterr().err
    assert "There is no network: " in error
    assert "`opsin icons`" in error


def attempt(provider: str, cut_off: str = "", outcome: Outcome = Outcome.UNREACHABLE) -> Attempt:
    return Attempt(provider, outcome, cut_off=cut_off)


@pytest.mark.parametrize(
    ("attempts", "offline"),
    [
        ((attempt("a", NO_NAME),), True),
        ((attempt("a", NO_CONNECTION),), False),
        ((attempt("a", NO_CONNECTION), attempt("b", NO_CONNECTION)), True),
        ((attempt("a", NO_CONNECTION), attempt("b", NO_NAME), attempt("c", outcome=Outcome.RESTING)), True),
        ((attempt("a", NO_NAME), attempt("b")), False),
        ((attempt("a", NO_NAME), attempt("b", outcome=Outcome.EMPTY)), False),
        ((attempt("c", outcome=Outcome.RESTING),), False),
        ((), False),
    ],
)
def test_only_where_nobody_could_be_connected_to(attempts: tuple[Attempt, ...], offline: bool) -> None:
    assert seems_offline(attempts) is offline


def test_a_host_that_answers_badly_or_lets_wait_is_no_missing_network(tmp_path: Path) -> None:
    async def job() -> NothingServed:
        async def refuse(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.close()

        server = await asyncio.start_server(refuse, "127.0.0.1", 0)
        place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        settings = load_settings(
            environ(
                tmp_path,
                OPSIN_DUCKDUCKGO_URL=f"http://{place}",
                OPSIN_WIKIMEDIA_URL=f"http://{place}/w/api.php",
                OPSIN_ALLOW_HOSTS=place,
            )
        )
        async with server, open_services(settings) as services:
            with pytest.raises(NothingServed) as why:
                await search_images(services, Query("coffee cup"))
            return why.value

    nothing = asyncio.run(job())
    assert not nothing.offline
    assert {one.outcome for one in nothing.attempts} == {Outcome.UNREACHABLE}
    assert nothing.message.startswith("No provider served")
