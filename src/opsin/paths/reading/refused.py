"""Why a file was not read, and the sentences for it."""

from enum import StrEnum

from opsin.errors import OpsinError
from opsin.text import clean, unmarked

_SHOWN_CHARACTERS = 300
_NAMES_CHARACTERS = 600

SETTING = "OPSIN_VISION_ALLOWED_PATHS"


class Reason(StrEnum):
    """What kept a file from being read."""

    INVALID_PATH = "INVALID_PATH"
    FILE_NOT_FOUND = "FILE_NOT_FOUND"
    PATH_NOT_ALLOWED = "PATH_NOT_ALLOWED"
    NOT_A_FILE = "NOT_A_FILE"
    FILE_TOO_LARGE = "FILE_TOO_LARGE"
    UNSUPPORTED_TYPE = "UNSUPPORTED_TYPE"
    UNREADABLE = "UNREADABLE"
    """It is there and may be read, but the system does not give it, or it does not stop changing."""


class ReadRefused(OpsinError):
    """A file that was not read.

    Args:
        reason: Which of the reasons it is.
        message: What happened, to which path.
        hint: What to do next.
        outside: Names of files, which others may have chosen.
    """

    code = "not-read"

    def __init__(self, reason: Reason, message: str, *, hint: str = "", outside: str = "") -> None:
        super().__init__(message, hint=hint, outside=outside)
        self.reason = reason


class Unsettled(ReadRefused):
    """A file that is being written, or held by who writes it: it is looked at again for a while.

    Args:
        given: The path as it was given.
        why: Goes on after it.
    """

    def __init__(self, given: str, why: str) -> None:
        message = f"{shown(given)} {why}."
        super().__init__(Reason.UNREADABLE, message, hint="Call again in a moment.")


def shown(given: str) -> str:
    """A path in quotes, as a line of ours may repeat it."""
    return f'"{unmarked(clean(given, _SHOWN_CHARACTERS))}"'


def invalid(given: str, why: str, hint: str = "") -> ReadRefused:
    """For a text that is no path: `why` goes on after it."""
    return ReadRefused(Reason.INVALID_PATH, f"The path {shown(given)} {why}.", hint=hint)


def not_allowed(given: str, note: str = "") -> ReadRefused:
    """For a path that leads out. It says the same whether or not anything is there.

    Args:
        given: The path as it was given.
        note: What else is to be known of the folders.
    """
    return ReadRefused(
        Reason.PATH_NOT_ALLOWED,
        f"The path {shown(given)} is outside of the folders whose images may be read.",
        hint=f"Name its folder in {SETTING}, or copy the image into the project folder."
        + (f" {note}" if note else ""),
    )


def not_found(given: str, near: tuple[str, ...] = ()) -> ReadRefused:
    """For a path with nothing at its end; `near` are names of the folder that are like the one that is missing."""
    hint = "Check the path. latest:FOLDER looks at the newest picture of a folder."
    if near:
        hint = "Names like it in that folder are in the quoted lines. latest:FOLDER looks at the newest picture of a folder."
    return ReadRefused(
        Reason.FILE_NOT_FOUND,
        f"There is no file {shown(given)}.",
        hint=hint,
        outside=clean("there are " + " · ".join(near), _NAMES_CHARACTERS) if near else "",
    )


def not_a_file(given: str, what: str) -> ReadRefused:
    """For a path that ends at something else than a file."""
    hint = "Give the path of a picture."
    if what == "a folder":
        hint = "Give the path of a picture in it; latest:FOLDER looks at the newest one."
    return ReadRefused(Reason.NOT_A_FILE, f"{shown(given)} is {what}, not a file.", hint=hint)


def too_large(given: str, size: int, most: int) -> ReadRefused:
    """For a file with more bytes than are read."""
    return ReadRefused(
        Reason.FILE_TOO_LARGE,
        f"{shown(given)} has {size:,} bytes; at most {most:,} are read.",
        hint="Save it smaller, or raise OPSIN_VISION_MAX_BYTES.",
    )


def unreadable(given: str, why: str, hint: str = "") -> ReadRefused:
    """For a file that the system does not give: `why` goes on after its path."""
    return ReadRefused(Reason.UNREADABLE, f"{shown(given)} {why}.", hint=hint)


def endless(given: str) -> ReadRefused:
    """For a path that leads from link to link."""
    return unreadable(
        given,
        "leads from link to link without an end, as links that lead to each other do",
        "Give the path of the picture itself, without links.",
    )
