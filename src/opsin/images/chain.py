"""The chain: asks one provider after the other until one serves, and tells what came of each."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from opsin.images.filters import told
from opsin.images.hit import Hit
from opsin.images.kept_answers import KeptAnswers
from opsin.images.outcome import Attempt, Outcome
from opsin.images.providers.base import Provider
from opsin.images.query import Query
from opsin.images.resting import Rests
from opsin.images.turn import Asking, OnStep, Turn, settle

if TYPE_CHECKING:
    from opsin.web.client import Web
    from opsin.web.pacing import Pacer

SHARE = 0.6
"""The part of the time left that one provider may take while others wait behind it."""


@dataclass(frozen=True, slots=True)
class Served:
    """What a chain brought.

    Attributes:
        hits: The results that passed the filters, in the provider's order; none when nobody served.
        provider: Who served; empty when nobody did.
        cursor: Where that provider goes on; empty when it has no more.
        attempts: What came of each provider, in the order asked.
        ignored: Filters that could not be kept, each as a short sentence.
        left_out: How many hits the filters left out and why, as one sentence; empty when none.
        broke: Why the provider could not be asked on, where it broke after its first hits; else empty.
        cursors: Where each provider goes on, by name, where several were asked at once; empty for one that has
            no more. One that is not among them has not begun.
    """

    hits: tuple[Hit, ...]
    provider: str
    cursor: str
    attempts: tuple[Attempt, ...]
    ignored: tuple[str, ...] = ()
    left_out: str = ""
    broke: str = ""
    cursors: Mapping[str, str] = field(default_factory=dict)


async def ask_chain(
    providers: Sequence[Provider],
    web: "Web",
    query: Query,
    pacer: "Pacer",
    *,
    wanted: int,
    enough: int,
    deadline: float,
    cursor: str = "",
    on_step: OnStep | None = None,
    rests: Rests | None = None,
    answers: KeptAnswers | None = None,
) -> Served:
    """Ask the providers in order until one brings results that pass the query's filters.

    A provider's own pages are asked on, a few of them, while the filters leave too little and the time allows.
    A failure of any kind moves the chain on; what is raised is only what is wrong with the query or a setting.

    Args:
        providers: Whom to ask, in order.
        web: The way out.
        query: What is asked for.
        pacer: Gives each provider its turns.
        wanted: Hits that are of use, spares included.
        enough: Hits for which no further page of a provider is worth its wait.
        deadline: Time of the running loop at which the asking ends.
        cursor: Where the first provider goes on; the others start at their beginning.
        on_step: Told before each request.
        rests: Who is left alone for now; None to ask in spite of it.
        answers: What is kept of answers, as some providers' terms ask; None to ask anew.
    """
    loop = asyncio.get_running_loop()
    asking = Asking(web, query, pacer, rests, wanted, enough, on_step, answers)
    turns: list[Turn] = []
    for place, provider in enumerate(providers):
        turn = Turn(provider, asking)
        turns.append(turn)
        left = deadline - loop.time()
        last = place == len(providers) - 1
        attempt = await turn.take(loop.time() + (left if last else left * SHARE), "" if place else cursor)
        if attempt.outcome is Outcome.SERVED:
            return Served(
                tuple(turn.hits),
                provider.name,
                turn.cursor,
                await settle(turns),
                attempt.ignored,
                told(turn.left_out),
                turn.broke,
            )
    return Served((), "", "", await settle(turns))
