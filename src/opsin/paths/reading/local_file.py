"""A file of this machine: named in any form, opened within the roots, read once it stands still."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from opsin.paths.reading.forms import LATEST, Form, read_form
from opsin.paths.reading.newest import FRESH_S, IsPicture, newest_picture
from opsin.paths.reading.opening import open_file
from opsin.paths.reading.refused import ReadRefused, Reason, Unsettled, shown, too_large
from opsin.paths.reading.roots import Roots
from opsin.threads import FILES

WAIT_S = 2.0
_PAUSE_S = 0.1
_GO_ON = (Reason.FILE_NOT_FOUND, Reason.PATH_NOT_ALLOWED)
_T = TypeVar("_T")
_ENDS_EARLY = "It ends early and was changed a moment ago: it may still have been being written."


@dataclass(frozen=True, slots=True)
class LocalFile:
    """A file that was read.

    Attributes:
        shown: Its path without links; bytes of a name that are no text are written as escapes.
        data: All of it.
        changed: When it was last changed, in seconds since 1970.
        note: What else is to be known of it, a sentence; empty for nothing.
    """

    shown: str
    data: bytes
    changed: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Kinds:
    """What is known of kinds of files, from above.

    Attributes:
        is_picture: Tells from the first kilobyte whether it is a picture, for `latest`.
        ends_early: Tells from the whole data whether its end is missing.
    """

    is_picture: IsPicture
    ends_early: Callable[[bytes], bool]


ANY_KIND = Kinds(is_picture=bool, ends_early=lambda _: False)


async def read_local(
    given: str,
    roots: Roots,
    *,
    max_bytes: int,
    kinds: Kinds = ANY_KIND,
    wait_s: float = WAIT_S,
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    now: Callable[[], float] = time.time,
) -> LocalFile:
    """Read a file. One that is still being written is waited for, and then told.

    Args:
        given: Its path in any form, or `latest`, `latest:FOLDER` or `FOLDER/latest` for the newest picture.
        roots: The folders in which it has to lie.
        max_bytes: The largest file that is read.
        kinds: What is known of kinds of files.
        wait_s: How long an unfinished file is waited for.
        pause: Waits for some seconds.
        now: The time, in seconds since 1970.

    Raises:
        ReadRefused: it is not read; `reason` says why.
    """
    distribution = os.environ.get("WSL_DISTRO_NAME", "")
    form = read_form(given, roots.system, home=roots.home, distribution=distribution)
    waited = 0.0
    paths = _candidates(form, roots)
    if form.newest:
        paths = [await FILES.run(_newest, form, given, roots, kinds, now)]
    while True:
        last = waited >= wait_s
        try:
            found = await FILES.run(_read_first, paths, given, roots, max_bytes, kinds, now, last=last)
        except Unsettled:
            if last:
                raise
            await pause(_PAUSE_S)
            waited += _PAUSE_S
        else:
            return found


def _candidates(form: Form, roots: Roots) -> list[str]:
    """The absolute paths that a path may stand for, in the order in which they are tried."""
    paths = roots.system.paths
    if paths.isabs(form.path):
        return [form.path]
    return [paths.join(base, form.path) for base in roots.bases]


def _newest(form: Form, given: str, roots: Roots, kinds: Kinds, now: Callable[[], float]) -> str:
    if not form.path:
        return newest_picture(roots.pictures, given, roots, kinds.is_picture, now)
    return _first(
        _candidates(form, roots), lambda path: newest_picture([path], given, roots, kinds.is_picture, now)
    )


def _read_first(
    paths: Sequence[str],
    given: str,
    roots: Roots,
    max_bytes: int,
    kinds: Kinds,
    now: Callable[[], float],
    *,
    last: bool,
) -> LocalFile:
    def read(path: str) -> LocalFile:
        try:
            return _read(path, given, roots, max_bytes, kinds, now(), last=last)
        except ReadRefused as refusal:
            folder, name = roots.system.paths.split(path)
            if refusal.reason is not Reason.FILE_NOT_FOUND or name.lower() != LATEST:
                raise
        newest = newest_picture([folder], given, roots, kinds.is_picture, now)
        return _read(newest, given, roots, max_bytes, kinds, now(), last=last)

    return _first(paths, read)


def _first(paths: Sequence[str], take: Callable[[str], _T]) -> _T:
    """Take the first path that leads to something; of several refusals the one that says most is raised."""
    refusals = []
    for path in paths:
        try:
            return take(path)
        except ReadRefused as refusal:
            if refusal.reason not in _GO_ON:
                raise
            refusals.append(refusal)
    raise min(refusals, key=lambda refusal: (_GO_ON.index(refusal.reason), not refusal.outside))


def _read(
    path: str, given: str, roots: Roots, max_bytes: int, kinds: Kinds, now: float, *, last: bool
) -> LocalFile:
    opened = open_file(path, given, roots)
    with os.fdopen(opened.handle, "rb", buffering=0) as file:
        before = os.fstat(file.fileno())
        if before.st_size > max_bytes:
            raise too_large(given, before.st_size, max_bytes)
        data = _all_of(file.read, max_bytes + 1)
        after = os.fstat(file.fileno())
    if len(data) > max_bytes:
        raise too_large(given, max(after.st_size, len(data)), max_bytes)
    fresh = now - after.st_mtime < FRESH_S
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns) or len(
        data
    ) != after.st_size:
        raise Unsettled(given, "is still being written")
    if not data:
        if fresh and not last:
            raise Unsettled(given, "is empty")
        raise ReadRefused(
            Reason.UNSUPPORTED_TYPE,
            f"{shown(given)} is empty.",
            hint="It may not have been written yet: call again in a moment, or save it again.",
        )
    early = fresh and kinds.ends_early(data)
    if early and not last:
        raise Unsettled(given, "is still being written")
    return LocalFile(_printable(opened.real), data, after.st_mtime, _ENDS_EARLY if early else "")


def _all_of(read: Callable[[int], bytes | None], most: int) -> bytes:
    """Read up to so many bytes; one reading may give fewer than are there."""
    parts = []
    while most > 0 and (part := read(most)):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _printable(path: str) -> str:
    return os.fsencode(path).decode("utf-8", "backslashreplace")
