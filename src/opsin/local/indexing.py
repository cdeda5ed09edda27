"""Keeping the index up to date: a quick look at each search, and all the rest behind it."""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from secrets import token_hex
from weakref import WeakKeyDictionary

from opsin.background import Background
from opsin.errors import OpsinError
from opsin.in_time import finish_in_time
from opsin.local.database import FILE, IndexFile
from opsin.local.folder_changes import may_have_changed
from opsin.local.folders import folders_of, without_own
from opsin.local.index import LocalIndex, Read
from opsin.local.picture_reading import read_for_index
from opsin.local.rows import KEEP_ROOT_S, Row
from opsin.local.states import State
from opsin.local.surveying import prepare
from opsin.local.text_reading import words_in_picture
from opsin.ocr.reading import available
from opsin.services import Services, output_root, state_folder
from opsin.settings import Settings
from opsin.store.shelf import INSPECTED, SHEETS
from opsin.threads import LOCAL

log = logging.getLogger(__name__)

OnStep = Callable[[int, int, str], Awaitable[None]]
"""Called with pictures done, pictures in all, and a short sentence."""

WALK_S = 0.7
"""Seconds that a search spends on looking for what changed."""
FIRST_WALK_S = 2.0
"""The same before the folders were ever walked to their end."""
READ_S = 0.5
"""Seconds that a search spends on reading what is new, the newest first."""

TOGETHER = 64
AT_ONCE = 2
"""While one picture is decoded, the next one is read from the disk."""
LEASE_S = 90.0
"""Seconds for which who indexes is left alone; one picture takes less."""
_LET_GO_S = 0.3
_FRESH_S = 2.0
"""For so long after a look only folders that changed since lead to another one."""
_STAMPS_S = 0.2
"""Seconds that asking folders whether they changed may take."""
_LONGEST_PAUSE_S = 10.0

_indexings: "WeakKeyDictionary[Background, Indexing]" = WeakKeyDictionary()


def index_of(settings: Settings) -> LocalIndex:
    """The index of the folders that the settings name. It blocks, for the folders are looked up."""
    state = state_folder(settings)
    held = state.resolve()
    try:
        out = output_root(settings)[0].root.resolve()
    except OpsinError:
        out = held
    # What opsin itself shows is no picture of the user's; what it downloaded is.
    shown = {str(held / kind) for kind in (SHEETS, INSPECTED)}
    leave_out = frozenset({str(held), *shown} - {str(out)})
    folders = without_own(folders_of(settings), leave_out, str(out))
    return LocalIndex(IndexFile(state / FILE), folders, leave_out=leave_out)


def index_file(settings: Settings) -> IndexFile:
    """The file of the index."""
    return IndexFile(state_folder(settings) / FILE)


async def bring_up_to_date(services: Services) -> None:
    """Look for what changed in the user's folders, for a second at most, and go on behind the answer.

    Raises:
        StoreError: the index cannot be used.
    """
    indexing = _indexings.get(services.background)
    if indexing is None:
        indexing = _indexings[services.background] = Indexing(services.settings)
    await indexing.look()
    indexing.go_on(services.background)


class Indexing:
    """The work on the index within one set of services.

    Args:
        settings: Name the folders, and say whether text is read.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._task: asyncio.Task[None] | None = None
        self._looked = -_FRESH_S
        self._listed: dict[str, int] = {}
        self._listed_at = 0
        self._more = True
        self._looking = asyncio.Lock()

    async def look(self) -> None:
        """Take in what is new, changed or gone by its names, and read the newest of it, within bounds."""
        async with self._looking:
            is_fresh = time.monotonic() - self._looked < _FRESH_S
            if is_fresh and not await LOCAL.run(
                may_have_changed, self._listed, self._listed_at, _over_after(_STAMPS_S)
            ):
                return
            prepare()
            index = await LOCAL.run(index_of, self._settings)
            listed_at = time.time_ns()
            seconds = WALK_S if (await LOCAL.run(index.status)).whole else FIRST_WALK_S
            whole = await LOCAL.run(index.refresh, _over_after(seconds))
            if self._task is None or self._task.done():
                clock = asyncio.get_running_loop().time
                until = clock() + READ_S
                while clock() < until and await read_waiting(
                    index, self._settings, most=4 * AT_ONCE, until=until
                ):
                    pass
            self._more = not whole or await LOCAL.run(self._has_more, index)
            self._listed, self._listed_at = index.listed, listed_at
            # What was not looked at to the end, and a folder that was not there, is looked at again in any case.
            again = not whole or index.folders.missing
            self._looked = time.monotonic() - (_FRESH_S if again else 0.0)

    def go_on(self, background: Background) -> None:
        """Have all that is left done behind the answer, unless it is being done, or nothing is left."""
        if self._more and (self._task is None or self._task.done()):
            try:
                self._task = background.start(self._all(), "local index")
            except RuntimeError:
                log.debug("the services are closing")

    def _has_more(self, index: LocalIndex) -> bool:
        if index.waiting(1):
            return True
        return self._settings.local_ocr and not available() and bool(index.waiting_for_text(1))

    async def _all(self) -> None:
        index = await LOCAL.run(index_of, self._settings)
        owner = token_hex(8)
        try:
            if await LOCAL.run(index.hold, owner, LEASE_S):
                await everything(
                    index, self._settings, owner=owner, text=self._settings.local_ocr, gently=True
                )
        except OpsinError as why:
            log.warning("the local index: %s", why.message)
        finally:
            # So that the next process need not wait until it runs out. An end that is due does not wait for it.
            with suppress(OpsinError, TimeoutError):
                async with asyncio.timeout(_LET_GO_S if _is_cancelled() else None):
                    await LOCAL.run(index.let_go, owner)


async def everything(
    index: LocalIndex,
    settings: Settings,
    *,
    owner: str,
    text: bool,
    gently: bool = False,
    again: Sequence[State] = (State.CLOSED,),
    on_step: OnStep | None = None,
) -> None:
    """Bring the whole index up to date, however long that takes. What is done by then is kept when it is cancelled.

    Args:
        index: The index.
        settings: Say which files are too large.
        owner: Who holds the work; it is taken again and again.
        text: Read the text in pictures too.
        gently: Rest as long as the reading of a text took.
        again: Read pictures again that were so, though their files did not change.
        on_step: Told of each step.
    """
    over = threading.Event()
    try:
        if on_step is not None:
            await on_step(0, 0, "looking for pictures")
        await LOCAL.run(index.refresh, over.is_set)
    finally:
        over.set()
    await LOCAL.run(index.forget_other_folders, unused_s=KEEP_ROOT_S)
    await LOCAL.run(index.read_again, again)
    while await read_waiting(index, settings, most=TOGETHER):
        await LOCAL.run(index.hold, owner, LEASE_S)
        if on_step is not None:
            status = await LOCAL.run(index.status)
            done = status.pictures - status.waiting
            await on_step(done, status.pictures, f"{done:,} of {status.pictures:,} pictures are read")
    if text and not available():
        await _read_texts(index, settings, owner, gently=gently, on_step=on_step)


async def read_waiting(
    index: LocalIndex, settings: Settings, *, most: int, until: float | None = None
) -> int:
    """Read some of the pictures that are known by their names alone, those changed last first. Returns how many.

    Args:
        index: The index.
        settings: Say which files are too large.
        most: How many.
        until: Time of the running loop at which it ends with what was read by then.
    """
    waiting = await LOCAL.run(index.waiting, most)
    slots = asyncio.Semaphore(AT_ONCE)
    gone: list[int] = []
    limit = settings.vision_max_bytes

    async def one(row: Row) -> None:
        async with slots:
            read = await read_for_index(row, index.folders, max_bytes=limit)
        if read is None:
            gone.append(row.id)
        else:
            found.append(read)

    found: list[Read] = []
    tasks = [asyncio.create_task(one(row)) for row in waiting]
    left = None if until is None else max(0.0, until - asyncio.get_running_loop().time())
    await finish_in_time(tasks, left)
    if found:
        await LOCAL.run(index.put, found)
    if gone:
        await LOCAL.run(index.forget, gone)
    return len(found) + len(gone)


async def _read_texts(
    index: LocalIndex, settings: Settings, owner: str, *, gently: bool, on_step: OnStep | None
) -> None:
    clock = asyncio.get_running_loop().time
    while waiting := await LOCAL.run(index.waiting_for_text, AT_ONCE):
        for row in waiting:
            began = clock()
            words = await words_in_picture(row, index.folders, max_bytes=settings.vision_max_bytes)
            await LOCAL.run(index.put_text, row, words or "", readable=words is not None)
            await LOCAL.run(index.hold, owner, LEASE_S)
            if on_step is not None:
                status = await LOCAL.run(index.status)
                told = f"text was looked for in {status.texts:,} of {status.read:,} pictures"
                await on_step(status.texts, status.read, told)
            if gently:
                await asyncio.sleep(min(_LONGEST_PAUSE_S, clock() - began))


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _over_after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end
