"""Files that are handed to the caller instead of being written: a few, within a size, each with its sidecar."""

from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from opsin.paths.names import same_name_key

_OVERHEAD = 300
"""Characters that a file takes beside its bytes: its address and its type."""

_MOST_NUMBERS = 100


@dataclass(frozen=True, slots=True)
class ParcelFile:
    """One file.

    Attributes:
        id: The id that it was asked by.
        name: Its name; no two files of a parcel have the same one, in any case.
        mime: Its media type.
        data: Its bytes.
        sidecar: What there is to be told of it, as JSON values; None for a page that goes along.
    """

    id: str
    name: str
    mime: str
    data: bytes
    sidecar: dict[str, Any] | None


@dataclass(slots=True)
class Parcel:
    """Takes files while there is room for them.

    Attributes:
        room: Characters that all files may take as base64 (RFC 4648, section 4).
        files: The files, in the order in which they came.
    """

    room: int
    files: list[ParcelFile] = field(default_factory=list)

    @property
    def left(self) -> int:
        """Bytes of a further file that there is room for."""
        taken = sum(_characters(len(file.data)) for file in self.files)
        return max(0, (self.room - taken - _OVERHEAD) // 4 * 3)

    @property
    def most(self) -> int:
        """Bytes of the largest file that an empty parcel has room for."""
        return max(0, (self.room - _OVERHEAD) // 4 * 3)

    def put(
        self,
        id: str,  # noqa: A002
        stem: str,
        extension: str,
        mime: str,
        data: bytes,
        sidecar: dict[str, Any] | None,
    ) -> PurePosixPath | None:
        """Take a file, and return its name; None where there is no room for it."""
        if len(data) > self.left:
            return None
        taken = {same_name_key(file.name) for file in self.files}
        names = (
            f"{stem}{f'-{number}' if number > 1 else ''}{extension}" for number in range(1, _MOST_NUMBERS)
        )
        name = next((name for name in names if same_name_key(name) not in taken), None)
        if name is None:
            return None
        self.files.append(ParcelFile(id, name, mime, data, sidecar))
        return PurePosixPath(name)


def _characters(size: int) -> int:
    return -(-size // 3) * 4 + _OVERHEAD
