"""The drawings of rows: from the catalogue, else from the Iconify API where that may be asked; each checked."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from opsin.errors import OpsinError
from opsin.icons.catalogue.base import Catalogue
from opsin.icons.icon import Body
from opsin.icons.icon_search import DrawnRow, LeftOut
from opsin.icons.iconify.api import IconifyApi, as_drawn
from opsin.icons.search.found import Row
from opsin.icons.svg.refused import SvgRefused
from opsin.icons.svg.sanitise import sanitise
from opsin.icons.svg.tree import SafeBody
from opsin.threads import ICONS

SECONDS = 5.0
"""How long what is missing may take in all."""

_LEAST_SECONDS = 0.5

NOT_INSIDE = "Its drawing is not in the data at hand."


@dataclass(slots=True)
class Drawn:
    """What is known of the drawings so far.

    Attributes:
        good: Checked drawings, by id.
        bodies: What they were made of.
        broken: Icons that are not shown, and why.
        missing: Why the drawing of an id could not be had.
        fetched: Ids whose drawings came from the API.
        hosts: Hosts that answered.
        stale: Some are older than the API says they hold.
    """

    good: dict[str, SafeBody] = field(default_factory=dict)
    bodies: dict[str, Body] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    fetched: set[str] = field(default_factory=set)
    hosts: dict[str, None] = field(default_factory=dict)
    stale: bool = False

    def settled(self, icon_id: str) -> bool:
        """Whether nothing more is to be done about an icon."""
        return icon_id in self.good or icon_id in self.broken or icon_id in self.missing

    def row(self, row: Row, *, by_drawing: bool) -> DrawnRow:
        """The row with its drawing, or with the reason why there is none."""
        icon_id = row.icon.id
        if by_drawing and icon_id in self.bodies:
            row = replace(row, icon=as_drawn(row.icon, self.bodies[icon_id]))
        return DrawnRow(row, self.good.get(icon_id), self.missing.get(icon_id, ""))

    def left_out(self, rows: Sequence[Row]) -> tuple[LeftOut, ...]:
        """Those of the rows' icons that are broken."""
        ids = dict.fromkeys(row.icon.id for row in rows)
        return tuple(LeftOut(one, self.broken[one]) for one in ids if one in self.broken)


async def draw_rows(
    rows: Sequence[Row], wanted: int, *, catalogue: Catalogue | None, api: IconifyApi | None
) -> Drawn:
    """Get the drawings of as many rows as are wanted, more rows coming up for those that are broken.

    Args:
        rows: The rows, the best first, with some to spare.
        wanted: How many are to be shown.
        catalogue: Where drawings are looked for first.
        api: Who is asked for the others, one request a set; None where nobody may be asked.
    """
    drawn = Drawn()
    # Where all drawings are asked for, those to spare come with the same requests.
    most = len(rows) if catalogue is None else wanted
    if catalogue is not None:
        inside = await ICONS.run(_inside, catalogue, [row.icon.id for row in rows])
        await _check(drawn, inside)
    clock = asyncio.get_running_loop().time
    ends = clock() + SECONDS
    while True:
        shown = [row.icon.id for row in rows if row.icon.id not in drawn.broken][:most]
        lacking = [one for one in dict.fromkeys(shown) if not drawn.settled(one)]
        if not lacking:
            return drawn
        if api is None:
            drawn.missing.update(dict.fromkeys(lacking, NOT_INSIDE))
        elif (left := ends - clock()) < _LEAST_SECONDS:
            drawn.missing.update(dict.fromkeys(lacking, "There was no time left to fetch its drawing."))
        else:
            await _fetch(drawn, api, lacking, left)
            unknown = [one for one in lacking if not drawn.settled(one)]
            # Who searched with the API takes its word; an API of one's own may have a part of the sets only.
            told = drawn.broken if catalogue is None else drawn.missing
            told.update(dict.fromkeys(unknown, "The Iconify API has no drawing of it that can be used."))


async def _fetch(drawn: Drawn, api: IconifyApi, ids: Sequence[str], seconds: float) -> None:
    answer = await api.drawings(ids, seconds=seconds)
    drawn.hosts.update(dict.fromkeys(answer.hosts))
    drawn.stale |= answer.stale
    drawn.fetched.update(answer.bodies)
    drawn.missing.update(answer.failed)
    await _check(drawn, answer.bodies)


async def _check(drawn: Drawn, bodies: Mapping[str, Body]) -> None:
    good, broken = await ICONS.run(_checked, bodies)
    drawn.bodies.update(bodies)
    drawn.good.update(good)
    drawn.broken.update(broken)


def _inside(catalogue: Catalogue, ids: Sequence[str]) -> dict[str, Body]:
    found: dict[str, Body] = {}
    for one in ids:
        try:
            body = catalogue.body(one)
        except OpsinError:
            # A set's file that cannot be read costs its drawings, which the API may have.
            continue
        if body is not None:
            found[one] = body
    return found


def _checked(bodies: Mapping[str, Body]) -> tuple[dict[str, SafeBody], dict[str, str]]:
    good: dict[str, SafeBody] = {}
    broken: dict[str, str] = {}
    for one, body in bodies.items():
        try:
            good[one] = sanitise(body)
        except SvgRefused as why:
            broken[one] = why.message
    return good, broken
