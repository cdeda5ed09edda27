"""What is answered while the SDK loads is what the SDK answers, to the byte, and nothing is answered twice."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as example_settings
from hypothesis import strategies as st
from mcp_types import InitializeRequestParams, RequestParams
from mcp_types.methods import validate_client_request
from pydantic import ValidationError

from opsin.server.app import build_server
from opsin.server.client_shapes import envelope_version, handshake_version, is_plain
from opsin.server.front import REPEATED_ID, STORED, Front, stored_results
from tests.server.stub import settings
from tests.server.write_stored_answers import (
    CLIENT,
    answers,
    envelope,
    handshake,
    line_of,
    stored_answers,
)

MODERN = "2026-07-28"
INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
HELLO = line_of(1, "initialize", handshake("2025-06-18"))
DISCOVER = line_of(1, "server/discover", envelope(MODERN))
LISTED = line_of('α"\\\x7f', "tools/list", {})
LISTED_MODERN = line_of(2**53 - 1, "tools/list", envelope(MODERN))
ELSEWHERE = line_of(3, "tools/call", {"name": "nowhere", "arguments": {}})

LINES = {
    "hello": HELLO,
    "hello in turn": line_of(1, "initialize", handshake("2025-11-25")),
    "hello of the future": line_of(1, "initialize", handshake("2031-01-01")),
    "hello of the modern": line_of(1, "initialize", handshake(MODERN)),
    "hello with less": line_of(1, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}}),
    "hello with an envelope": line_of(1, "initialize", handshake("2025-06-18") | envelope(MODERN)),
    "initialized": INITIALIZED,
    "discover": DISCOVER,
    "discover of old": line_of(4, "server/discover", {}),
    "discover of the future": line_of(1, "server/discover", envelope("2031-01-01")),
    "discover with nobody": line_of(
        1,
        "server/discover",
        {"_meta": {k: v for k, v in envelope(MODERN)["_meta"].items() if not k.endswith("Info")}},
    ),
    "tools": LISTED,
    "tools without params": b'{"method":"tools/list","id":5,"jsonrpc":"2.0"}\n',
    "tools with a token": line_of(6, "tools/list", {"_meta": {"progressToken": 0}}),
    "tools from a cursor": line_of(7, "tools/list", {"cursor": "two"}),
    "tools of the modern": LISTED_MODERN,
    "tools by a wrong id": b'{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}\n',
    "tools twice named": b'{"jsonrpc":"2.0","id":8,"id":9,"method":"tools/list"}\n',
    "tools by half a character": b'{"jsonrpc":"2.0","id":"\\ud83d","method":"tools/list"}\n',
    "tools as a batch": b'[{"jsonrpc":"2.0","id":10,"method":"tools/list"}]\n',
    "tools in version 1": b'{"jsonrpc":"1.0","id":11,"method":"tools/list"}\n',
    "ping": line_of(12, "ping", {}),
    "call": ELSEWHERE,
    "cancelled": b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n',
    "broken": b'{"jsonrpc":"2.0","id":13,"method":"tools/li\n',
    "bytes": b"\xff\xfe{}\n",
    "mark": b"\xef\xbb\xbf" + LISTED,
    "blank": b" \r\n",
    "returned": line_of(14, "tools/list", {}).replace(b"\n", b"\r\n"),
    "an answer": b'{"jsonrpc":"2.0","id":15,"result":{}}\n',
    "prompts": line_of(16, "prompts/list", {}),
}
SESSIONS: dict[str, tuple[str, ...]] = {
    "handshake": ("hello", "initialized", "tools", "ping", "call"),
    "all at once": ("hello", "tools", "initialized", "call", "cancelled", "tools without params"),
    "stateless": ("discover", "tools of the modern", "call", "ping", "hello"),
    "stateless, no discovery": ("tools of the modern", "discover", "tools of the modern", "cancelled"),
    "initialized before hello": ("initialized", "hello", "tools with a token", "hello in turn", "tools"),
    "tools before hello": ("tools", "hello", "initialized", "tools"),
    "ping before hello": ("ping", "hello", "tools"),
    "unknown versions": ("hello of the future", "tools", "discover of the future"),
    "another era": ("discover of the future", "hello", "tools", "discover"),
    "both eras": ("hello", "tools of the modern", "discover", "tools"),
    "hello of the modern": ("hello of the modern", "initialized", "tools"),
    "wrong hello": ("hello with less", "tools", "hello", "tools"),
    "hello in an envelope": ("hello with an envelope", "tools"),
    "odd lines": ("hello", "blank", "broken", "tools", "bytes", "tools as a batch", "returned", "mark"),
    "odd line first": ("broken", "hello", "tools"),
    "odd ids": ("hello", "tools by a wrong id", "tools twice named", "tools by half a character"),
    "others": ("hello", "an answer", "tools from a cursor", "tools in version 1", "prompts", "tools"),
    "of old": ("hello", "discover of old", "tools"),
    "nobody": ("discover with nobody", "tools of the modern", "tools"),
}


@cache
def alone(lines: tuple[bytes, ...]) -> list[bytes]:
    """What the SDK says to these lines, as sorted lines."""
    return sorted(line + b"\n" for line in asyncio.run(answers(build_server(settings()), lines)))


def with_front(lines: Sequence[bytes], fronted: int) -> list[bytes]:
    """What is said to these lines where the front stands before the SDK for the first so many of them."""
    front = Front(stored_results())
    said, passed = front.feed(b"".join(lines[:fronted]))
    rest = (passed + front.leave()).splitlines(keepends=True) + list(lines[fronted:])
    by_sdk = asyncio.run(answers(build_server(settings()), rest))
    repeated = [line for line in by_sdk if json.loads(line)["id"] == REPEATED_ID]
    assert len(repeated) == bool(front.repeated)
    for line in repeated:
        assert json.loads(line)["result"] == json.loads(front.repeated)
    kept = [line + b"\n" for line in by_sdk if line not in repeated]
    return sorted(said.splitlines(keepends=True) + kept)


def test_what_is_stored_is_what_the_sdk_answers() -> None:
    """After a change that is meant: `python -m tests.server.write_stored_answers`."""
    assert Path(STORED).read_bytes() == asyncio.run(stored_answers(build_server(settings())))


def test_no_setting_changes_the_stored_answers() -> None:
    others = {
        "OPSIN_STRUCTURED": "always",
        "OPSIN_AGENT_SEES": "no",
        "OPSIN_LOG_LEVEL": "DEBUG",
        "OPSIN_HTTP_DISK": "yes",
        "OPSIN_LOCAL_DIRS": "/",
        "OPSIN_VISION_ENGINE": "ocr",
        "OPSIN_SERPER_API_KEY": "key",
    }
    assert Path(STORED).read_bytes() == asyncio.run(stored_answers(build_server(settings(**others))))


def test_a_checkout_that_ends_lines_in_another_way_is_read_alike(tmp_path: Path) -> None:
    other = tmp_path / "stored"
    other.write_bytes(Path(STORED).read_bytes().replace(b"\n", b"\r\n"))
    assert stored_results(str(other)) == stored_results()


@pytest.mark.parametrize("session", SESSIONS)
def test_a_session_is_the_same_with_it_and_without(session: str) -> None:
    lines = tuple(LINES[name] for name in SESSIONS[session])
    assert with_front(lines, len(lines)) == alone(lines)


@pytest.mark.full
@example_settings(max_examples=300, deadline=None)
@given(names=st.lists(st.sampled_from(sorted(LINES)), max_size=6), data=st.data())
def test_any_session_is_the_same_wherever_the_sdk_takes_over(names: list[str], data: st.DataObject) -> None:
    lines = tuple(LINES[name] for name in names)
    fronted = data.draw(st.integers(0, len(lines)))
    assert with_front(lines, fronted) == alone(lines)


@pytest.mark.parametrize(
    ("opening", "listing"), [(HELLO, LISTED), (DISCOVER, LISTED_MODERN)], ids=["handshake", "stateless"]
)
def test_it_answers_the_opening_and_the_list_and_owes_nothing(opening: bytes, listing: bytes) -> None:
    front = Front(stored_results())
    said, passed = front.feed(opening + INITIALIZED + listing)
    assert [json.loads(line)["id"] for line in said.splitlines()] == [
        json.loads(line)["id"] for line in (opening, listing)
    ]
    assert [json.loads(line).get("id") for line in passed.splitlines()] == [REPEATED_ID, None]
    assert not front.owes
    assert front.feed(ELSEWHERE) == (b"", ELSEWHERE)
    assert front.owes


@example_settings(max_examples=25)
@given(st.lists(st.integers(0, 1_000), max_size=8))
def test_lines_may_come_in_pieces(cuts: list[int]) -> None:
    whole = HELLO + INITIALIZED + LISTED + ELSEWHERE + b'{"jsonrpc"'
    front, said, passed = Front(stored_results()), b"", b""
    places = sorted({0, len(whole), *(cut for cut in cuts if cut < len(whole))})
    for start, stop in pairwise(places):
        answer, on = front.feed(whole[start:stop])
        said, passed = said + answer, passed + on
    at_once = Front(stored_results())
    assert (said, passed) == at_once.feed(whole)
    assert front.leave() == at_once.leave() == b'{"jsonrpc"'


def test_the_end_of_input_ends_the_last_line() -> None:
    front = Front(stored_results())
    assert front.feed(HELLO.rstrip()) == (b"", b"")
    said, _ = front.feed(b"", end=True)
    assert json.loads(said)["id"] == 1


@pytest.mark.parametrize("piece", [b"x" * 20_000, b'{"a":\r1'], ids=["long", "returned"])
def test_what_may_never_end_as_a_line_goes_on_at_once(piece: bytes) -> None:
    assert Front(stored_results()).feed(piece) == (b"", piece)


ENVELOPED = {
    "clientInfo": "io.modelcontextprotocol/clientInfo",
    "capabilities": "io.modelcontextprotocol/clientCapabilities",
}
NAMES = ["name", "version", "title", "icons", "src", "sizes", "theme", "roots", "listChanged", "sampling", "elicitation",
         "form", "tasks", "requests", "list", "create", "experimental", "extensions", "websiteUrl", "progressToken"]  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["dark", "", "x"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=8,
)


@example_settings(max_examples=40)
@given(told=VALUES, about=st.sampled_from(["clientInfo", "capabilities", "_meta"]))
def test_what_it_takes_for_well_shaped_passes_the_validation_of_the_sdk(told: Any, about: str) -> None:
    kept = {**CLIENT, **told} if isinstance(told, dict) and about == "clientInfo" else told
    params = {**handshake("2025-06-18"), about: kept}
    if handshake_version(params):
        validate_client_request("initialize", "2025-11-25", params)
        InitializeRequestParams.model_validate(params, by_name=False)
    meta = dict(envelope(MODERN)["_meta"])
    meta["progressToken" if about == "_meta" else ENVELOPED[about]] = kept
    if envelope_version({"_meta": meta}):
        validate_client_request("tools/list", MODERN, {"_meta": meta})
        RequestParams.model_validate({"_meta": meta}, by_name=False)
    if is_plain({"_meta": told}):
        validate_client_request("tools/list", "2024-11-05", {"_meta": told})


def test_what_clients_tell_of_themselves_is_answered_here() -> None:
    """As agents and libraries of 2026 send it."""
    capabilities = {
        "roots": {"listChanged": True},
        "sampling": {},
        "elicitation": {"form": {"applyDefaults": True}, "url": {}},
        "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}},
        "tasks": {"list": {}, "cancel": {}, "requests": {"sampling": {"createMessage": {}}}},
        "experimental": {"x/y": {}},
        "of their own": True,
    }
    info = {
        "name": "agent",
        "title": "Agent",
        "version": "2.1",
        "websiteUrl": "https://agent.example",
        "description": "Ein Ägent",
        "icons": [{"src": "https://agent.example/i.png", "mimeType": "image/png", "sizes": ["48x48"]}],
    }
    hello = line_of(
        0, "initialize", {"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": info}
    )
    said, _ = Front(stored_results()).feed(hello)
    assert said == alone((hello,))[0]
    with pytest.raises(ValidationError):
        InitializeRequestParams.model_validate({"protocolVersion": "2025-11-25"}, by_name=False)


def test_the_first_answers_need_nothing_heavy() -> None:
    program = "import sys, opsin.cli.plain_start, opsin.server.life; print([m for m in ('typing', 'dataclasses', 'logging', 'pathlib', 'asyncio', 'argparse', 'inspect', 'importlib.resources', 'ctypes', 'opsin.settings', 'mcp') if m in sys.modules])"
    # Without the site's own start files, which may load anything.
    out = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, 'src'); {program}"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert out.stdout.strip() == "[]"
