"""Whole calls of two ways to search icons, in turn: each query is asked of one and at once of the other.

Which of the two begins changes from query to query. Both have answered one query before, so that their data is open.
Queries are asked for the first time, all of them, and then again; what is told of each is its median of ratios, the
ratio of the medians, and both ways' times.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median, quantiles

Call = Callable[[Sequence[str]], Awaitable[object]]
Seconds = list[tuple[float, float]]
"""For each query the wall time of the one way and of the other."""

ROUNDS = ("the first time", "again")


async def in_turn(ours: Call, theirs: Call, groups: dict[str, Sequence[Sequence[str]]]) -> list[str]:
    """The lines to print.

    Args:
        ours: The one way.
        theirs: The other, by which it is measured.
        groups: Queries by what they are called, each a row of keywords.
    """
    lines: list[str] = []
    of_all: dict[str, Seconds] = {when: [] for when in ROUNDS}
    for name, queries in groups.items():
        for when in ROUNDS:
            seconds = [await _both(ours, theirs, query, number) for number, query in enumerate(queries)]
            of_all[when] += seconds
            lines.append(f"{len(queries)} calls with {name}, asked {when}: {_compared(seconds)}")
    lines += [f"all {len(all_)} calls, asked {when}: {_compared(all_)}" for when, all_ in of_all.items()]
    return lines


async def _both(ours: Call, theirs: Call, query: Sequence[str], number: int) -> tuple[float, float]:
    if number % 2:
        other, own = await _timed(theirs, query), await _timed(ours, query)
    else:
        own, other = await _timed(ours, query), await _timed(theirs, query)
    return own, other


async def _timed(call: Call, query: Sequence[str]) -> float:
    began = time.perf_counter()
    await call(query)
    return time.perf_counter() - began


def _compared(seconds: Seconds) -> str:
    own, other = ([pair[side] for pair in seconds] for side in (0, 1))
    ratios = [one / two for one, two in seconds]
    return (
        f"median of the ratios {median(ratios):.3f}, ratio of the medians {median(own) / median(other):.3f}"
        f" (opsin {spread(own)}; older method {spread(other)})"
    )


def spread(seconds: Sequence[float]) -> str:
    """The middle and the slow end of some times."""
    cuts = quantiles(seconds, n=20)
    return f"p50 {median(seconds) * 1e3:.1f} ms p95 {cuts[-1] * 1e3:.1f} ms"
