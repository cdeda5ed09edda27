"""The store: what outlives a call. Searches and their ids, kept bytes, small states and shared turns."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from opsin.errors import OpsinError, StoreError
from opsin.store.fallback import FileOrMemory
from opsin.store.ids import HANDLES_FROM, CellId, search_name
from opsin.store.records import Entry, Kept, Pruned, SearchRow, Stats
from opsin.store.saved_json import to_json
from opsin.store.upkeep import Upkeep

if TYPE_CHECKING:
    import sqlite3

    from opsin.store.turns import Turn


class Store:
    """The store, in one file that several processes may share, or in memory where there can be no file.

    Made by `Store.open`. Thread-safe and synchronous: asyncio code calls it in a thread. No file is made
    before something is saved. When the file cannot be used, one warning says why, and what is saved from then on
    lives in memory; what the file still gives can go on being read. Such searches have random nine-digit numbers,
    so that none of their ids names anything that another process gave out.

    Every method raises StoreError after `close`, and where a value that it is to save is not JSON.
    """

    def __init__(
        self,
        databases: FileOrMemory,
        *,
        keep_days: float,
        max_mb: float,
        clock: Callable[[], float],
        secret_ids: bool = False,
    ) -> None:
        self._databases = databases
        self._clock = clock
        self._secret_ids = secret_ids
        self._upkeep = Upkeep(databases, keep_days=keep_days, max_mb=max_mb, clock=clock)
        self._turns: dict[str, Turn] = {}

    @classmethod
    def open(
        cls,
        path: Path | None,
        *,
        keep_days: float = 30,
        max_mb: float = 500,
        patience: float = 3.0,
        clock: Callable[[], float] = time.time,
        secret_ids: bool = False,
    ) -> Self:
        """Make a store over a file; neither the file nor its folder is touched yet.

        Args:
            path: The file, or None for a store in memory, whose searches are numbered from 1.
            keep_days: How long searches and bytes are kept, in days.
            max_mb: How much of kept bytes is kept at most, in MiB; in memory at most 64.
            patience: Seconds that a write waits for another process before it goes to memory.
            clock: Seconds since 1970.
            secret_ids: Give every search a handle that nobody can guess, and know no search by its number.
        """
        databases = FileOrMemory(path, patience=patience)
        return cls(databases, keep_days=keep_days, max_mb=max_mb, clock=clock, secret_ids=secret_ids)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def path(self) -> Path | None:
        """The file that is written to; None when that is memory."""
        return self._databases.path if self._databases.writable else None

    @property
    def in_memory(self) -> bool:
        """Whether what is saved now is lost with this process, as far as is known so far."""
        return not self._databases.writable

    def save_search(
        self, kind: str, query: Mapping[str, Any], entries: Sequence[Mapping[str, Any]], *, served_by: str
    ) -> int:
        """Save one search with its cells, numbered from 1 in their order.

        Args:
            kind: What kind of search it is ("images").
            query: JSON values; `text` is what an expired id names its query by.
            entries: JSON values of each cell.
            served_by: The provider that served.

        Returns:
            The search's number, or with secret ids its handle. No other search ever gets it, in any process.
        """
        from opsin.store.handles import insert_handle, new_handle
        from opsin.store.numbers import note_number
        from opsin.store.queries import insert_search

        row = (kind, to_json(query), served_by, self._clock())
        cells = [to_json(entry) for entry in entries]
        handle = new_handle() if self._secret_ids else 0

        def work(connection: "sqlite3.Connection") -> int:
            number = insert_search(connection, row, cells)
            note_number(connection, number)
            if handle:
                insert_handle(connection, handle, number)
            return handle or number

        number = self._databases.write(work)
        self._upkeep.prune_when_due()
        return number

    def entry(self, id: CellId) -> Entry:  # noqa: A002
        """Return what an id names.

        Raises:
            ExpiredId: its search was pruned or cleared; the message names its query where that is still known.
            UnknownId: it was never given out.
        """
        from opsin.store.queries import find_entry

        hidden = self._is_hidden(id.search)
        found = None if hidden else self._databases.first(lambda connection: find_entry(connection, id))
        if found is None:
            raise self._why_missing(str(id), id.search)
        return found

    def search(self, number: int) -> SearchRow:
        """Return one whole search, of its number or its handle.

        Raises:
            ExpiredId, UnknownId: as for `entry`.
        """
        from opsin.store.queries import find_search

        hidden = self._is_hidden(number)
        found = None if hidden else self._databases.first(lambda connection: find_search(connection, number))
        if found is None:
            raise self._why_missing(f"s{search_name(number)}", number)
        return found

    def put_bytes(self, key: str, data: bytes, *, kind: str, meta: Mapping[str, Any] | None = None) -> None:
        """Keep bytes under a key, in the place of any that were there.

        Args:
            key: What to find them by.
            data: The bytes.
            kind: "thumbnail" or "inspected": the first go first when space runs short.
            meta: JSON values to keep beside them.
        """
        from opsin.store.queries import forget_kept, put_kept

        row = (key, kind, len(data), self._clock(), to_json(meta or {}), data)
        self._databases.write(
            lambda connection: put_kept(connection, row),
            forget=lambda connection: forget_kept(connection, key),
        )
        self._upkeep.prune_when_due(more=len(data))

    def put_bytes_once(
        self, key: str, data: bytes, *, kind: str, meta: Mapping[str, Any] | None = None
    ) -> Kept:
        """Keep bytes under a key that is free, and return what stands there then, whoever put it there.

        Two processes that do so at the same time are given the same bytes. The arguments are those of `put_bytes`.
        """
        from opsin.store.queries import put_kept_once

        # What a busy moment has left in memory was handed out already, so it stands.
        before = self.get_bytes(key)
        if before is not None:
            return before
        row = (key, kind, len(data), self._clock(), to_json(meta or {}), data)
        standing = self._databases.write(lambda connection: put_kept_once(connection, row))
        assert standing is not None
        self._upkeep.prune_when_due(more=len(data))
        return standing

    def keep(self, kept: Sequence[tuple[str, bytes, str]], states: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep bytes and states that can be done without, all in one transaction.

        Where another process holds the store for a second, nothing of it is kept.

        Args:
            kept: Key, bytes and kind of each, as for `put_bytes`.
            states: Values by their keys, as for `put_state`.
        """
        from opsin.store.queries import forget_all, put_all

        now = self._clock()
        rows = [(key, kind, len(data), now, "{}", data) for key, data, kind in kept]
        values = [(key, to_json(value), now) for key, value in states.items()]
        done = self._databases.write_unless_busy(
            lambda connection: put_all(connection, rows, values),
            forget=lambda connection: forget_all(connection, rows, values),
        )
        if done:
            self._upkeep.prune_when_due(more=sum(row[2] for row in rows))

    def get_bytes(self, key: str) -> Kept | None:
        """Return the bytes kept under a key; None where there are none, or the file is held or damaged."""
        from opsin.store.queries import find_kept

        return self._databases.cached(lambda connection: find_kept(connection, key))

    def put_state(self, key: str, value: Mapping[str, Any]) -> None:
        """Keep a small JSON value under a key, in the place of any that was there."""
        from opsin.store.queries import forget_state, put_state

        row = (key, to_json(value), self._clock())
        self._databases.write(
            lambda connection: put_state(connection, row),
            forget=lambda connection: forget_state(connection, key),
        )

    def get_state(self, key: str) -> dict[str, Any] | None:
        """Return the value kept under a key; None where there is none, or the file is held or damaged."""
        from opsin.store.queries import find_state

        return self._databases.cached(lambda connection: find_state(connection, key))

    def reserve(self, key: str, interval: float, latest: float) -> float:
        """Reserve a turn that no other process on this store gets: see `opsin.store.turns.reserve_turn`."""
        from opsin.store.turns import reserve_turn

        now = self._clock()
        own = self._turns.get(key)
        wait = self._databases.write(
            lambda connection: reserve_turn(connection, key, interval, latest, now=now, own=own)
        )
        if wait >= 0:
            self._turns[key] = now + wait, now
        return wait

    def prune(self, now: float | None = None) -> Pruned:
        """Take out what is too old, and kept bytes beyond the allowed total.

        This happens by itself after something was saved, at most once an hour, or sooner after many bytes.

        Args:
            now: Seconds since 1970; the clock's time where None.

        Raises:
            StoreError: the file cannot be written.
        """
        return self._upkeep.prune(now)

    def clear(self) -> Pruned:
        """Take out everything and give its space back. Numbers that were given out stay given out.

        Raises:
            StoreError: the file cannot be opened or written, so that it still holds what it held.
        """
        from opsin.store.pruning import clear_all

        cleared = sum(
            self._databases.each_written(
                lambda connection, _: clear_all(connection), then=lambda one: one.rewrite()
            ),
            Pruned(),
        )
        path = self._databases.path
        if path is not None and not self._databases.readable and path.exists():
            raise StoreError(
                f"The store at {path} cannot be opened, so it was not cleared.",
                hint="Move it away or delete it; a new one is made on the next start.",
            )
        return cleared

    def stats(self) -> Stats:
        """Count what is there, in the file and in memory together."""
        from opsin.store.counting import add_up, count

        counts = self._databases.each_read(count)
        return add_up(counts, path=self.path)

    def close(self) -> None:
        """Close the file. The store cannot be used after it."""
        self._databases.close()

    def _is_hidden(self, number: int) -> bool:
        return self._secret_ids and number < HANDLES_FROM  # known by its handle alone

    def _why_missing(self, name: str, number: int) -> OpsinError:
        from opsin.store.absence import never_given_out, why_missing

        why = None
        if not self._is_hidden(number):
            why = self._databases.first(lambda connection: why_missing(connection, name, number))
        return why or never_given_out(name, lost=self._databases.path if self.in_memory else None)
