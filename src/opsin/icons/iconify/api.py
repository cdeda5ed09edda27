"""What the Iconify API is asked: searches, sets, and drawings by id."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from opsin.icons.catalogue.drawing import has_palette, moves, style_of
from opsin.icons.icon import Body, Icon, IconSet
from opsin.icons.iconify.addresses import (
    Hosts,
    collection_path,
    collections_path,
    hosts_of,
    icons_paths,
    search_path,
)
from opsin.icons.iconify.answers import (
    SearchAnswer,
    SetAnswer,
    collection_answer,
    collections_answer,
    drawings_answer,
    search_answer,
)
from opsin.icons.iconify.asking import GIVE_UP_AFTER, Answer, Asking, pause
from opsin.icons.iconify.keeping import KeptAnswers, drawing_bytes
from opsin.icons.iconify.racing import Pause
from opsin.icons.iconify.trouble import IconifyError, NotThere
from opsin.services import Services
from opsin.store.records import Kept
from opsin.threads import ICONS


@dataclass(frozen=True, slots=True)
class Drawings:
    """Drawings by id, as far as they could be had.

    Attributes:
        bodies: The drawings. Nothing of their markup is checked yet.
        unknown: Ids that the API does not know, or whose drawing cannot be used.
        failed: Ids that could not be asked for, each with the sentence that says why.
        hosts: The hosts that answered.
        stale: Some are older than the API says they hold, because no host could be asked.
    """

    bodies: Mapping[str, Body]
    unknown: frozenset[str] = frozenset()
    failed: Mapping[str, str] = field(default_factory=dict)
    hosts: tuple[str, ...] = ()
    stale: bool = False


class IconifyApi:
    """The Iconify API that the settings name, or the public one.

    Args:
        services: The settings, the way out and the store.
        hosts: Who is asked; as the settings say where None.
        pause: Awaited before the next host is asked too.
        clock: Seconds since 1970.
    """

    def __init__(
        self,
        services: Services,
        *,
        hosts: Hosts | None = None,
        pause: Pause = pause,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.hosts = hosts or hosts_of(services.settings)
        self._kept = KeptAnswers(services.store, self.hosts.name, clock)
        self._asking = Asking(services, self.hosts, self._kept, pause)

    async def search(self, words: str, limit: int, sets: Iterable[str] = ()) -> Answer[SearchAnswer]:
        """Search for icons that match all of the words.

        Args:
            words: The words. The API knows those of a to z and 0 to 9 only, and finds nothing for others.
            limit: How many icons are wanted; 32 to 999 are given.
            sets: Prefixes of the only sets to look in.

        Raises:
            IconifyError: the API does not serve.
        """
        return await self._asking.ask(search_path(words, limit, sets), search_answer)

    async def sets(self) -> Answer[dict[str, IconSet]]:
        """Every set by its prefix, hidden ones too, in Iconify's order.

        Raises:
            IconifyError: the API does not serve.
        """
        return await self._asking.ask(collections_path(), collections_answer)

    async def set(self, prefix: str) -> Answer[SetAnswer]:
        """One set and the names of its icons.

        Raises:
            NotThere: there is no such set.
            IconifyError: the API does not serve.
        """
        return await self._asking.ask(collection_path(prefix), collection_answer)

    async def icon(self, icon_id: str) -> tuple[Icon, Body] | None:
        """An icon with its drawing, for an id that no catalogue knows; None where the API does not know it either.

        An alias whose drawing is its icon's is that icon; one that mirrors or turns it is an icon by itself.

        Raises:
            NotThere: there is no such set.
            IconifyError: the API does not serve.
        """
        prefix, _, name = icon_id.partition(":")
        about = (await self.set(prefix)).value
        target = f"{prefix}:{about.aliases.get(name, name)}"
        drawings = await self.drawings(dict.fromkeys((icon_id, target)))
        body = drawings.bodies.get(icon_id)
        if body is None:
            if why := drawings.failed.get(icon_id):
                raise IconifyError(why)
            return None
        if drawings.bodies.get(target) == body:
            name = about.aliases.get(name, name)
        plain = Icon(
            about.set,
            name,
            aliases=tuple(sorted(alias for alias, target in about.aliases.items() if target == name)),
            categories=about.categories.get(name, ()),
            hidden=about.set.hidden or name in about.hidden,
            glyph=name,
        )
        return as_drawn(plain, body), body

    async def drawings(self, ids: Iterable[str], *, seconds: float = GIVE_UP_AFTER) -> Drawings:
        """The drawings of icons: one request a set, all at once; more for a set of which very many are wanted.

        Args:
            ids: Ids such as `lucide:rocket`, aliases too.
            seconds: After how many what is missing is given up.
        """
        wanted = list(dict.fromkeys(ids))
        kept = await self._kept.get_all(map(_alone, wanted))
        old = await ICONS.run(_read, {one: kept[_alone(one)] for one in wanted if _alone(one) in kept})
        bodies = {one: body for one, body in old.items() if self._kept.is_fresh(kept[_alone(one)])}
        missing: dict[str, list[str]] = {}
        for one in wanted:
            if one not in bodies:
                prefix, _, name = one.partition(":")
                missing.setdefault(prefix, []).append(name)
        batches = [
            (prefix, path, names)
            for prefix, listed in missing.items()
            for path, names in icons_paths(prefix, listed)
        ]
        parts = await asyncio.gather(*(self._batch(*batch, seconds) for batch in batches))
        fetched = {one: body for part in parts for one, body in part.bodies.items()}
        failed = {one: why for part in parts for one, why in part.failed.items()}
        await self._kept.keep({_alone(one): drawing_bytes(one, body) for one, body in fetched.items()})
        instead = {one: old[one] for one in failed if one in old}
        return Drawings(
            {**bodies, **fetched, **instead},
            frozenset().union(*(part.unknown for part in parts)),
            {one: why for one, why in failed.items() if one not in instead},
            tuple(dict.fromkeys(host for part in parts for host in part.hosts)),
            bool(instead),
        )

    async def _batch(self, prefix: str, path: str, names: tuple[str, ...], seconds: float) -> Drawings:
        ids = {name: f"{prefix}:{name}" for name in names}
        read = partial(drawings_answer, prefix=prefix, names=names)
        try:
            answer = await self._asking.ask(path, read, keep=False, seconds=seconds)
        except NotThere:
            return Drawings({}, frozenset(ids.values()))
        except IconifyError as why:
            return Drawings({}, failed=dict.fromkeys(ids.values(), why.message))
        found = {ids[name]: body for name, body in answer.value.items()}
        return Drawings(found, frozenset(ids.values()) - found.keys(), hosts=(answer.host,))


def as_drawn(icon: Icon, body: Body) -> Icon:
    """The icon with what its drawing tells of it."""
    return replace(
        icon,
        style=style_of(body.markup),
        palette=has_palette(body.markup, set_has=icon.set.palette),
        animated=moves(body.markup),
    )


def _alone(icon_id: str) -> str:
    """The request for one drawing, which is what it is kept under."""
    prefix, _, name = icon_id.partition(":")
    return next(path for path, _ in icons_paths(prefix, [name]))


def _read(kept: Mapping[str, Kept]) -> dict[str, Body]:
    """The drawings in what is kept, by id; what cannot be read is as good as not kept."""
    found: dict[str, Body] = {}
    for icon_id, answer in kept.items():
        prefix, _, name = icon_id.partition(":")
        with suppress(IconifyError):
            if (body := drawings_answer(answer.data, prefix, (name,)).get(name)) is not None:
                found[icon_id] = body
    return found
