"""The check of `opsin doctor` on the user's own pictures."""

from opsin.cli.findings import Finding, Level
from opsin.errors import OpsinError
from opsin.plural import counted
from opsin.settings import Settings
from opsin.text import clean

_WHAT = "own pictures"


def check_local(settings: Settings) -> Finding:
    """Whether the folders are there, and how far their index is. It makes no index."""
    if not settings.local_dirs:
        told = "no folders are named (OPSIN_LOCAL_DIRS), so provider local finds none"
        return Finding(Level.OK, _WHAT, told)
    from opsin.local.indexing import index_of
    from opsin.local.telling import by_name_only, left_out
    from opsin.ocr.reading import available

    index = index_of(settings)
    if index.folders.missing:
        missing = clean(", ".join(index.folders.missing), 300)
        hint = "Correct OPSIN_LOCAL_DIRS, or connect the disk."
        return Finding(Level.WARN, _WHAT, f"not there: {missing}", hint)
    try:
        status = index.status()
    except OpsinError as why:
        return Finding(Level.WARN, _WHAT, why.message, why.hint)
    told = f"{counted(len(index.folders.paths), 'folder')}, {counted(status.pictures, 'picture')}, {status.read:,} read"
    if settings.local_ocr and not available():
        told += f", text looked for in {status.texts:,}"
    if unread := by_name_only(status):
        told += f", by name only: {unread}"
    if missed := "; ".join(left_out(status, index.folders)):
        hint = "Let the user who runs opsin read them, or name other folders in OPSIN_LOCAL_DIRS. Then run `opsin index`."
        return Finding(Level.WARN, _WHAT, f"{told}; {missed}", hint)
    hint = "`opsin index` reads them ahead." if status.waiting or not status.complete else ""
    return Finding(Level.OK, _WHAT, told, hint)
