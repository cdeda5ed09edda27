"""The search over icons: does it find what a person wants, are the results different, and what does it cost.

Hits are counted over `icon_descriptions`: a right glyph among the first twelve. A description is asked twice, as a person
would call the search: as one whole phrase, and as its words of content. `OPSIN_ICONIFY_API` names a running server of
`@iconify/api` (see `tests/icons/iconify/start_api.py`); then the older method is measured in the same run: one
parallel query a word, merged, the icons that match the most words first, then in the server's order.
Aims: 95 % hits, twelve different glyphs, a fifth of the older method's time.
"""

import asyncio
import gc
import json
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import mean, median, quantiles
from urllib.parse import quote

from benchmarks.icon_descriptions import BLIND, BLIND_AGAIN, BLIND_LAST, FRESH, HELD_OUT, ORDINARY, TUNING
from opsin.icons.catalogue.base import Catalogue
from opsin.icons.catalogue.embedded import open_embedded
from opsin.icons.licences.policy import Policy, allowed
from opsin.icons.licences.terms import terms_of
from opsin.icons.query import MOST_KEYWORDS, IconQuery
from opsin.icons.search.search import search

SETTING = "OPSIN_ICONIFY_API"
TOP = 12
GROUPS = {
    "tuned on": TUNING,
    "held out": HELD_OUT,
    "fresh": FRESH,
    "blind": BLIND,
    "blind again": BLIND_AGAIN,
    "blind, last": BLIND_LAST,
}
_ASKED = 64
"""Icons that the older method asks for with each word, as is the server's default."""

Ask = Callable[[Sequence[str]], Awaitable[list[str]]]
"""Gives the glyphs of the first twelve results, for keywords."""


def run() -> list[str]:
    """The lines to print."""
    before = _resident()
    started = time.process_time()
    catalogue = open_embedded()
    opened = time.process_time()
    search(catalogue, IconQuery.checked(["rocket"]))
    lines = [
        f"opening: {(opened - started) * 1e3:.0f} ms of a processor, the first search {time.process_time() - opened:.2f} s"
    ]

    async def here(keywords: Sequence[str]) -> list[str]:
        return [row.icon.glyph for row in search(catalogue, IconQuery.checked(list(keywords))).rows]

    ours, told = asyncio.run(_measured("opsin", here, split=False))
    lines += told
    gc.collect()
    lines.append(f"memory after all of it: {(_resident() - before) / 1e6:.0f} MB more than before")
    address = os.environ.get(SETTING, "")
    if not address:
        return [*lines, f"the older method: left out, because {SETTING} names no server"]
    theirs, told = asyncio.run(_older(catalogue, address.rstrip("/")))
    lines += told
    for calls, mine, other in zip(("2 to 5 words of a description", "5 words"), ours, theirs, strict=True):
        ratios = [one / two for one, two in zip(mine, other, strict=True)]
        lines.append(
            f"whole calls with {calls}, opsin to the older method: median of the ratios {median(ratios):.2f}"
        )
    return [*lines, "(the aim is 0.20)"]


async def _measured(name: str, ask: Ask, *, split: bool) -> tuple[tuple[list[float], list[float]], list[str]]:
    """The wall seconds of calls with the words of descriptions and of calls with five words, and the lines to print.

    What is timed is asked for the first time.

    Args:
        name: Of the method.
        ask: It.
        split: It takes single words, so that an ordinary query of two words is two.
    """
    lines: list[str] = []
    few: list[float] = []
    for group, descriptions in GROUPS.items():
        by_words, by_phrase = 0, 0
        for one in descriptions:
            glyphs = await _timed(ask, one.keywords, few)
            by_words += any(map(one.served_by, glyphs))
            by_phrase += any(map(one.served_by, await ask((one.text,))))
        count = len(descriptions)
        lines.append(
            f"{name}, {group}: hits in the first {TOP} of {count}: as one phrase {by_phrase} = {by_phrase / count:.0%},"
            f" as words {by_words} = {by_words / count:.0%}"
        )
    words = list(dict.fromkeys(word for query in ORDINARY for word in query.split()))
    five: list[float] = []
    for at in range(0, len(words) - MOST_KEYWORDS, MOST_KEYWORDS):
        await _timed(ask, words[at : at + MOST_KEYWORDS], five)
    lines.append(
        f"{name}, calls with 2 to 5 words of a description: wall {_spread(few)}; with 5: {_spread(five)}"
    )
    wall: list[float] = []
    used = time.process_time()
    different = [len(set(await _timed(ask, query.split() if split else [query], wall))) for query in ORDINARY]
    used = (time.process_time() - used) / len(ORDINARY)
    lines.append(
        f"{name}, {len(ORDINARY)} ordinary queries: {mean(different):.2f} different glyphs in the first {TOP};"
        f" wall {_spread(wall)}; {used * 1e3:.1f} ms of this process's processor time in the mean"
    )
    return (few, five), lines


async def _timed(ask: Ask, keywords: Sequence[str], seconds: list[float]) -> list[str]:
    began = time.perf_counter()
    glyphs = await ask(keywords)
    seconds.append(time.perf_counter() - began)
    return glyphs


def _spread(seconds: Sequence[float]) -> str:
    cuts = quantiles(seconds, n=20)
    return f"p50 {median(seconds) * 1e3:.1f} ms p95 {cuts[-1] * 1e3:.1f} ms"


async def _older(catalogue: Catalogue, address: str) -> tuple[tuple[list[float], list[float]], list[str]]:
    import httpcore2

    async with httpcore2.AsyncConnectionPool(max_connections=5) as pool:

        async def query(word: str) -> list[str]:
            answer = await pool.request("GET", f"{address}/search?query={quote(word)}&limit={_ASKED}")
            return list(json.loads(answer.content)["icons"])

        async def older(keywords: Sequence[str]) -> list[str]:
            """The glyphs of the first twelve icons, repeated where the icons show the same."""
            counts: dict[str, int] = {}
            for icons in await asyncio.gather(*map(query, keywords)):
                for icon in icons:
                    counts[icon] = counts.get(icon, 0) + 1
            return _glyphs(catalogue, sorted(counts, key=lambda icon: -counts[icon]))

        return await _measured("older method", older, split=True)


def _glyphs(catalogue: Catalogue, ranked: Sequence[str]) -> list[str]:
    """The glyphs of the first twelve ids that the policy of the default lets through."""
    found: list[str] = []
    for one in ranked:
        icon = catalogue.icon(one)
        if icon is not None and not allowed(terms_of(icon), Policy.PERMISSIVE, prefix=icon.set.prefix):
            found.append(icon.glyph)
            if len(found) == TOP:
                break
    return found


def _resident() -> int:
    """Bytes of memory in use; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
