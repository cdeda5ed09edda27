"""The user's own pictures stay at home: callers from elsewhere find none, unless the disk is switched on."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import ANY

import pytest
from mcp import Client

from opsin.settings import load_settings
from tests.local.own_pictures import jpeg, put
from tests.loopback.web import LoopbackWeb
from tests.server.http.serving import site, text_of


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as running:
        yield running


@pytest.mark.parametrize("disk", ["no", pytest.param("yes", marks=pytest.mark.full)])
def test_provider_local_needs_the_disk(web: LoopbackWeb, tmp_path: Path, disk: str) -> None:
    put(tmp_path, "mine/private panda.jpg", jpeg())
    environ = web.environ(
        tmp_path, OPSIN_LOCAL_DIRS=str(tmp_path / "mine"), OPSIN_LOCAL_OCR="no", OPSIN_HTTP_DISK=disk
    )

    async def main() -> tuple[bool, str]:
        async with site(load_settings(environ)) as address, Client(f"http://{address}/mcp") as client:
            result = await client.call_tool("image_search", {"query": "panda", "provider": "local"})
            return bool(result.is_error), text_of(result)

    failed, told = asyncio.run(main())
    assert failed == (disk == "no")
    # It is not for want of folders, and not the caller's to mend.
    assert ("off over HTTP" in told) == ("OPSIN_HTTP_DISK=yes" in told) == (disk == "no")
    assert "OPSIN_LOCAL_DIRS" not in told
    assert ("private panda" in told) == (disk == "yes")
    assert (tmp_path / "state" / "local.db").exists() == (disk == "yes")


def test_an_id_of_one_shows_nothing_either(web: LoopbackWeb, tmp_path: Path) -> None:
    """It may have been given out while the disk was switched on, or over standard input."""
    put(tmp_path, "mine/private panda.jpg", jpeg())
    environ = web.environ(tmp_path, OPSIN_LOCAL_DIRS=str(tmp_path / "mine"), OPSIN_LOCAL_OCR="no")

    async def call(disk: str, name: str, **given: str) -> tuple[bool, str, set[str]]:
        settings = load_settings({**environ, "OPSIN_HTTP_DISK": disk})
        async with site(settings) as address, Client(f"http://{address}/mcp") as client:
            result = await client.call_tool(name, given)
            return bool(result.is_error), text_of(result), {block.type for block in result.content}

    async def main() -> None:
        _, told, _ = await call("yes", "image_search", query="panda", provider="local")
        found = re.search(r"\bs[a-p][a-z2-7]{12}:1\b", told)
        assert found
        assert await call("yes", "image_inspect", id=found[0]) == (False, ANY, {"text", "image"})
        failed, told, kinds = await call("no", "image_inspect", id=found[0])
        assert (failed, kinds) == (True, {"text"}), told

    asyncio.run(main())
