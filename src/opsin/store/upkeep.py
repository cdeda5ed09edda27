"""When the store is pruned: after something was saved, where an hour has gone by or many bytes have come."""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from opsin.errors import StoreError
from opsin.store.fallback import FileOrMemory
from opsin.store.records import Pruned

if TYPE_CHECKING:
    import sqlite3

_LOG = logging.getLogger(__name__)
_DAY = 86_400.0
_EVERY = 3_600.0
_RETRY_AFTER = 60.0
_MEMORY_BYTES = 64 * 2**20


class Upkeep:
    """Prunes both databases of a store. Thread-safe.

    Args:
        databases: The file and what stands in for it.
        keep_days: How long searches and bytes are kept, in days.
        max_mb: How much of kept bytes is kept at most, in MiB; in memory at most 64.
        clock: Seconds since 1970.
    """

    def __init__(
        self, databases: FileOrMemory, *, keep_days: float, max_mb: float, clock: Callable[[], float]
    ) -> None:
        self._databases = databases
        self._keep_seconds = keep_days * _DAY
        self._max_bytes = int(max_mb * 2**20)
        self._clock = clock
        self._lock = threading.Lock()
        self._next = 0.0
        self._unpruned_bytes = 0

    def prune(self, now: float | None = None, *, patience: float | None = None) -> Pruned:
        """Take out what is too old, and kept bytes beyond the allowed total.

        Args:
            now: Seconds since 1970; the clock's time where None.
            patience: Seconds to wait for the file where it is busy; the usual ones where None.

        Raises:
            StoreError: the file cannot be written.
        """
        from opsin.store.pruning import prune

        time_now = self._clock() if now is None else now
        with self._lock:
            self._unpruned_bytes = 0
            self._next = self._clock() + _EVERY

        def work(connection: "sqlite3.Connection", in_memory: bool) -> Pruned:
            return prune(
                connection, now=time_now, keep_seconds=self._keep_seconds, max_bytes=self._room(in_memory)
            )

        return sum(
            self._databases.each_written(work, then=lambda one: one.give_back(), patience=patience), Pruned()
        )

    def prune_when_due(self, *, more: int = 0) -> None:
        """Prune where it is time, or where many bytes were added since the last time.

        Args:
            more: Bytes that were added just now.
        """
        from opsin.store.queries import last_prune

        now = self._clock()
        with self._lock:
            self._unpruned_bytes += more
            full = self._unpruned_bytes > self._room(not self._databases.writable) // 8
            if not full and now < self._next <= now + _EVERY:
                return
        try:
            last = min(self._databases.each_read(last_prune), default=0.0)
            if not full and 0 <= now - last < _EVERY:
                with self._lock:
                    self._next = last + _EVERY
                return
            self.prune(patience=self._databases.short_patience)
        except StoreError as error:
            # What was saved is saved; a later save tries again.
            with self._lock:
                self._next = now + _RETRY_AFTER
            _LOG.info("The store was not pruned: %s", error)

    def _room(self, in_memory: bool) -> int:
        return min(self._max_bytes, _MEMORY_BYTES) if in_memory else self._max_bytes
