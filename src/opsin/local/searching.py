"""Searching the index: pictures that match the most of what was asked first, the newest first among equals.

What matches exactly counts more than what begins so, and a title, a keyword or a name more than a folder or a speck of
colour.
"""

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from opsin.local.asked import Asked, Span
from opsin.local.entry import Shown
from opsin.local.index_words import stem_of
from opsin.local.rows import Row
from opsin.local.walking import Stamp

_HEAVY = "title keywords name kinds"
_MIDDLE = f"{_HEAVY} colours caption written creator dates"
"""Columns by what a word in them counts. What is left is the folder, and colours that cover little."""

_SPAN_WEIGHT = 8
_FEW = 400
"""Equals up to this number are put in order by themselves; more, by going through all pictures from the newest."""
_LEAST_BEGINNING = 3
_LEAST_MISSPELT = 4
_TWO_SLIPS_FROM = 7
_MOST_TRIED = 8
_MOST_TERMS = 300_000


@dataclass(frozen=True, slots=True)
class Match:
    """A picture that was found.

    Attributes:
        matched: How many of the things asked for it has.
        read: Whether more is known of it than its name.
    """

    row: Row
    shown: Shown
    matched: int
    read: bool


@dataclass(frozen=True, slots=True)
class Found:
    """What a search brought.

    Attributes:
        matches: The pictures of the asked page, best first.
        more: Whether there are more after them.
        asked_for: How many things were asked for that some picture has.
        read_as: Words that no picture has, and those that were taken in their place.
        unknown: Words that no picture has, nor any like them.
        total: How many pictures there are on all pages; 0 where nothing was asked for that any picture has.
    """

    matches: tuple[Match, ...]
    more: bool
    asked_for: int
    read_as: Mapping[str, str]
    unknown: tuple[str, ...]
    total: int = 0


def search(
    connection: sqlite3.Connection, roots: Mapping[int, str], asked: Asked, *, most: int, after: int = 0
) -> Found:
    """Search the pictures of some roots.

    Args:
        connection: The index.
        roots: Their paths, by number. Nothing is told of pictures that lie in others.
        asked: What is asked for.
        most: The most pictures to give.
        after: How many of the best to pass over.
    """
    read_as: dict[str, str] = {}
    unknown: list[str] = []
    others = _of_other_roots(connection, roots)
    things: list[Mapping[int, int]] = []
    for word in asked.words:
        if weights := _weights(connection, word, others):
            things.append(weights)
        elif other := _meant(connection, word, others):
            read_as[word] = other
            things.append(_weights(connection, other, others))
        else:
            unknown.append(word)
    things += [_within(connection, span, others) for span in asked.spans]
    number = len(things)
    if not number:
        ordered = [] if asked.number else _newest(connection, roots, after + most + 1)
        matches = _matches(connection, roots, ordered[after : after + most], {})
        return Found(matches, len(ordered) > after + most, 0, read_as, tuple(unknown))
    counts = Counter(chain.from_iterable(things))
    best = max(counts.values(), default=0)
    ordered = []
    # Half of what was asked for is little, and less is chance.
    least = min(best, -(-number // 2))
    for matched in range(best, least - 1, -1):
        if len(ordered) <= after + most:
            equals = [one for one, count in counts.items() if count == matched]
            ordered += _ordered(connection, equals, things, after + most + 1 - len(ordered))
    matches = _matches(connection, roots, ordered[after : after + most], counts)
    total = sum(count >= least for count in counts.values())
    return Found(matches, len(ordered) > after + most, number, read_as, tuple(unknown), total)


def _weights(connection: sqlite3.Connection, word: str, others: frozenset[int]) -> dict[int, int]:
    """What a word counts for in each picture that has it, but for `others`: the most that it counts for in any column."""
    exact = exactly(word)
    arms = (
        (1, beginning(word)),
        (2, exact),
        (8, f"{{{_MIDDLE}}} : ({exact})"),
        (12, f"{{{_HEAVY}}} : ({exact})"),
    )
    weights: dict[int, int] = {}
    for weight, pattern in arms:
        if weight > 1 and pattern != exact and not weights:
            break
        if pattern:
            found = connection.execute("SELECT rowid FROM words WHERE words MATCH ?", (pattern,)).fetchall()
            # What counts more comes later, and stays.
            weights.update(dict.fromkeys([one for (one,) in found], weight))
    return {one: weight for one, weight in weights.items() if one not in others} if others else weights


def _within(connection: sqlite3.Connection, span: Span, others: frozenset[int]) -> dict[int, int]:
    found = connection.execute("SELECT id FROM pictures WHERE day >= ? AND day < ?", (span.start, span.end))
    return {one: _SPAN_WEIGHT for (one,) in found if one not in others}


def _of_other_roots(connection: sqlite3.Connection, roots: Mapping[int, str]) -> frozenset[int]:
    """Pictures of folders that are none of these: nothing of them is to be told."""
    others = [number for (number,) in connection.execute("SELECT id FROM roots") if number not in roots]
    return frozenset(
        one
        for other in others
        for (one,) in connection.execute("SELECT id FROM pictures WHERE root = ?", (other,))
    )


def _newest(connection: sqlite3.Connection, roots: Mapping[int, str], most: int) -> list[int]:
    statement = f"SELECT id FROM pictures WHERE root IN ({_listed(roots)}) ORDER BY day DESC, id DESC LIMIT ?"  # noqa: S608
    return [one for (one,) in connection.execute(statement, (most,))]


def _ordered(
    connection: sqlite3.Connection, numbers: Sequence[int], things: Sequence[Mapping[int, int]], most: int
) -> list[int]:
    """The best of pictures that match equally many things: what counts most first, and of equals what was taken last."""
    by_weight: dict[int, list[int]] = {}
    if len(things) == 1:
        weights: Iterable[int] = map(things[0].__getitem__, numbers)
    else:
        weights = (sum(thing.get(one, 0) for thing in things) for one in numbers)
    for one, weight in zip(numbers, weights, strict=True):
        by_weight.setdefault(weight, []).append(one)
    ordered: list[int] = []
    for weight in sorted(by_weight, reverse=True):
        group = by_weight[weight]
        if len(group) == 1:
            ordered += group
        elif len(group) <= _FEW:
            rows = connection.execute(
                f"SELECT id FROM pictures WHERE id IN ({_listed(group)}) ORDER BY day DESC, id DESC"  # noqa: S608
            )
            ordered += [one for (one,) in rows]
        else:
            wanted, left = set(group), most - len(ordered)
            for (one,) in connection.execute("SELECT id FROM pictures ORDER BY day DESC, id DESC"):
                if one in wanted:
                    ordered.append(one)
                    left -= 1
                    if left <= 0:
                        break
        if len(ordered) >= most:
            break
    return ordered[:most]


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def exactly(word: str) -> str:
    """The pattern of a word or its stem, as FTS5 reads it."""
    return " OR ".join(f'"{one}"' for one in dict.fromkeys((word, stem_of(word))))


def beginning(word: str) -> str:
    """The pattern of words that begin with a word; empty where it is too short to say anything."""
    return f'"{word}" *' if len(word) >= _LEAST_BEGINNING else ""


def _meant(connection: sqlite3.Connection, word: str, others: frozenset[int]) -> str:
    """The word of the index that a misspelt one probably stands for; empty where none is near."""
    if len(word) < _LEAST_MISSPELT or not word.isalpha():
        return ""
    from rapidfuzz.distance import OSA

    slips = 2 if len(word) >= _TWO_SLIPS_FROM else 1
    near: list[tuple[int, int, str]] = []
    # Few mistake the first letter, and looking through a letter's words is much less than through all.
    for start, end in ((word[0], chr(ord(word[0]) + 1)), ("", "\U0010ffff")):
        rows = connection.execute(
            "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ? LIMIT ?", (start, end, _MOST_TERMS)
        )
        near = [
            (distance, -pictures, term)
            for term, pictures in rows
            if (distance := OSA.distance(word, term, score_cutoff=slips)) <= slips and term.isalpha()
        ]
        if near:
            break
    # The vocabulary is that of all roots, and words of others are not to be told.
    tried = (term for _, _, term in sorted(near)[:_MOST_TRIED])
    return next((term for term in tried if _weights(connection, term, others)), "")


def _matches(
    connection: sqlite3.Connection,
    roots: Mapping[int, str],
    numbers: Sequence[int],
    counts: Mapping[int, int],
) -> tuple[Match, ...]:
    rows = connection.execute(
        "SELECT id, root, folder, name, size, changed, beside, state, shown FROM pictures "  # noqa: S608
        f"WHERE id IN ({_listed(numbers)})"
    )
    found = {row[0]: _match(row, roots, counts.get(row[0], 0)) for row in rows}
    return tuple(found[number] for number in numbers if number in found)


def _match(row: tuple[Any, ...], roots: Mapping[int, str], matched: int) -> Match:
    number, root, folder, name, size, changed, beside, state, shown = row
    place = Row(number, roots[root], os.fsdecode(folder), os.fsdecode(name), Stamp(size, changed, beside))
    try:
        told = Shown.from_json(json.loads(shown))
    except (KeyError, TypeError, ValueError):
        told = Shown()
    return Match(place, told, matched, read=bool(state))
