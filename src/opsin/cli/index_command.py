"""`opsin index`: the index of the user's own pictures, made and brought up to date ahead of a search."""

import argparse
from typing import TYPE_CHECKING, Any

from opsin.cli.command import Command, Context
from opsin.cli.console import table
from opsin.cli.exits import FAILED, OK
from opsin.errors import OpsinError, SettingError
from opsin.plural import counted

if TYPE_CHECKING:
    from opsin.local.index import LocalIndex
    from opsin.local.status import Status
    from opsin.settings import Settings

_MEGABYTE = 1_000_000
_UNSET = SettingError(
    "OPSIN_LOCAL_DIRS is not set, so there is nothing to index.",
    hint="Set it to the folders of your pictures, such as ~/Pictures.",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--status", action="store_true", help="only tell how far it is")
    what.add_argument("--rebuild", action="store_true", help="throw it away and make it anew")
    parser.add_argument(
        "--text",
        action="store_true",
        help="read the text in the pictures too, some seconds for each (extra ocr)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Bring the index up to date, or tell how far it is. Ctrl-C keeps what was done."""
    import asyncio

    settings = context.settings()
    if not settings.local_dirs:
        raise _UNSET
    if arguments.text and not arguments.status:
        _refuse_without_reader()
    index = asyncio.run(_index(arguments, context, settings))
    status = index.status()
    context.show(arguments, lambda: _as_json(index, status), lambda _fenced: _as_lines(index, status))
    return OK if index.folders.paths else FAILED


async def _index(arguments: argparse.Namespace, context: Context, settings: "Settings") -> "LocalIndex":
    from secrets import token_hex

    from opsin.local.indexing import LEASE_S, everything, index_of
    from opsin.local.states import MAY_DO_NOW

    index = index_of(settings)
    if arguments.status:
        return index
    if arguments.rebuild:
        index.file.delete()
    owner = token_hex(8)
    # A server that is at the same work just now leaves to others what is done here.
    held = index.hold(owner, LEASE_S)
    try:
        with context.progress(arguments) as progress:
            index.forget_other_folders()
            await everything(
                index, settings, owner=owner, text=arguments.text, again=MAY_DO_NOW, on_step=progress.update
            )
    finally:
        if held:
            index.let_go(owner)
    return index


def _refuse_without_reader() -> None:
    from opsin.ocr.reading import available

    if lacking := available():
        raise OpsinError(lacking, hint="Or leave out --text.")


def _as_lines(index: "LocalIndex", status: "Status") -> list[str]:
    from dataclasses import replace

    from opsin.local.telling import by_name_only, left_out
    from opsin.text import clean

    rows = [
        *(("folder", clean(path, 1_000)) for path in index.folders.paths),
        *(("not there", clean(path, 1_000)) for path in index.folders.missing),
        *(("opsin's own", clean(path, 1_000)) for path in index.folders.own),
        ("pictures", f"{status.pictures:,}, {status.read:,} read"),
    ]
    if unread := by_name_only(status):
        rows.append(("by name only", unread))
    rows += [("left out", told) for told in left_out(status, replace(index.folders, missing=(), own=()))]
    if not status.complete and index.folders.paths:
        rows.append(
            ("not finished", "the folders were not walked through to their end yet; `opsin index` goes on")
        )
    if status.waiting:
        rows.append(("waiting", f"{status.waiting:,}; `opsin index` reads them"))
    rows.append(("text", _text_line(status)))
    rows.append(("file", f"{index.file.path}, {status.size / _MEGABYTE:.1f} MB"))
    return table(rows)


def _text_line(status: "Status") -> str:
    from opsin.ocr.reading import available

    told = f"was looked for in {counted(status.texts, 'picture')}"
    if lacking := available():
        return f"{told}. {lacking}"
    return told if status.texts >= status.read else f"{told}; servers go on with it, or `opsin index --text`"


def _as_json(index: "LocalIndex", status: "Status") -> dict[str, Any]:
    return {
        "folders": list(index.folders.paths),
        "missing": list(index.folders.missing),
        "pictures": status.pictures,
        "read": status.read,
        "own": list(index.folders.own),
        "unreadable": status.unreadable,
        "damaged": status.damaged,
        "closed": status.closed,
        "too_large": status.too_large,
        "lacking": status.lacking,
        "unlisted_folders": status.unlisted,
        "too_deep_folders": status.too_deep,
        "complete": status.complete,
        "waiting": status.waiting,
        "texts": status.texts,
        "walked": status.whole,
        "file": str(index.file.path),
        "bytes": status.size,
    }


COMMAND = Command(
    "index",
    "Read the pictures in the folders of OPSIN_LOCAL_DIRS ahead, so that `opsin search --provider local` finds them.",
    "opsin index --status",
    configure,
    run,
)
