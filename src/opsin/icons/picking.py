"""From ids to icons: `lucide:rocket` in the data at hand, `s5:3` as it was seen on a sheet."""

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from opsin.errors import InvalidInput, NotAnId, OpsinError, UnknownId
from opsin.icons.catalogue.base import Catalogue
from opsin.icons.catalogue.set_file import is_name
from opsin.icons.icon import Body, Icon
from opsin.icons.icon_json import body_from, icon_from
from opsin.icons.iconify.api import IconifyApi
from opsin.icons.iconify.trouble import IconifyDown, IconifyError, NotThere
from opsin.icons.query import check_sets
from opsin.icons.showing import KIND
from opsin.icons.source import API, EMBEDDED, open_catalogue
from opsin.services import Services
from opsin.store.ids import parse_id
from opsin.store.records import Entry
from opsin.threads import ICONS, STORE

_CELL = re.compile(r"s(?:[0-9]+|[a-p][a-z2-7]{12}):[0-9]+")
_NEAREST = 3
_AT_ONCE = 4
_EDGES = "`'\"[]() "


@dataclass(frozen=True, slots=True)
class Picked:
    """An icon that is to be saved.

    Attributes:
        id: The id that was asked for, in plain form.
        icon: The icon.
        body: Its drawing, not yet checked; None where it could not be had, which `lacking` explains.
        policy: The policy of the search that showed it; empty for an id that names the icon itself.
        keywords: The keywords of that search.
        source: Where the drawing comes from: "embedded", "folder" or "api".
        data_version: The version of that data.
        lacking: Why there is no drawing, in words of our own.
        cell: The id names a cell of a sheet.
    """

    id: str
    icon: Icon
    body: Body | None
    policy: str = ""
    keywords: tuple[str, ...] = ()
    source: str = ""
    data_version: str = ""
    lacking: str = ""
    cell: bool = False


Pick = Picked | OpsinError
"""What came of one id."""


async def pick(
    services: Services, ids: Sequence[str], *, may: Callable[[Picked], bool], api: IconifyApi | None = None
) -> dict[str, Pick]:
    """Find the icons of some ids, each with its drawing. An id that fails has its error in its place.

    What was seen on a sheet is taken as it was seen. Everything else comes from the catalogue; the Iconify API is asked
    for drawings that are not in it, and with OPSIN_ICON_SOURCE=api for everything.

    Args:
        services: The settings, the way out and the store.
        ids: Ids as a model or a person writes them.
        may: Tells whether an icon may be saved at all; nobody is asked for the drawing of one that may not.
        api: The Iconify API; as the settings say where None.

    Returns:
        By the ids in plain form, in their order; one that comes twice counts once.

    Raises:
        OpsinError: the catalogue's data cannot be read.
    """
    plain = list(dict.fromkeys(map(_plain, ids)))
    api = api or IconifyApi(services)
    picked: dict[str, Pick] = {}
    by_api = services.settings.icon_source == API
    catalogue = None if by_api else await open_catalogue(services.settings)
    slots = asyncio.Semaphore(_AT_ONCE)
    down: list[IconifyDown] = []

    async def one(text: str) -> None:
        async with slots:
            # Once it is silent, each of many icons would wait for it as long again.
            if down and not _CELL.fullmatch(text):
                picked[text] = down[0]
                return
            found = picked[text] = await _pick(services, text, catalogue, api)
            if isinstance(found, IconifyDown):
                down.append(found)

    await asyncio.gather(*map(one, plain))
    if services.settings.icon_source != EMBEDDED:
        await _fetch(picked, api, may)
    return {text: picked[text] for text in plain}


async def _pick(services: Services, text: str, catalogue: Catalogue | None, api: IconifyApi) -> Pick:
    try:
        if _CELL.fullmatch(text):
            entry = await STORE.run(services.store.entry, parse_id(text))
            seen = _seen(entry)
            if seen.body is not None or catalogue is None:
                return seen
            body = await ICONS.run(catalogue.body, seen.icon.id)
            return _drawn(seen, body, catalogue.source, catalogue.data_version)
        _check_form(text)
        if catalogue is not None:
            return await ICONS.run(_in_catalogue, catalogue, text)
        return await _by_api(api, text)
    except OpsinError as why:
        return why


def check_id(text: str) -> None:
    """Judge the form of an id, as a model or a person writes it.

    Raises:
        NotAnId: the text is neither a set and a name nor a cell of a sheet.
    """
    plain = _plain(text)
    if not _CELL.fullmatch(plain):
        _check_form(plain)


def _plain(text: str) -> str:
    return text.strip().strip(_EDGES).lower()


def _seen(entry: Entry) -> Picked:
    """What was seen in a cell.

    Raises:
        InvalidInput: the cell is no icon's.
    """
    icon = icon_from(entry.data.get("icon")) if entry.kind == KIND else None
    if icon is None:
        raise InvalidInput(
            f"{entry.id} is a picture of the web, not an icon.",
            hint=f"image_download saves it (ids={entry.id}).",
        )
    keywords, policy = entry.query.get("keywords"), entry.query.get("policy")
    return Picked(
        str(entry.id),
        icon,
        body_from(entry.data.get("body")),
        policy=policy if isinstance(policy, str) else "",
        keywords=tuple(map(str, keywords)) if isinstance(keywords, list | tuple) else (),
        source=str(entry.data.get("source", "")),
        data_version=str(entry.data.get("data_version", "")),
        lacking=_NOT_HERE,
        cell=True,
    )


_NOT_HERE = "Its drawing is not in the data at hand; OPSIN_ICON_SOURCE=auto fetches such drawings from the Iconify API."


def _drawn(one: Picked, body: Body | None, source: str, data_version: str) -> Picked:
    return replace(
        one, body=body, source=source, data_version=data_version, lacking="" if body else _NOT_HERE
    )


def _check_form(text: str) -> None:
    prefix, colon, name = text.partition(":")
    if not (colon and is_name(prefix) and is_name(name)):
        raise NotAnId(
            f"{text[:60]!r} is no id of an icon.",
            hint="An id is a set and a name, such as lucide:rocket, or a cell of a sheet, such as s5:3.",
        )


def _in_catalogue(catalogue: Catalogue, text: str) -> Picked:
    icon = catalogue.icon(text)
    if icon is None:
        prefix, _, name = text.partition(":")
        check_sets([prefix], catalogue.sets)
        raise _unknown(text, nearest_names(name, [one.name for one in catalogue.icons(prefix)]))
    body = catalogue.body(icon.id)
    plain = Picked(text, icon, None)
    return _drawn(plain, body, catalogue.source, catalogue.data_version)


async def _by_api(api: IconifyApi, text: str) -> Picked:
    prefix, _, name = text.partition(":")
    try:
        found = await api.icon(text)
    except NotThere:
        raise UnknownId(
            f"The Iconify API knows no icon set with the prefix {prefix!r}.",
            hint="search_icons shows icons with their ids.",
        ) from None
    except IconifyDown as why:
        raise IconifyDown(
            why.message,
            hint="Call again later, or set OPSIN_ICON_SOURCE=auto for the catalogue inside opsin.",
            outside=why.outside,
        ) from why
    if found is None:
        try:
            names = sorted((await api.set(prefix)).value.names)
        except IconifyError:
            names = []
        raise _unknown(text, await ICONS.run(nearest_names, name, names))
    icon, body = found
    return Picked(text, icon, body, source=API)


def _unknown(text: str, near: Sequence[str]) -> UnknownId:
    prefix = text.partition(":")[0]
    if near:
        hint = f"Near to it: {', '.join(f'{prefix}:{name}' for name in near)}."
    else:
        hint = f"search_icons with sets={prefix} shows what it has."
    return UnknownId(f"The set {prefix} has no icon {text.partition(':')[2]!r}.", hint=hint)


def nearest_names(name: str, names: Sequence[str], count: int = _NEAREST) -> list[str]:
    """The names that were probably meant, the nearest first. It blocks."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    most = max(1, len(name) // 4)
    near = [
        one for one, _, _ in process.extract(name, names, scorer=OSA.distance, score_cutoff=most, limit=count)
    ]
    words = set(name.split("-"))
    alike = sorted(
        (one for one in names if words & set(one.split("-"))),
        key=lambda one: (-len(words & set(one.split("-"))), len(one), one),
    )
    return list(dict.fromkeys([*near, *alike]))[:count]


async def _fetch(picked: dict[str, Pick], api: IconifyApi, may: Callable[[Picked], bool]) -> None:
    """Ask the API for the drawings that are lacking, all of them at once."""
    lacking = {
        text: one for text, one in picked.items() if isinstance(one, Picked) and one.body is None and may(one)
    }
    if not lacking:
        return
    drawings = await api.drawings([one.icon.id for one in lacking.values()])
    for text, one in lacking.items():
        body = drawings.bodies.get(one.icon.id)
        why = drawings.failed.get(one.icon.id) or "The Iconify API has no drawing of it that can be used."
        picked[text] = replace(one, body=body, source=API, lacking="" if body else why)
