"""`opsin cache`: what is kept between calls."""

import argparse

from opsin.cli.command import Command, Context
from opsin.cli.console import table
from opsin.cli.exits import OK
from opsin.cli.plural import counted

_MEGABYTE = 1_000_000


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "--clear", action="store_true", help="take everything out; ids given out before name nothing any more"
    )


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print what is kept and where, or clear it."""
    from opsin.local.indexing import index_file
    from opsin.services import open_store, state_folder
    from opsin.store.shelf import clear_shelves

    settings = context.settings()
    folder = state_folder(settings)
    with open_store(settings) as store:
        if arguments.clear:
            cleared = store.clear()
            saved = clear_shelves(folder)
            had_index = index_file(settings).delete()
            context.console.say(
                f"Cleared {counted(cleared.searches, 'search', 'searches')}, "
                f"{counted(cleared.kept, 'cached picture')} ({cleared.kept_bytes / _MEGABYTE:.1f} MB) and "
                f"{counted(saved, 'saved sheet or picture', 'saved sheets and pictures')} from {folder}."
                + (" The index of your own pictures is gone too." if had_index else "")
            )
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


COMMAND = Command(
    "cache",
    "Show what is kept between calls (searches with their ids, cached pictures), or clear it.",
    "opsin cache --clear",
    configure,
    run,
)
