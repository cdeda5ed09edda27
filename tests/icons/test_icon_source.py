"""Where icons come from: waiting for a folder that is being read, and what of it could not be used."""

import asyncio
from pathlib import Path

import pytest

from opsin.errors import OpsinError
from opsin.icons.find import find_icons
from opsin.icons.query import IconQuery
from opsin.icons.source import ready
from opsin.services import Services
from opsin.settings import load_settings
from tests.icons.catalogue.tiny import FILL, write_json, write_single, write_whole
from tests.icons.test_find_icons import run
from tests.loopback.web import LoopbackWeb


def test_a_folder_that_is_being_read_says_so_and_is_there_the_next_time(tmp_path: Path) -> None:
    environ = {
        "OPSIN_ICONIFY_JSON": str(write_whole(tmp_path / "data")),
        "OPSIN_STATE_DIR": str(tmp_path / "state"),
    }
    settings = load_settings(environ, tmp_path / "none.toml")

    async def test() -> None:
        with pytest.raises(OpsinError, match="still being read") as caught:
            await ready(settings, 0)
        assert "Call again" in caught.value.hint
        await ready(settings, 60)

    asyncio.run(test())


def test_without_a_folder_nothing_is_waited_for(tmp_path: Path) -> None:
    settings = load_settings({"OPSIN_STATE_DIR": str(tmp_path)}, tmp_path / "none.toml")
    asyncio.run(ready(settings, 0))


def test_what_of_a_folder_could_not_be_used_is_told(tmp_path: Path) -> None:
    packages = tmp_path / "node_modules" / "@iconify-json"
    write_single(packages / "own", {"prefix": "own", "icons": {"rocket": {"body": FILL}}}, {"prefix": "own"})
    for name in "abcd":
        write_json(packages / name / "icons.json", [])

    async def test(_: LoopbackWeb, services: Services) -> None:
        (note,) = (await find_icons(services, IconQuery.checked("zzzz"))).notes
        assert note.count("was left out: no JSON object.") == 3
        assert note.endswith("1 more could not be used.")

    run(tmp_path, test, OPSIN_ICON_SOURCE="embedded", OPSIN_ICONIFY_JSON=str(tmp_path))
