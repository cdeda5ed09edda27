"""Lines that are no message: each is answered, and the next call works."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.server.line_limit import CUT, MAX_LINE_BYTES, LineLimit
from opsin.server.lines import id_in, mend
from tests.server.test_life import Process, running

PARSE_ERROR = -32700
INVALID_REQUEST = -32600


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    with running(tmp_path) as one:
        yield one


def _write(process: Process, line: bytes) -> None:
    assert process.popen.stdin is not None
    process.popen.stdin.write(line)
    process.popen.stdin.flush()


def _call(arguments: bytes) -> bytes:
    """As the clients of the TypeScript SDK write it: the id comes last."""
    params = b'{"name":"stub_echo","arguments":%s}' % arguments
    return b'{"method":"tools/call","params":%s,"jsonrpc":"2.0","id":"odd"}' % params


def _works(process: Process) -> None:
    process.call("stub_count")
    assert process.answer()["result"]["content"][0]["text"] == "counted"


BAD = {
    "number": (_call(b'{"count":1' + b"0" * 5000 + b"}"), PARSE_ERROR, "odd"),
    "deep": (_call(b"[" * 5000 + b"]" * 5000), PARSE_ERROR, "odd"),
    "deep and open": (b"[" * 5000, PARSE_ERROR, None),
    "no JSON": (b"hello", PARSE_ERROR, None),
    "not whole": (b'{"jsonrpc":"2.0","id":7,"method":"pi', PARSE_ERROR, 7),
    "more behind": (b'{"jsonrpc":"2.0","id":7,"method":"ping"}\x00', PARSE_ERROR, 7),
    "params": (b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[1]}', INVALID_REQUEST, 7),
    "no method": (b'{"jsonrpc":"2.0","id":7}', INVALID_REQUEST, 7),
    "batch": (b'[{"jsonrpc":"2.0","id":7,"method":"ping"}]', INVALID_REQUEST, None),
    "null for an id": (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', INVALID_REQUEST, None),
    "true for an id": (b'{"jsonrpc":"2.0","id":true,"method":"tools/list"}', INVALID_REQUEST, None),
    "half an id": (b'{"jsonrpc":"2.0","id":1.5,"method":"tools/call","params":{}}', INVALID_REQUEST, None),
    "no id": (b'{"jsonrpc":"2.0","method":"tools/call","params":{"name":"count"}}', INVALID_REQUEST, None),
    "no id, and no request": (b'{"jsonrpc":"2.0","method":"tools/call","params":[1]}', INVALID_REQUEST, None),
    "no id, mended": (b'{"jsonrpc":"2.0","method":"ping","params":{"a":"\\ud83d"}}', INVALID_REQUEST, None),
    "mended, yet no request": (b'{"id":7,"method":"\\ud83d"}', INVALID_REQUEST, 7),
}


def test_each_bad_line_is_answered_and_the_next_call_works(process: Process) -> None:
    process.greet()
    for name, (line, code, about) in BAD.items():
        _write(process, line + b"\n")
        answer = process.answer()
        assert (answer["error"]["code"], answer["id"]) == (code, about), name
        _works(process)
    _, stderr = process.popen.communicate(timeout=60)
    assert stderr.count(b"WARNING opsin.server.lines") == len(BAD)
    assert b"hello" not in stderr


def test_half_a_character_is_mended(process: Process) -> None:
    process.greet()
    _write(process, _call(b'{"ids":["a"],"name":"a\\ud83d \\ud83d\\ude00"}') + b"\n")
    answer = process.answer()
    assert answer["id"] == "odd"
    assert answer["result"]["structuredContent"]["values"]["name"] == "a\ufffd \U0001f600"
    _works(process)


def test_a_byte_order_mark_is_dropped(process: Process) -> None:
    _write(process, b"\xef\xbb\xbf")
    process.greet()
    _works(process)


def test_what_is_not_to_be_answered_is_not(process: Process) -> None:
    process.greet()
    _write(
        process, b'\n \r\n{"jsonrpc":"2.0","method":"x","params":[1]}\n{"jsonrpc":"2.0","id":3,"result":[]}\n'
    )
    _works(process)


def test_a_last_line_without_its_newline_is_answered(process: Process) -> None:
    process.greet()
    _write(process, b'{"jsonrpc":"2.0","id":7,')
    stdout, _ = process.popen.communicate(timeout=60)
    assert json.loads(stdout)["id"] == 7


def test_a_line_in_pieces_is_one_line(process: Process) -> None:
    process.greet()
    line = _call(b'{"ids":["a"],"name":"\\ud83d"}') + b"\n"
    for at in range(len(line)):
        _write(process, line[at : at + 1])
    assert process.answer()["result"]["structuredContent"]["values"]["name"] == "\ufffd"


@pytest.mark.full
def test_a_line_of_many_megabytes_is_read_and_one_that_is_too_long_is_an_error(process: Process) -> None:
    process.greet()
    _write(process, _call(b'{"name":"' + b"x" * 8_000_000 + b'"}') + b"\n")
    assert process.answer()["id"] == "odd"
    _write(process, b'{"jsonrpc":"2.0","id":7,"method":"' + b'\\"' * (MAX_LINE_BYTES // 2) + b'"}\n')
    answer = process.answer()
    assert (answer["error"]["code"], answer["id"]) == (PARSE_ERROR, 7)
    assert "longer than 32 MB" in answer["error"]["message"]
    _works(process)


@given(st.lists(st.binary(max_size=12).map(lambda data: data.replace(b"\n", b"")), max_size=6), st.data())
def test_lines_are_cut_alike_however_the_chunks_fall(lines: list[bytes], data: st.DataObject) -> None:
    stream = b"\n".join(lines)
    limit = LineLimit(5)
    out = b""
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        out += limit.take(stream[:size])
        stream = stream[size:]
    assert out == b"\n".join(line if len(line) <= 5 else line[:5] + CUT for line in lines)


@given(st.text(alphabet=st.characters(categories=("L", "N", "P", "S", "Cs")) | st.sampled_from('\\"u')))
def test_mending_changes_nothing_but_halves(text: str) -> None:
    mended = json.loads(mend(json.dumps(text)))
    # JSON writes two halves side by side as the one character that they make.
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    assert mended == whole


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ('{"params":{"id":1},"id":2,', 2),
        ('{"a":"\\"id\\":1","id" : "b,c"', "b,c"),
        ('{"id":true', None),
        ('{"id":1.5', None),
        ('{"id":' + "9" * 5000, None),
        ('{"id":"open', None),
        ('{"id":{"id":1}', None),
        ("", None),
    ],
)
def test_the_id_is_read_where_it_can_be(line: str, about: Any) -> None:
    assert id_in(line) == about
