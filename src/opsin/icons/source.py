"""Where icons come from, as the settings choose: the catalogue inside opsin, a folder, or the Iconify API."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from opsin.errors import OpsinError, SettingError
from opsin.icons.catalogue.base import Catalogue
from opsin.icons.icon import Icon
from opsin.icons.licences.wishes import allow_list, deny_list
from opsin.services import state_folder
from opsin.settings import Settings
from opsin.threads import ICONS

AUTO = "auto"
EMBEDDED = "embedded"
API = "api"


@dataclass(frozen=True, slots=True)
class Lists:
    """What the user allows and denies whatever the policy: SPDX ids and prefixes of sets."""

    allow: frozenset[str] = frozenset()
    deny: frozenset[str] = frozenset()


def lists_of(settings: Settings) -> Lists:
    """Read the user's own lists.

    Raises:
        SettingError: one has an item that is neither a licence nor a set, or allows what is never offered.
    """
    return Lists(
        _read("OPSIN_ICON_ALLOW", settings.icon_allow, allow_list),
        _read("OPSIN_ICON_DENY", settings.icon_deny, deny_list),
    )


async def open_catalogue(settings: Settings) -> Catalogue:
    """The catalogue: that of the folder which OPSIN_ICONIFY_JSON names, else the one inside opsin. Opened once.

    Raises:
        OpsinError: its data cannot be read.
    """
    if settings.iconify_json:
        from opsin.icons.catalogue.folder import INDEXING

        return await INDEXING.run(_folder, settings.iconify_json, str(state_folder(settings) / "icons"))
    from opsin.icons.catalogue.embedded import open_embedded

    return await ICONS.run(open_embedded)


async def ready(settings: Settings, within_s: float) -> None:
    """Wait until there is something to search in: a folder takes up to a minute the first time.

    Args:
        settings: They say where icons come from.
        within_s: Seconds to wait. What has begun goes on behind, for the next call.

    Raises:
        OpsinError: the folder is still being read, or cannot be.
    """
    if settings.icon_source == API or not settings.iconify_json:
        return
    try:
        async with asyncio.timeout(within_s):
            await open_catalogue(settings)
    except TimeoutError:
        raise OpsinError(
            "The folder that OPSIN_ICONIFY_JSON names is still being read, which takes a while the first time.",
            hint="Call again in half a minute; the reading goes on, and what is read is kept.",
        ) from None


def known_icon(icon_id: str) -> Icon | None:
    """What the catalogue inside opsin knows of an id. Blocking; one that cannot be read knows nothing."""
    from opsin.icons.catalogue.embedded import open_embedded

    try:
        return open_embedded().icon(icon_id)
    except OpsinError:
        return None


@lru_cache(maxsize=2)
def _folder(path: str, cache: str) -> Catalogue:
    from opsin.icons.catalogue.folder import open_folder

    return open_folder(Path(path), Path(cache))


def _read(name: str, given: str, read: Callable[[str], frozenset[str]]) -> frozenset[str]:
    try:
        return read(given)
    except ValueError as why:
        raise SettingError(
            f"{name} is {given!r}; it must be {why}.", hint="Correct it or remove it."
        ) from None
