"""A process that answers many searches at once as the server does, and tells what it took. Run as a module:

`python -m tests.survival.searching SEARCHES [--again]` with opsin's variables in the environment; prints one line of
JSON. With `--again` one of those that were told to ask again does so, when it was told to.
"""

import asyncio
import gc
import json
import re
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from opsin.images.providers.registry import thumbnail_connections
from opsin.server.answers import Answer
from opsin.server.calls import answer_call
from opsin.server.guard import bounds_for, guard
from opsin.server.tools.base import Call
from opsin.server.tools.image_search import image_search
from opsin.server.wire import to_result
from opsin.services import Services, open_services
from opsin.settings import Settings, load_settings
from tests.survival.bad_hosts import resolve

COUNT = 9


async def nobody(_done: int, _total: int, _sentence: str) -> None:
    """Nobody asked for progress."""


async def search(services: Services, number: int) -> dict[str, Any]:
    """One search, from the arguments to the answer on the wire."""

    async def ready() -> Services:
        return services

    settings = services.settings
    begun = time.monotonic()
    call = Call(settings, ready, nobody)
    answer = await answer_call(image_search(), {"query": f"query {number}", "count": COUNT}, call)
    answer = await guard(answer, bounds_for(settings))
    sent = to_result(answer).model_dump_json(by_alias=True)
    return {**told(answer), "seconds": time.monotonic() - begun, "characters": len(sent)}


def told(answer: Answer) -> dict[str, Any]:
    """What an answer is: a sheet with so many failed cells, or an error and its words."""
    cells = (answer.data or {}).get("cells", ()) if answer.picture else ()
    again = re.search(r"again in (\d+) s", answer.text) if answer.error else None
    return {
        "sheet": bool(answer.picture),
        "cells": len(cells),
        "failed": [cell["failed"] for cell in cells if cell["failed"]],
        "error": answer.text if answer.error else "",
        "again_s": int(again[1]) if again else 0,
    }


async def run(searches: int, settings: Settings) -> dict[str, Any]:
    """All searches at once, and what is left over when they are answered."""
    tasks = len(asyncio.all_tasks())
    before = descriptors()
    async with open_services(
        settings, host_connections=thumbnail_connections(), resolver=resolve
    ) as services:
        begun = time.monotonic()
        answers = await asyncio.gather(*(search(services, number) for number in range(searches)))
        wall = time.monotonic() - begun
        left_tasks = await left_over(tasks)
        again = await ask_again(services, answers) if "--again" in sys.argv else None
    gc.collect()
    return {
        "answers": answers,
        "again": again,
        "begun": begun,
        "wall": wall,
        "peak_mb": peak_mb(),
        "cpu": time.process_time(),
        "descriptors": [before, descriptors()],
        "tasks": left_tasks,
        "threads": Counter(thread.name for thread in threading.enumerate()),
    }


async def ask_again(services: Services, answers: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Do what one of the refused is told: ask again after so many seconds."""
    for number, answer in enumerate(answers):
        if answer["error"]:
            await asyncio.sleep(answer["again_s"])
            return await search(services, number)
    return None


async def left_over(before: int) -> list[str]:
    """Tasks that are still there a moment after the last answer."""
    for _ in range(100):
        if len(asyncio.all_tasks()) <= before:
            break
        await asyncio.sleep(0.02)
    return [repr(task.get_coro()) for task in asyncio.all_tasks() if task is not asyncio.current_task()]


def descriptors() -> list[str]:
    """What is open in this process, without the file of the store; only Linux tells."""
    folder = Path("/proc/self/fd")
    if not folder.is_dir():
        return []
    found = []
    for one in folder.iterdir():
        try:
            found.append(str(one.readlink()))
        except OSError:
            continue
    return sorted(one for one in found if not one.startswith("/proc/"))


def peak_mb() -> float:
    """The most memory that this process ever had, in MB; 0 where the system does not tell."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return int(found[1]) / 1000 if found else 0.0


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(int(sys.argv[1]), load_settings()))))  # noqa: T201
