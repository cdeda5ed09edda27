"""Messages come out as they went in, and nothing else is taken for one."""

from io import BufferedReader, BytesIO, RawIOBase
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.pixels.isolated.framing import MOST_HEADER_BYTES, BadMessage, receive, send

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


class Dribble(RawIOBase):
    """Takes a few bytes at a time, as a pipe may."""

    def __init__(self, most: int) -> None:
        self.taken = bytearray()
        self._most = most

    def write(self, data: Any) -> int:
        part = bytes(data[: self._most])
        self.taken += part
        return len(part)


def source(data: bytes) -> BufferedReader:
    return BufferedReader(BytesIO(data))


@given(st.dictionaries(st.text(max_size=9), VALUES, max_size=4), st.binary(max_size=300), st.integers(1, 50))
def test_a_message_comes_out_as_it_went_in(header: dict[str, Any], body: bytes, most: int) -> None:
    pipe = Dribble(most)
    send(pipe, header, body)
    send(pipe, {"next": True})
    reader = source(bytes(pipe.taken))
    assert receive(reader, most_bytes=300) == (header, body)
    assert receive(reader, most_bytes=0) == ({"next": True}, b"")
    with pytest.raises(EOFError):
        receive(reader, most_bytes=0)


@given(st.binary(max_size=200))
def test_other_bytes_are_an_error(data: bytes) -> None:
    for start in (b"", b"opsn", b"opsn" + bytes(3) + b"\x20" + bytes(8)):
        with pytest.raises((EOFError, BadMessage)):
            receive(source(start + data), most_bytes=100)


@given(st.integers(0, 400))
def test_what_is_cut_short_is_an_error(keep: int) -> None:
    pipe = Dribble(1 << 20)
    send(pipe, {"a": 1}, bytes(500))
    with pytest.raises(EOFError):
        receive(source(bytes(pipe.taken[:keep])), most_bytes=500)


def test_no_more_is_read_than_is_allowed() -> None:
    pipe = Dribble(1 << 20)
    send(pipe, {}, bytes(501))
    reader = source(bytes(pipe.taken))
    with pytest.raises(BadMessage):
        receive(reader, most_bytes=500)
    assert len(reader.read()) == 503


@pytest.mark.parametrize("text", [b"[" * 60_000, b"1" * 60_000, b"\xff{}", b"null", b'"x"', b"{", b""])
def test_a_header_must_be_an_object(text: bytes) -> None:
    data = b"opsn" + len(text).to_bytes(4, "big") + bytes(8) + text
    with pytest.raises(BadMessage):
        receive(source(data), most_bytes=0)


def test_a_header_has_an_end() -> None:
    text = b'{"a":"' + b"x" * MOST_HEADER_BYTES + b'"}'
    reader = source(b"opsn" + len(text).to_bytes(4, "big") + bytes(8) + text)
    with pytest.raises(BadMessage):
        receive(reader, most_bytes=0)
    assert reader.read() == text, "none of it is read"
