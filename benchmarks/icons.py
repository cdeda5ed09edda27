"""The search over icons: does it find what a person wants, are the results different, and what does it cost.

Hits are counted over `icon_descriptions`: a right glyph among the first twelve. A description is asked twice, as a person
would call the search: as one whole phrase, and as its words of content. `OPSIN_ICONIFY_API` names a running server of
`@iconify/api` (see `tests/icons/iconify/start_api.py`), best one that has just been started; then the older method is
measured in the same run, and whole calls of both are timed in turn, before anything else is asked.
Aims: 95 % hits, twelve different glyphs, a fifth of the older method's time.
"""

import asyncio
import gc
import os
import random
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from statistics import mean

from benchmarks.icon_calls import in_turn, spread
from benchmarks.icon_descriptions import BLIND, BLIND_AGAIN, BLIND_LAST, FRESH, HELD_OUT, ORDINARY, TUNING
from benchmarks.icon_older_method import older_method
from opsin.icons.catalogue.base import Catalogue
from opsin.icons.catalogue.embedded import open_embedded
from opsin.icons.catalogue.index import Index
from opsin.icons.query import MOST_KEYWORDS, IconQuery
from opsin.icons.search.search import search

SETTING = "OPSIN_ICONIFY_API"
TOP = 12
WARM = "rocket"
SEED = 2026
_DRAWN_CALLS = 60
_KNOWN_FROM = 20
"""Glyphs that a word speaks for, so that it is drawn for a call."""
GROUPS = {
    "tuned on": TUNING,
    "held out": HELD_OUT,
    "fresh": FRESH,
    "blind": BLIND,
    "blind again": BLIND_AGAIN,
    "blind, last": BLIND_LAST,
}

Ask = Callable[[Sequence[str]], Awaitable[list[str]]]
"""Gives the glyphs of the first twelve results, for keywords."""


def run() -> list[str]:
    """The lines to print."""
    before = _resident()
    started = time.process_time()
    catalogue = open_embedded()
    opened = time.process_time()
    search(catalogue, IconQuery.checked([WARM]))
    first = time.process_time() - opened
    lines = [f"opening: {(opened - started) * 1e3:.0f} ms of a processor, the first search {first:.2f} s"]
    address = os.environ.get(SETTING, "").rstrip("/")
    if address:
        lines += asyncio.run(_calls(catalogue, address))

    async def here(keywords: Sequence[str]) -> list[str]:
        return [row.icon.glyph for row in search(catalogue, IconQuery.checked(list(keywords))).rows]

    lines += asyncio.run(_quality("opsin", here, split=False))
    gc.collect()
    lines.append(f"memory after all of it: {(_resident() - before) / 1e6:.0f} MB more than before")
    if not address:
        return [*lines, f"the older method: left out, because {SETTING} names no server"]
    return lines + asyncio.run(_older_quality(catalogue, address))


def queries(catalogue: Catalogue) -> dict[str, Sequence[Sequence[str]]]:
    """The calls that are timed: with everyday words, with those of descriptions, and with words drawn by lot from the index.

    No word stands in two of those with five words. The server keeps what it found for each word, so a word that came
    before costs it little.
    """
    words = list(dict.fromkeys(word for query in ORDINARY for word in query.split()))
    starts = range(0, len(words) - MOST_KEYWORDS + 1, MOST_KEYWORDS)
    few = [one.keywords for group in GROUPS.values() for one in group if len(one.keywords) > 1]
    return {
        "5 everyday words": [words[at : at + MOST_KEYWORDS] for at in starts],
        "2 to 4 words of a description": few,
        "5 words by lot": _by_lot(catalogue.index, {*words, *(word for query in few for word in query)}),
    }


def _by_lot(index: Index, used: Collection[str]) -> list[list[str]]:
    """Calls with words of the index that no other call has."""
    there = [
        text
        for number, text in enumerate(index.vocabulary)
        if text.isascii() and text.isalpha() and index.weight(number) >= _KNOWN_FROM and text not in used
    ]
    drawn = random.Random(SEED).sample(there, _DRAWN_CALLS * MOST_KEYWORDS)
    return [drawn[at : at + MOST_KEYWORDS] for at in range(0, len(drawn), MOST_KEYWORDS)]


async def _calls(catalogue: Catalogue, address: str) -> list[str]:
    async def ours(keywords: Sequence[str]) -> None:
        search(catalogue, IconQuery.checked(list(keywords)))

    async with older_method(address, catalogue) as older:
        # As many at once as a call may have, so that all connections are open.
        await older.ranked([WARM] * MOST_KEYWORDS)
        return [*await in_turn(ours, older.ranked, queries(catalogue)), "(the aim is 0.20)"]


async def _older_quality(catalogue: Catalogue, address: str) -> list[str]:
    async with older_method(address, catalogue) as older:

        async def ask(keywords: Sequence[str]) -> list[str]:
            return older.glyphs(await older.ranked(keywords), TOP)

        return await _quality("older method", ask, split=True)


async def _quality(name: str, ask: Ask, *, split: bool) -> list[str]:
    """The lines about what is found.

    Args:
        name: Of the method.
        ask: It.
        split: It takes single words, so that an ordinary query of two words is two.
    """
    lines: list[str] = []
    for group, descriptions in GROUPS.items():
        by_words, by_phrase = 0, 0
        for one in descriptions:
            by_words += any(map(one.served_by, await ask(one.keywords)))
            by_phrase += any(map(one.served_by, await ask((one.text,))))
        count = len(descriptions)
        lines.append(
            f"{name}, {group}: hits in the first {TOP} of {count}: as one phrase {by_phrase} = {by_phrase / count:.0%},"
            f" as words {by_words} = {by_words / count:.0%}"
        )
    wall: list[float] = []
    different: list[int] = []
    used = time.process_time()
    for query in ORDINARY:
        began = time.perf_counter()
        glyphs = await ask(query.split() if split else [query])
        wall.append(time.perf_counter() - began)
        different.append(len(set(glyphs)))
    used = (time.process_time() - used) / len(ORDINARY)
    lines.append(
        f"{name}, {len(ORDINARY)} ordinary queries: {mean(different):.2f} different glyphs in the first {TOP};"
        f" wall {spread(wall)}; {used * 1e3:.1f} ms of this process's processor time in the mean"
    )
    return lines


def _resident() -> int:
    """Bytes of memory in use; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
