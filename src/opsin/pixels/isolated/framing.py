"""Messages between the server and its worker: lengths, a header in JSON, then raw bytes.

Neither side can make the other run code, as it could with pickle. Whoever reads says how much it takes.
"""

import json
import struct
from collections.abc import Mapping
from typing import Any, Protocol

MOST_HEADER_BYTES = 65_536
"""What sixteen notes of a picture need, should every character of them be escaped."""

_LENGTHS = struct.Struct(">4sIQ")
_MARK = b"opsn"


class BadMessage(Exception):
    """What was read is no message, or one that says what cannot be."""


class Input(Protocol):
    """Where messages come from: a buffered file, which gives less than it is asked for only at its end."""

    def read(self, count: int, /) -> bytes:
        """Read so many bytes."""


class Output(Protocol):
    """Where messages go: an unbuffered file, which may take less than it is given."""

    def write(self, data: memoryview, /) -> int | None:
        """Write, and say how many bytes were taken."""


def send(output: Output, header: Mapping[str, Any], body: bytes = b"") -> None:
    """Write one message, however often that takes.

    Raises:
        OSError: nobody reads any more.
    """
    text = json.dumps(header).encode("ascii")
    for part in (_LENGTHS.pack(_MARK, len(text), len(body)) + text, body):
        left = memoryview(part)
        while left:
            left = left[output.write(left) or 0 :]


def receive(source: Input, *, most_bytes: int) -> tuple[dict[str, Any], bytes]:
    """Read one message: its header and its bytes.

    Args:
        source: Where it comes from.
        most_bytes: The most bytes that may follow the header; more are not read.

    Raises:
        EOFError: the other side ended, before the message or in the middle of it.
        BadMessage: it is no message, or its bytes are too many.
    """
    mark, header_bytes, body_bytes = _LENGTHS.unpack(_exactly(source, _LENGTHS.size))
    if mark != _MARK or header_bytes > MOST_HEADER_BYTES or body_bytes > most_bytes:
        raise BadMessage(f"{mark!r}, {header_bytes} and {body_bytes} bytes")
    text = _exactly(source, header_bytes)
    body = _exactly(source, body_bytes)
    try:
        header = json.loads(text.decode("ascii"))
    except (ValueError, RecursionError) as error:
        raise BadMessage("the header is not JSON") from error
    if not isinstance(header, dict):
        raise BadMessage("the header is no object")
    return header, body


def _exactly(source: Input, count: int) -> bytes:
    data = source.read(count)
    if len(data) < count:
        raise EOFError(f"{len(data)} of {count} bytes")
    return data
