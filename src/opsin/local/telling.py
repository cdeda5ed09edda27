"""What is to be known of a search of the index, and of the index itself, in short sentences of our own."""

from collections.abc import Iterator

from opsin.local.asked import MOST_WORDS, Asked
from opsin.local.folders import Folders
from opsin.local.searching import Found
from opsin.local.status import Status
from opsin.local.walking import MOST_DEPTH, MOST_PICTURES
from opsin.plural import counted

SETTING = "OPSIN_LOCAL_DIRS"


def search_notes(
    asked: Asked, found: Found, status: Status, folders: Folders, *, reads_text: bool
) -> tuple[str, ...]:
    """What else is to be known of a search.

    Args:
        asked: What was asked for.
        found: What it brought.
        status: How far the index was when it was searched.
        folders: The folders.
        reads_text: The text in pictures is read for the index, here and now.
    """
    return (
        *(_of_query(asked, found, status) if folders.paths else ()),
        *_of_progress(status, folders, reads_text=reads_text),
        *left_out(status, folders),
    )


def nothing_found(asked: Asked, status: Status, folders: Folders) -> str:
    """Why a search found nothing."""
    if not folders.paths:
        return f"none of the folders that {SETTING} names can be searched"
    if not status.complete:
        return "none of the pictures that are known so far has it"
    if not status.pictures:
        return f"there are no pictures in the folders that {SETTING} names"
    if not asked.number:
        return "there are no more pictures"
    return f"none of {status.pictures:,} pictures has it"


def left_out(status: Status, folders: Folders) -> Iterator[str]:
    """What the index leaves out of the folders, and why."""
    if missing := len(folders.missing):
        yield f"{counted(missing, 'folder')} of {SETTING} {_is(missing)} not there"
    if own := len(folders.own):
        yield f"{counted(own, 'folder')} of {SETTING} {_is(own)} opsin's own and {_is(own)} left out: name another one"
    if status.unlisted:
        yield (
            f"{counted(status.unlisted, 'folder')} could not be listed, so that what is in {_them(status.unlisted)} is not known: "
            "the user who runs opsin has to be allowed to"
        )
    if status.too_deep:
        yield (
            f"{counted(status.too_deep, 'folder')} more than {MOST_DEPTH} deep {_were(status.too_deep)} left out with all that is "
            f"in {_them(status.too_deep)}: name one that is further down in {SETTING}"
        )
    if status.beyond:
        yield f"there are more than {MOST_PICTURES:,} pictures, and the folders beyond them were left out"
    if status.closed:
        yield (
            f"{counted(status.closed, 'file')} cannot be opened and {_is(status.closed)} found by "
            "name and folder alone: the user who runs opsin has to be allowed to read them"
        )


def by_name_only(status: Status) -> str:
    """Why pictures that were to be read are known by their names alone; empty where there are none."""
    why = {
        "damaged or no picture": status.damaged,
        "cannot be opened by this user": status.closed,
        "too large (OPSIN_VISION_MAX_BYTES)": status.too_large,
        "in need of an extra": status.lacking,
    }
    return ", ".join(f"{number:,} {told}" for told, number in why.items() if number)


def _of_query(asked: Asked, found: Found, status: Status) -> Iterator[str]:
    if not asked.number:
        yield "the query says nothing that tells one picture from another, so the newest are shown"
    if asked.more:
        yield f"only the first {MOST_WORDS} words were searched for; {asked.more} more {_were(asked.more)} left out"
    for word, other in found.read_as.items():
        yield f"“{word}” is in no picture; “{other}” was taken"
    if found.unknown:
        so_far = "" if status.complete and not status.waiting else " so far"
        yield f"no picture has {' or '.join(f'“{word}”' for word in found.unknown)}{so_far}"
    best = max((match.matched for match in found.matches), default=0)
    if 0 < best < found.asked_for:
        yield f"no picture has all of it; the best have {best} of {found.asked_for}"


def _of_progress(status: Status, folders: Folders, *, reads_text: bool) -> Iterator[str]:
    if not folders.paths:
        return
    if not status.complete:
        yield (
            "the folders were not walked through to their end yet, so that pictures may be missing here; "
            "the same search again goes on"
        )
    elif status.waiting:
        done = status.pictures - status.waiting
        yield f"still indexing: {done:,} of {status.pictures:,}; the others are found by name and folder alone"
    elif reads_text and status.texts < status.read:
        yield (
            f"the text in pictures was read in {status.texts:,} of {status.read:,} so far; "
            "`opsin index --text` reads it ahead"
        )


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _them(number: int) -> str:
    return "it" if number == 1 else "them"
