"""Download: icons saved as files under the output folder, each with its sidecar, and one notice for the folder."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from opsin.errors import InvalidInput, OpsinError
from opsin.icons.formats.made import Look, changes, checked, made
from opsin.icons.licences.credit import author_of, credit
from opsin.icons.licences.lists import Policy
from opsin.icons.licences.policy import allowed
from opsin.icons.licences.terms import terms_of
from opsin.icons.notice_page import NAME, update_notice
from opsin.icons.packing import NO_ROOM, Packing, pack, pack_notice
from opsin.icons.picking import Pick, Picked, pick
from opsin.icons.saving import IconDownload, Place, save
from opsin.icons.sidecar import SavedIcon
from opsin.icons.source import Lists, lists_of
from opsin.icons.wording import duties, licence_label
from opsin.paths.folder_page import PageResult
from opsin.paths.parcel import Parcel
from opsin.services import Services, output_root
from opsin.text import clean
from opsin.threads import FILES

__all__ = ["IconDownload", "download_icons"]

MOST_IDS = 64
DEFAULT_POLICY = Policy.PERMISSIVE_PLUS_ATTRIBUTION
"""What a licence may ask of an icon that is named by itself: the credit that it asks for is saved with it."""

_NOTICE_SECONDS = 2.0
_PICKING = 0.7
"""Share of a deadline within which the icons have to be there."""
_NOT_YET = "It is not done yet. Call again with the same ids."
_ORDER = tuple(Policy)
_LOG = logging.getLogger(__name__)

OnStep = Callable[[int, int, str], Awaitable[None]]
"""Called with icons done, icons asked for, and a short sentence."""


@dataclass(frozen=True, slots=True)
class _Job:
    to: Place | Packing
    look: Look
    policy: Policy
    lists: Lists


async def download_icons(
    services: Services,
    ids: Sequence[str],
    dir: str = "",  # noqa: A002
    prefix: str = "",
    look: Look | None = None,
    policy: str = DEFAULT_POLICY.value,
    on_step: OnStep | None = None,
    deadline_s: float | None = None,
    parcel: Parcel | None = None,
) -> list[IconDownload]:
    """Save icons. An id that fails is told by its own entry and never fails the others.

    An icon is saved only where a policy allows its licence: for a cell of a sheet that of its search or the given one,
    whichever allows more; for an icon that is named by itself the given one. The user's own lists hold as in a search.
    The same file is not saved twice. At the end the folder's notice is brought up to date.

    Args:
        services: The settings, the way out and the store.
        ids: Ids such as lucide:rocket or s5:3, at most 64; an id that comes twice counts once.
        dir: Folder inside the output folder, made where it is missing.
        prefix: Put before each file's name.
        look: Format, colour and size.
        policy: What licences may ask: permissive, permissive_plus_attribution or all.
        on_step: Told after each icon.
        deadline_s: Seconds after which the call answers with what is done; None waits for all.
        parcel: Takes the files and at last the notice, so that nothing is written; their names stand for paths then.
            What finds no room in it is pending.

    Returns:
        One entry for each id, in the order of the ids.

    Raises:
        InvalidInput: there are no ids or too many, or the policy is none.
        PathRefused: the folder leads outside the output folder, or cannot be written.
        SettingError: a setting cannot be used.
        OpsinError: the catalogue's data cannot be read.
    """
    if not ids or len(ids) > MOST_IDS:
        raise InvalidInput(
            f"There are {len(ids)} ids; 1 to {MOST_IDS} icons can be saved at once.",
            hint="Call again with some ids.",
        )
    wanted = _policy(policy)
    lists = lists_of(services.settings)
    # A folder that may not be written is told before anything is asked.
    place = None if parcel is not None else await _place(services, dir, prefix)
    clock = asyncio.get_running_loop().time
    ends = None if deadline_s is None else clock() + deadline_s
    try:
        async with asyncio.timeout(None if deadline_s is None else _PICKING * deadline_s):
            picked = await pick(services, ids, may=lambda one: not _refusal(wanted, lists, one)[1])
    except TimeoutError:
        return [IconDownload(one, pending=True, error=_NOT_YET) for one in dict.fromkeys(ids)]
    prefixes = await _prefixes()
    to = replace(place, prefixes=prefixes) if place else Packing(parcel or Parcel(0), prefix, prefixes)
    job = _Job(to, look or Look(), wanted, lists)
    downloads: list[IconDownload] = []
    for name, one in picked.items():
        left = None if ends is None else ends - clock()
        downloads.append(await _one(job, name, one, left))
        if on_step is not None:
            done, asked = len(downloads), len(picked)
            noun, verb = "icon" if asked == 1 else "icons", "is" if done == 1 else "are"
            await on_step(done, asked, f"{done} of {asked} {noun} {verb} done")
    if not any(one.path for one in downloads):
        return downloads
    page = await _notice(job, wait=deadline_s is None)
    return [replace(one, notice=page.path, notice_note=page.note) if one.path else one for one in downloads]


async def _one(job: _Job, name: str, one: Pick, left: float | None) -> IconDownload:
    if isinstance(one, OpsinError):
        return _failed(name, one)
    try:
        async with asyncio.timeout(left):
            return await _save_one(job, one)
    except TimeoutError:
        return IconDownload(name, one.icon.id, pending=True, error=_NOT_YET)
    except OpsinError as why:
        return replace(_failed(name, why), icon=one.icon.id)
    except Exception as why:  # noqa: BLE001 - a mistake of ours about one icon must not lose the others
        _LOG.exception("Saving %s failed.", one.icon.id)
        told = f"It could not be saved: unexpected {type(why).__name__}."
        return IconDownload(name, one.icon.id, error=told)


async def _save_one(job: _Job, one: Picked) -> IconDownload:
    terms = terms_of(one.icon)
    policy = _judge(job, one)
    if one.body is None:
        raise OpsinError(f"{one.icon.id} has no drawing here. {one.lacking}", hint="Choose another icon.")
    drawing = await checked(one.body)
    changed = changes(job.look, drawing)
    line = credit(one.icon, terms, changed)
    data = await made(one.icon.id, drawing, job.look, line.text if terms.credit_required else "")
    saved = SavedIcon(one, terms, line, job.look, changed, policy.value, data)
    if isinstance(job.to, Packing):
        there = pack(job.to, saved)
        if there is None:
            return IconDownload(one.id, one.icon.id, pending=True, error=NO_ROOM)
    else:
        there = await FILES.run(save, job.to, saved)
    return IconDownload(
        id=one.id,
        icon=one.icon.id,
        path=str(there.path),
        sidecar=str(there.beside),
        format=job.look.format.value,
        size_bytes=len(data),
        sha256=sha256(data).hexdigest(),
        licence=licence_label(terms),
        duties=duties(terms),
        terms=terms,
        credit=line,
        author=author_of(one.icon, terms),
        changes=changed,
        why=_remarks(job, one, takes_colour=drawing.takes_colour),
        already=there.already,
    )


def _refusal(given: Policy, lists: Lists, one: Picked) -> tuple[Policy, str]:
    """The policy that holds for an icon, and why it may not be saved under it; empty where it may."""
    policy = max(given, Policy(one.policy), key=_ORDER.index) if one.policy in _ORDER else given
    return policy, allowed(terms_of(one.icon), policy, lists.allow, lists.deny, one.icon.set.prefix)


def _judge(job: _Job, one: Picked) -> Policy:
    """Give the policy under which an icon may be saved.

    Raises:
        InvalidInput: there is none; the message says why.
    """
    policy, reason = _refusal(job.policy, job.lists, one)
    if not reason:
        return policy
    if "needs license_policy=" in reason:
        hint = "Call again with that license_policy if its duties suit the user, or choose another icon."
    else:
        hint = "Choose another icon."
    raise InvalidInput(
        f"{one.icon.id} is not saved under license_policy={policy}: {clean(reason, 120)}.", hint=hint
    )


def _remarks(job: _Job, one: Picked, *, takes_colour: bool) -> str:
    """What else is to be known of a saved icon."""
    remarks = []
    if one.icon.hidden or one.icon.set.hidden:
        remarks.append("Its set no longer offers it.")
    if not one.cell and one.id != one.icon.id:
        remarks.append(f"{one.id} is another name of {one.icon.id}.")
    if job.look.color and not takes_colour:
        remarks.append("It has colours of its own, so color changes nothing.")
    return " ".join(remarks)


async def _place(services: Services, folder: str, prefix: str) -> Place:
    root, _ = output_root(services.settings)
    return Place(root, await FILES.run(root.folder, folder), prefix)


async def _notice(job: _Job, *, wait: bool) -> PageResult:
    """Bring the folder's notice up to date; an answer that is due does not wait for a slow disk."""
    if isinstance(job.to, Packing):
        return await FILES.run(pack_notice, job.to, NAME)
    try:
        async with asyncio.timeout(None if wait else _NOTICE_SECONDS):
            return await FILES.run(update_notice, job.to.root, job.to.folder)
    except TimeoutError:
        return PageResult(note=f"{NAME} is still being written: the folder is large, or its disk slow.")


async def _prefixes() -> frozenset[str]:
    """The prefixes of all sets that are known, by which two files' names are kept apart."""
    from opsin.icons.catalogue.embedded import open_embedded

    try:
        return await FILES.run(lambda: frozenset(open_embedded().sets))
    except OpsinError:
        return frozenset()


def _policy(given: str) -> Policy:
    word = str(given).strip().lower()
    try:
        return Policy(word) if word else DEFAULT_POLICY
    except ValueError:
        raise InvalidInput(
            f"license_policy is {clean(word, 40)!r}; it may be {', '.join(Policy)}.",
            hint="Call again with one of these.",
        ) from None


def _failed(name: str, error: OpsinError) -> IconDownload:
    return IconDownload(id=name, error=clean(str(error), 1_000), outside=error.outside)
