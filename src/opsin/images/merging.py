"""The merge: asks all providers at once, and puts what they bring into one order that is fair to each."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import TypeVar

from opsin.errors import OpsinError
from opsin.images.chain import Served
from opsin.images.filters import told
from opsin.images.outcome import Attempt, Outcome
from opsin.images.providers.base import Provider
from opsin.images.providers.registry import ALL
from opsin.images.query import LicenceFilter
from opsin.images.turn import Asking, Turn, settle

_Item = TypeVar("_Item")


async def ask_all(
    providers: Sequence[Provider], asking: Asking, *, deadline: float, cursors: Mapping[str, str]
) -> Served:
    """Ask the providers at once and merge what comes before the deadline; each is paced by itself.

    A provider that is late, or that fails in any other way, keeps nothing from the others and is told.

    Args:
        providers: Whom to ask. Their order decides who comes first in each round.
        asking: What is asked for.
        deadline: Time of the running loop at which the asking ends.
        cursors: Where each provider goes on, by name. One with an empty cursor has no more and is not asked;
            one that is missing is asked from its beginning.

    Returns:
        The hits in rounds: the best of each provider, then the second best of each, and so on. The same picture
        may be among them several times. A provider that did not answer keeps its cursor.
    """
    asked = [one for one in providers if cursors.get(one.name, "any")]
    # Each is to bring its share; a further page for more would cost another wait for a turn.
    own = replace(asking, enough=ceil(asking.enough / max(1, len(asked))))
    turns = [Turn(one, own) for one in asked]
    async with asyncio.TaskGroup() as group:
        for turn in turns:
            group.create_task(_take(turn, deadline, cursors.get(turn.provider.name, "")))
    attempts = await settle(turns)
    brought = [turn for turn in turns if turn.hits]
    after = dict(cursors)
    for turn in turns:
        if turn.attempt is not None and turn.attempt.outcome in {Outcome.SERVED, Outcome.EMPTY}:
            after[turn.provider.name] = turn.cursor
    return Served(
        tuple(interleave([turn.hits for turn in brought])),
        ALL if brought else "",
        "",
        attempts,
        tuple(dict.fromkeys(reason for one in attempts if one.hits for reason in one.ignored)),
        told(reason for turn in turns for reason in turn.left_out),
        cursors=after,
    )


async def _take(turn: Turn, deadline: float, cursor: str) -> None:
    name, query = turn.provider.name, turn.asking.query
    if query.licence is not LicenceFilter.ANY and not turn.provider.capabilities.licence_evidence:
        turn.attempt = Attempt(name, Outcome.SKIPPED, "it states no licences")
        return
    try:
        await turn.take(deadline, cursor)
    except OpsinError as error:
        # What is wrong with one provider's setting must not lose what the others bring.
        turn.attempt = Attempt(name, Outcome.REFUSED, error.message, outside=error.outside, hint=error.hint)


def interleave(lists: Sequence[Sequence[_Item]]) -> list[_Item]:
    """Give the first of each list, then the second of each, and so on; the longer ones go on alone."""
    rounds = range(max(map(len, lists), default=0))
    return [one[place] for place in rounds for one in lists if place < len(one)]
