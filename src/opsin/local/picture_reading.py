"""Reading one picture for the index: its file, what that is and says, and what its sidecar says."""

from hashlib import sha256
from pathlib import Path

from opsin.errors import PictureError
from opsin.local.entry import entry_of
from opsin.local.folders import Folders
from opsin.local.index import Read
from opsin.local.reading import LocalRefused, read_picture
from opsin.local.rows import Row
from opsin.local.sidecars import read_sidecar
from opsin.local.states import State
from opsin.local.surveying import LacksPackage, survey_apart
from opsin.local.walking import Stamp
from opsin.paths.reading.refused import Reason
from opsin.threads import LOCAL

_STATES = {Reason.UNREADABLE: State.CLOSED, Reason.FILE_TOO_LARGE: State.TOO_LARGE}


async def read_for_index(row: Row, folders: Folders, *, max_bytes: int) -> Read | None:
    """Read a picture; None where it is gone. One that cannot be read is found by its name alone.

    Args:
        row: The picture.
        folders: Where it has to lie.
        max_bytes: The largest file that is read.
    """
    root_name = Path(row.root).name
    try:
        picture = await LOCAL.run(
            read_picture, row.path, folders, max_bytes=max_bytes, sidecar=bool(row.stamp.beside)
        )
    except LocalRefused as why:
        if why.reason is Reason.FILE_NOT_FOUND:
            return None
        entry = entry_of(row.relative, row.stamp, root_name=root_name, problem=why.message)
        return Read(row, row.stamp, entry, _STATES.get(why.reason, State.UNREADABLE))
    stamp = Stamp(picture.stamp.size, picture.stamp.changed, row.stamp.beside)
    beside = None
    if picture.sidecar:
        beside = read_sidecar(picture.sidecar, sha256(picture.data).hexdigest())
    try:
        survey = await survey_apart(picture.data)
    except PictureError as why:
        entry = entry_of(row.relative, stamp, None, beside, root_name=root_name, problem=why.message)
        state = State.LACKING if isinstance(why, LacksPackage) else State.UNREADABLE
        return Read(row, stamp, entry, state)
    return Read(row, stamp, entry_of(row.relative, stamp, survey, beside, root_name=root_name))
