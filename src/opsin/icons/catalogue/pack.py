"""A pack: one file of named sections, each of one or more zstandard frames, so that any frame is read by itself.

Layout: the eight bytes of `MAGIC`; the length of the table, four bytes, lowest first; the table, a JSON object in
one zstandard frame, `{name: [offset, [length of each frame]]}`, offsets from the end of the table; the frames.
Each frame carries its checksum (RFC 8878, 3.1.1), so damaged bytes are seen and never read as data.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from opsin.errors import OpsinError

MAGIC = b"OPSINPK1"
MOST_RAW = 64_000_000
"""Bytes that one frame may have when it is read."""
_LEVEL = 19


def pack_bytes(sections: Mapping[str, Sequence[bytes]], level: int = _LEVEL) -> bytes:
    """The file of sections, each a sequence of frames before compression. The same sections give the same bytes."""
    import zstandard

    compressor = zstandard.ZstdCompressor(level=level, write_checksum=True, write_content_size=True)
    table: dict[str, tuple[int, list[int]]] = {}
    body: list[bytes] = []
    offset = 0
    for name, frames in sections.items():
        packed = [compressor.compress(frame) for frame in frames]
        table[name] = (offset, [len(frame) for frame in packed])
        offset += sum(table[name][1])
        body += packed
    head = compressor.compress(json.dumps(table, separators=(",", ":")).encode())
    return b"".join((MAGIC, len(head).to_bytes(4, "little"), head, *body))


class Pack:
    """A pack that is read from its file, a frame at a time. Nothing stays open.

    Args:
        path: The file.
        remedy: What a person can do where it cannot be read.

    Raises:
        OpsinError: The file is missing or is no pack.
    """

    def __init__(self, path: Path, remedy: str) -> None:
        self._path = path
        self._remedy = remedy
        try:
            with path.open("rb") as file:
                start = file.read(len(MAGIC) + 4)
                if start[:-4] != MAGIC:
                    raise self._broken("is not one of opsin's")
                length = int.from_bytes(start[-4:], "little")
                self._table = _table(self._raw(file, length))
                self._first = len(start) + length
        except OSError as why:
            raise self._broken(f"cannot be read ({why.strerror or type(why).__name__})") from why
        except (ValueError, TypeError, LookupError) as why:
            raise self._broken("is damaged") from why

    def frames(self, name: str) -> int:
        """How many frames a section has; 0 where there is no such section."""
        return len(self._table[name][1]) if name in self._table else 0

    @property
    def names(self) -> frozenset[str]:
        """The sections' names."""
        return frozenset(self._table)

    def read(self, name: str, frame: int = 0) -> bytes:
        """The bytes of one frame of a section.

        Raises:
            OpsinError: There is no such section, or the file is damaged or gone.
        """
        try:
            offset, lengths = self._table[name]
            with self._path.open("rb") as file:
                file.seek(self._first + offset + sum(lengths[:frame]))
                return self._raw(file, lengths[frame])
        except OSError as why:
            raise self._broken(f"cannot be read ({why.strerror or type(why).__name__})") from why
        except LookupError as why:
            raise self._broken(f"lacks its part {name!r}") from why

    def broken(self) -> OpsinError:
        """The error for contents that do not fit together."""
        return self._broken("is damaged")

    def _raw(self, file: BinaryIO, length: int) -> bytes:
        import zstandard

        packed = file.read(length)
        # Unlike `decompress`, it also reads on where the frame says that it is empty, to the checksum.
        reader = zstandard.ZstdDecompressor().decompressobj()
        try:
            frame = zstandard.get_frame_parameters(packed)
            if len(packed) != length or not frame.has_checksum or frame.content_size > MOST_RAW:
                raise self._broken("is damaged")
            raw = reader.decompress(packed)
        except zstandard.ZstdError as why:
            raise self._broken("is damaged") from why
        if not reader.eof or reader.unused_data:
            raise self._broken("is damaged")
        return raw

    def _broken(self, what: str) -> OpsinError:
        return OpsinError(f"The file of icon data {self._path.name!r} {what}.", hint=self._remedy)


def _table(data: bytes) -> dict[str, tuple[int, list[int]]]:
    return {
        str(name): (int(offset), [int(length) for length in lengths])
        for name, (offset, lengths) in json.loads(data).items()
    }
