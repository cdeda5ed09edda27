"""The tools as a server offers them to callers who do not sit at its machine."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from opsin.errors import OpsinError
from opsin.server.answers import NOT_SAVED, Answer
from opsin.server.http.handed_over import icon_download_by_answer, image_download_by_answer
from opsin.server.http.long_ids import long_examples, with_long_ids
from opsin.server.http.metrics import Metrics
from opsin.server.http.no_own_pictures import without_own_pictures
from opsin.server.http.unsaid import without_folders
from opsin.server.tools.base import Call, Tool
from opsin.server.tools.registry import TOOLS

DISKLESS = frozenset({"image_search", "image_inspect", "image_compare", "search_icons"})
"""Tools that read and write nothing of this machine but the store."""

NEED_DISK = frozenset({"vision_analyze"})
"""Tools that are of no use without this machine's disk."""

_BY_ANSWER: Mapping[str, Callable[[], Tool]] = {
    "image_download": image_download_by_answer,
    "icon_download": icon_download_by_answer,
}


def remote_tools(
    metrics: Metrics, *, disk: bool, folders: Sequence[Path] = (), tools: Sequence[Tool] = TOOLS
) -> tuple[Tool, ...]:
    """The tools, counted, in the same order.

    Args:
        metrics: Counts the calls.
        disk: Callers may work with this machine's disk. Otherwise a tool is offered only where it is known to do
            without, and no answer names a folder.
        folders: Folders that are not named, the innermost first.
        tools: All tools.
    """
    offered = tuple(tools) if disk else tuple(filter(None, map(_without_disk, tools)))
    hidden = () if disk else folders
    return tuple(_counted(with_long_ids(tool), metrics, hidden) for tool in offered)


def _without_disk(tool: Tool) -> Tool | None:
    if tool.name in _BY_ANSWER:
        return _BY_ANSWER[tool.name]()
    if tool.name == "image_search":
        return without_own_pictures(tool)
    return tool if tool.name in DISKLESS else None


def _counted(tool: Tool, metrics: Metrics, folders: Sequence[Path]) -> Tool:
    def told(answer: Answer) -> Answer:
        answer = long_examples(answer)
        lines = tuple(line for line in answer.lines if line != NOT_SAVED)
        return without_folders(replace(answer, lines=lines), folders) if folders else answer

    async def run(call: Call, values: Mapping[str, Any]) -> Answer:
        clock = asyncio.get_running_loop().time
        started = clock()
        try:
            answer = await tool.run(call, values)
        except asyncio.CancelledError:
            metrics.calls.add(tool.name, "stopped")
            raise
        finally:
            metrics.seconds.observe(tool.name, clock() - started)
        metrics.calls.add(tool.name, "error" if answer.error else "ok")
        return told(answer)

    def failed(call: Call, given: Mapping[str, Any], plain: Answer, why: Exception) -> Answer:
        # Whoever was stopped by the deadline is counted already.
        if not isinstance(why, TimeoutError):
            metrics.calls.add(tool.name, why.code if isinstance(why, OpsinError) else "fault")
        return told(tool.failed(call, given, plain, why) if tool.failed else plain)

    return replace(tool, run=run, failed=failed)
