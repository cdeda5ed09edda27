"""The whole job over HTTP, with the SDK's own client and a real web on the loopback address."""

import asyncio
import base64
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import BlobResourceContents, CallToolResult, EmbeddedResource, ImageContent

from opsin.server.http.handed_over import ROOM
from opsin.settings import load_settings
from opsin.text import FENCE_START
from tests.loopback import pictures
from tests.loopback.results import Result
from tests.loopback.web import LoopbackWeb
from tests.server.conftest import ERAS
from tests.server.http.serving import LONG_ID, ids_of_search, site, text_of

TOKEN = "correct-horse-battery-staple"
RESULTS = (
    Result(0, title="A red panda"),
    Result(2, behaviour="forbidden", title="Hotlinking refused"),
    Result(3, title="Another panda"),
)


@pytest.fixture
def web() -> Iterator[LoopbackWeb]:
    with LoopbackWeb() as server:
        server.duckduckgo.results = RESULTS
        yield server


def files_of(result: CallToolResult) -> dict[str, bytes]:
    files = {}
    for block in result.content[1:]:
        assert isinstance(block, EmbeddedResource)
        assert isinstance(block.resource, BlobResourceContents)
        files[str(block.resource.uri)] = base64.b64decode(block.resource.blob, validate=True)
    return files


def told_of(result: CallToolResult) -> dict[str, Any]:
    assert result.meta is not None
    told: dict[str, Any] = result.meta["opsin/downloads"]
    return told


async def searches_inspects_and_gets_the_files(client: Client) -> list[str]:
    ids = await ids_of_search(client)
    assert len(ids) == 3
    inspected = await client.call_tool("image_inspect", {"id": ids[0]})
    assert isinstance(inspected.content[1], ImageContent)
    result = await client.call_tool("image_download", {"ids": [*ids, "s1:1", "s2:1"], "prefix": "hero"})
    text = text_of(result)
    assert "3 of 5 handed over." in text.split("\n")[0]
    assert result.structured_content is None
    told, files = told_of(result), files_of(result)
    saved = {one["id"]: one for one in told["saved"]}
    assert saved.keys() == set(ids)
    assert files.keys() == {one["uri"] for one in told["saved"]}
    original = files[saved[ids[0]]["uri"]]
    assert original == pictures.jpeg(0, *RESULTS[0].size)
    assert hashlib.sha256(original).hexdigest() in text_of(inspected)
    sidecar = saved[ids[0]]["sidecar"]
    assert (sidecar["id"], sidecar["title"]) == (ids[0], "A red panda")
    assert saved[ids[0]]["name"].startswith("hero")
    assert "A red panda" not in text.partition(FENCE_START)[0]
    assert "degraded" in text
    assert {one["id"] for one in told["failed"]} == {"s1:1", "s2:1"}
    return ids


@pytest.mark.parametrize("era", ["modern", pytest.param("legacy", marks=pytest.mark.full)])
def test_search_inspect_and_get_the_files(web: LoopbackWeb, tmp_path: Path, era: str) -> None:
    settings = load_settings(web.environ(tmp_path, OPSIN_HTTP_TOKEN=TOKEN))

    async def main() -> None:
        async with site(settings) as address, httpx2.AsyncClient() as http:
            url, bearer = f"http://{address}", {"authorization": f"Bearer {TOKEN}"}
            assert (await http.post(f"{url}/mcp", json={})).status_code == 401
            assert (await http.get(f"{url}/metrics")).status_code == 401
            async with httpx2.AsyncClient(headers=bearer) as known:
                transport = streamable_http_client(f"{url}/mcp", http_client=known)
                async with Client(transport, mode=ERAS[era]) as client:
                    ids = await searches_inspects_and_gets_the_files(client)
                    for guess in ("s1:1", "s2:1", f"s{'a' * 13}:1", f"{ids[0].partition(':')[0]}:9"):
                        refused = await client.call_tool("image_inspect", {"id": guess})
                        assert refused.is_error
                        assert str(tmp_path) not in text_of(refused)
                    listed = {tool.name for tool in (await client.list_tools()).tools}
                    assert "vision_analyze" not in listed
                page = (await known.get(f"{url}/metrics")).text
        assert 'opsin_tool_calls_total{tool="image_search",outcome="ok"} 1\n' in page
        assert 'opsin_tool_calls_total{tool="image_inspect",outcome="unknown-id"} 4\n' in page
        assert 'opsin_provider_attempts_total{provider="duckduckgo",outcome="served"} 1\n' in page
        fetched = re.search(r"^opsin_fetched_bytes_total ([0-9]+)$", page, re.MULTILINE)
        assert fetched is not None
        assert int(fetched[1]) > 1_000
        assert "panda" not in page
        assert "opsin_calls_in_flight 0\n" in page

    asyncio.run(main())
    assert {path.name for path in tmp_path.iterdir()} <= {"state", "config.toml"}, "written outside the store"
    assert not (tmp_path / "state" / "sheets").exists()


@pytest.mark.full
def test_with_the_disk_switched_on_files_are_saved_here(web: LoopbackWeb, tmp_path: Path) -> None:
    settings = load_settings(web.environ(tmp_path, OPSIN_HTTP_DISK="yes"))

    async def main() -> None:
        async with site(settings) as address, Client(f"http://{address}/mcp") as client:
            result = await client.call_tool("image_search", {"query": "red panda", "count": 4})
            assert str(tmp_path / "state" / "sheets") in text_of(result)
            ids = LONG_ID.findall(text_of(result))
            saved = await client.call_tool("image_download", {"ids": ids[:1]})
            assert saved.structured_content is not None
            assert Path(saved.structured_content["saved"][0]["path"]).parent == tmp_path / "out"
            assert "vision_analyze" in {tool.name for tool in (await client.list_tools()).tools}

    asyncio.run(main())


@pytest.mark.full
def test_a_file_that_no_answer_holds_comes_as_a_reduced_copy(web: LoopbackWeb, tmp_path: Path) -> None:
    web.duckduckgo.results = [RESULTS[0], Result(1, behaviour="padded", title="Too large")]
    settings = load_settings(web.environ(tmp_path))

    async def main() -> CallToolResult:
        async with site(settings) as address, Client(f"http://{address}/mcp") as client:
            ids = await ids_of_search(client)
            return await client.call_tool("image_download", {"ids": ids})

    result = asyncio.run(main())
    assert "2 of 2 handed over." in text_of(result)
    assert len(result.model_dump_json(by_alias=True)) < 900_000
    assert sum(len(data) * 4 // 3 for data in files_of(result).values()) <= ROOM
    (reduced,) = (one for one in told_of(result)["saved"] if "reduced_copy" in one["sidecar"])
    assert reduced["sidecar"]["bytes"] > ROOM
    assert reduced["sidecar"]["original_url"].startswith(web.origin)
    assert reduced["sidecar"]["reduced_copy"]["sha256"] == reduced["sha256"]
    assert "reduced in size" in reduced["sidecar"]["attribution"]["text"]
    assert hashlib.sha256(files_of(result)[reduced["uri"]]).hexdigest() == reduced["sha256"]
    assert "degraded: a reduced copy stands in for the original" in text_of(result)
