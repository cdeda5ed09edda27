"""A cheap look at whether anything was put into, or taken out of, folders that were listed a moment ago."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress

UNSURE_NS = 2_000_000_000
"""The coarsest time of a file system (FAT): what changed so shortly before it was listed may have changed again since."""


def time_of(folder: str | int) -> int:
    """When a folder was last changed, in nanoseconds since 1970, by its path or its handle; 0 where that is not known."""
    with suppress(OSError):
        return os.stat(folder).st_mtime_ns  # noqa: PTH116 - a handle has no Path
    return 0


def may_have_changed(
    listed: Mapping[str, int], listed_at: int, is_over: Callable[[], bool] = lambda: False
) -> bool:
    """Whether any of the folders may hold other files by now; True where that cannot be told in time.

    Args:
        listed: When each folder had been changed, as it was listed: paths, and nanoseconds since 1970.
        listed_at: When the listing began, in nanoseconds since 1970.
        is_over: Asked at each folder whether to stop.
    """
    for path, stamp in listed.items():
        if not stamp or stamp > listed_at - UNSURE_NS or is_over() or time_of(path) != stamp:
            return True
    return False
