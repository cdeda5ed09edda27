"""Content codings (RFC 9110, 8.4), undone in small pieces so that no bomb is ever inflated past a cap.

A decoder gives out at most about 100 KB at a time and stops where its caller stops asking: 64 KB of gzip can
stand for 64 MB.
"""

import zlib
from collections.abc import Iterator
from typing import Protocol

from opsin.errors import BadReply
from opsin.text import quoted

_PIECE = 65_536
_MOST_MEMBERS = 4_096
"""One member costs as much as kilobytes of another, and may stand for nothing; a real body has one, or one for 64 KB."""
_GZIP_MAGIC = b"\x1f\x8b"
_GZIP_WINDOW = 16 + zlib.MAX_WBITS


class Decoder(Protocol):
    """Undoes one content coding."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Give what `data` stands for, piece by piece.

        Raises:
            BadReply: the bytes are not of this coding.
        """
        ...

    def finish(self) -> None:
        """Say that no bytes follow.

        Raises:
            BadReply: the coding is not at its end. A body without any byte is no error.
        """
        ...


def decoder_for(coding: str) -> Decoder:
    """Choose the decoder that a Content-Encoding header asks for.

    Raises:
        BadReply: the coding, or a chain of several, is not one that was offered.
    """
    name = coding.strip().lower()
    if name in ("", "identity"):
        return _Identity()
    if name in ("gzip", "x-gzip"):
        return _Gzip()
    if name == "deflate":
        return _Deflate()
    if name == "br":
        return _Brotli()
    raise BadReply("The answer is encoded in a way that was not asked for.", outside=quoted(coding))


class _Identity:
    def feed(self, data: bytes) -> Iterator[bytes]:
        yield data

    def finish(self) -> None:
        pass


class _Gzip:
    """One gzip member after another (RFC 1952, 2.2); what follows the last and is no member is ignored."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(_GZIP_WINDOW)
        self._members = 1
        self._between = False
        self._pending = b""
        self._begun = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        self._begun = self._begun or bool(data)
        data = self._pending + data
        self._pending = b""
        while data:
            if self._between:
                if len(data) < len(_GZIP_MAGIC):
                    self._pending = data
                    return
                if not data.startswith(_GZIP_MAGIC):
                    return
                self._members += 1
                if self._members > _MOST_MEMBERS:
                    raise BadReply(f"The gzip answer has more than {_MOST_MEMBERS:,} parts.")
                self._member = zlib.decompressobj(_GZIP_WINDOW)
                self._between = False
            yield from _inflated(self._member, data, "gzip")
            data = self._member.unused_data
            self._between = self._member.eof

    def finish(self) -> None:
        if self._begun and not self._between:
            raise BadReply("The gzip answer ends before its end.")


class _Deflate:
    """Deflate in its zlib wrapper, as the standard says, or bare, as some servers send it."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()
        self._pending = b""
        self._known = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        if not self._known:
            data = self._pending + data
            if len(data) < 2:  # noqa: PLR2004  (the wrapper's two bytes: RFC 1950, 2.2)
                self._pending = data
                return
            self._known = True
            if data[0] & 0x0F != zlib.DEFLATED or int.from_bytes(data[:2]) % 31:
                self._stream = zlib.decompressobj(-zlib.MAX_WBITS)
        if not self._stream.eof:
            yield from _inflated(self._stream, data, "deflate")

    def finish(self) -> None:
        if (self._known or self._pending) and not self._stream.eof:
            raise BadReply("The deflate answer ends before its end.")


class _Brotli:
    def __init__(self) -> None:
        import brotli  # type: ignore[import-untyped]

        self._error: type[Exception] = brotli.error
        self._stream = brotli.Decompressor()
        self._begun = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        self._begun = self._begun or bool(data)
        try:
            while not self._stream.is_finished():
                piece: bytes = self._stream.process(data, output_buffer_limit=_PIECE)
                data = b""
                if piece:
                    yield piece
                if self._stream.can_accept_more_data():
                    return
        except self._error as exc:
            raise BadReply("The answer is not the brotli that it says it is.") from exc

    def finish(self) -> None:
        if self._begun and not self._stream.is_finished():
            raise BadReply("The brotli answer ends before its end.")


def _inflated(stream: "zlib._Decompress", data: bytes, coding: str) -> Iterator[bytes]:
    try:
        while data and not stream.eof:
            piece = stream.decompress(data, _PIECE)
            if piece:
                yield piece
            data = stream.unconsumed_tail
        # What zlib holds back once its input is used up.
        while not stream.eof and (piece := stream.decompress(b"", _PIECE)):
            yield piece
    except zlib.error as exc:
        raise BadReply(f"The answer is not the {coding} that it says it is.") from exc
