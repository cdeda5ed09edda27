"""How far a picture of the index was read."""

from enum import IntEnum


class State(IntEnum):
    """How far a picture, or the text in it, was read."""

    WAITING = 0
    READ = 1
    UNREADABLE = 2
    CLOSED = 3
    """The system does not give the file to this user."""
    TOO_LARGE = 4
    LACKING = 5
    """It needs a package that is not installed."""


MAY_DO_NOW = (State.CLOSED, State.TOO_LARGE, State.LACKING)
"""What changes without the file being changed: rights, a setting, a package."""
