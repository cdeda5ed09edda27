"""An answer comes in time, whatever the threads of the event loop are busy with."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from mcp import Client
from mcp_types import ImageContent

from opsin.server.calls import ANSWER_WITHIN_S, PACK_WITHIN_S
from opsin.server.tools import image_inspect
from tests.server.stub import settings, stub_server


def test_an_answer_needs_no_thread_of_the_loop_also_where_its_picture_is_encoded_anew() -> None:
    go_on = threading.Event()

    async def scenario() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        waiting = asyncio.ensure_future(asyncio.to_thread(go_on.wait, 60))
        try:
            async with asyncio.timeout(30), Client(stub_server(settings())) as client:
                result = await client.call_tool("stub_picture", {"edge": 2000, "lines": 1})
        finally:
            go_on.set()
            await waiting
        assert [type(block) for block in result.content[1:]] == [ImageContent]

    asyncio.run(scenario())


def test_the_promise_is_kept_with_the_packing_and_leaves_time_for_sending() -> None:
    assert ANSWER_WITHIN_S + PACK_WITHIN_S < 25


def test_an_inspection_over_mcp_leaves_time_for_decoding() -> None:
    work = image_inspect._inspect_image()
    assert isinstance(work, partial)
    assert work.keywords["seconds"] <= ANSWER_WITHIN_S - 5
