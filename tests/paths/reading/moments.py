"""Doing something at a certain moment of other code: just before one of its calls to the system."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def at_calls(actions: Mapping[int, Callable[[], None]]) -> Iterator[list[str]]:
    """Do each action just before the call to the system of that number, from 1; gives the names of the calls."""
    names: list[str] = []

    def watch(_: FrameType, event: str, called: Any) -> None:
        if (
            event == "c_call"
            and getattr(called, "__module__", "") in {"posix", "nt"}
            and called is not os.fspath
        ):
            names.append(called.__name__)
            if action := actions.get(len(names)):
                action()

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield names
    finally:
        sys.setprofile(before)
