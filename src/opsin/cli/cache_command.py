"""`opsin cache`: what is kept between calls."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from opsin.cli.command import Command, Context
from opsin.cli.console import table
from opsin.cli.exits import OK
from opsin.errors import InvalidInput
from opsin.plural import counted

if TYPE_CHECKING:
    from opsin.local.database import IndexFile

_MEGABYTE = 1_000_000


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "--clear",
        action="store_true",
        help="take everything out but the index of your own pictures; ids given out before name nothing any more",
    )
    parser.add_argument(
        "--index", action="store_true", help="with --clear: take the index of your own pictures out too"
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print what is kept and where, or clear it."""
    from opsin.local.indexing import index_file
    from opsin.services import open_store, state_folder
    from opsin.store.shelf import clear_shelves

    if arguments.index and not arguments.clear:
        raise InvalidInput(
            "--index is for --clear alone.", hint="`opsin cache --clear --index` takes the index out too."
        )
    settings = context.settings()
    folder = state_folder(settings)
    with open_store(settings) as store:
        if arguments.clear:
            cleared = store.clear()
            saved = clear_shelves(folder)
            context.console.say(
                f"Cleared {counted(cleared.searches, 'search', 'searches')}, "
                f"{counted(cleared.kept, 'cached picture')} ({cleared.kept_bytes / _MEGABYTE:.1f} MB) and "
                f"{counted(saved, 'saved sheet or picture', 'saved sheets and pictures')} from {folder}."
            )
            context.console.say(*_index(index_file(settings), delete=arguments.index))
            return OK
        stats = store.stats()
    local = index_file(settings)
    kinds = [
        (kind, f"{number}, {size / _MEGABYTE:.1f} MB") for kind, (number, size) in sorted(stats.kinds.items())
    ]
    context.console.say(
        *table(
            [
                ("folder", str(folder)),
                ("searches", f"{stats.searches}, {counted(stats.entries, 'cell')}"),
                *kinds,
                ("file", f"{stats.file_bytes / _MEGABYTE:.1f} MB"),
                *([("local index", f"{local.size / _MEGABYTE:.1f} MB")] if local.is_there else []),
                ("kept for", f"{settings.keep_days} days, at most {settings.store_max_mb} MB of pictures"),
            ]
        )
    )
    return OK


def _index(file: "IndexFile", *, delete: bool) -> Iterator[str]:
    if not file.is_there:
        return
    size = f"{file.size / _MEGABYTE:.1f} MB"
    if delete:
        file.delete()
        yield f"The index of your own pictures ({size}) is gone too; `opsin index` makes it anew."
    else:
        yield f"The index of your own pictures ({size}) stays; `opsin cache --clear --index` takes it out too."


COMMAND = Command(
    "cache",
    "Show what is kept between calls (searches with their ids, cached pictures), or clear it.",
    "opsin cache --clear",
    configure,
    run,
)
