"""Answers the first requests of a client while the SDK loads, which takes far longer than all else at the start.

What it answers is stored: the SDK's own results, taken from the server and kept equal to it by a test. It answers the
opening request (`initialize`, or the first request of the 2026-07-28 revision), `server/discover` and `tools/list`,
each once, and only where the SDK is sure to give that very answer. All else waits in the pipe for the SDK.

The opening request goes on to the SDK as well, under an id of ours: it decides the era of the connection, and with
`initialize` its version. The SDK's answer to it is dropped (`opsin.server.repeated`).

Nothing heavy is imported here: this stands between the start of the process and its first answer.
"""

import json
import os
from collections.abc import Mapping

from opsin.server.client_shapes import envelope_version, handshake_version, is_plain
from opsin.server.request_ids import lacks_its_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REPEATED_ID = "opsin/repeated"
"""The id under which the opening request goes on to the SDK."""

STORED = os.path.join(os.path.dirname(__file__), "stored_answers.jsonl")  # noqa: PTH118, PTH120 - pathlib is slow
"""The stored results: one line that says which line holds the result of a method at a version, then those lines."""

_LONGEST_LINE = 16_384
_MOST_BRACKETS = 200
_LARGEST_ID = 2**53
_FIELDS = {"jsonrpc", "id", "method", "params"}

Results = Mapping[str, Mapping[str, bytes]]


def stored_results(path: str = STORED) -> Results:
    """The result of each method at each version of the protocol, as the SDK writes it.

    Args:
        path: Of a file as `STORED` is; its lines may end with a carriage return too.
    """
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib is slow
        index, *lines = file.read().splitlines()
    places: dict[str, dict[str, int]] = json.loads(index)
    return {
        method: {version: lines[place] for version, place in versions.items()}
        for method, versions in places.items()
    }


class Front:
    """What stands before the SDK.

    Args:
        results: The result of each method at each version.
    """

    def __init__(self, results: Results) -> None:
        self._results = results
        self._rest = b""
        self._version = ""
        self._modern = False
        self._silent = False
        self._answered: set[str] = set()
        self.owes = False
        """Whether something went on to the SDK that it may have to answer."""
        self.repeated = b""
        """The result that was given to the opening request; empty where the SDK is to answer it."""

    def feed(self, chunk: bytes, *, end: bool = False) -> tuple[bytes, bytes]:
        """Take what came in.

        Args:
            chunk: Bytes that may end anywhere.
            end: There will be no more.

        Returns:
            The lines to answer at once, and the bytes that go on to the SDK.
        """
        data = self._rest + chunk
        whole, newline, self._rest = data.rpartition(b"\n")
        whole += newline
        # To the SDK a carriage return ends a line too; a client that means it so gets no newline to wait for.
        if end or self._silent or len(self._rest) > _LONGEST_LINE or b"\r" in self._rest:
            whole, self._rest = data, b""
        answers, passed = [], []
        for line in whole.splitlines(keepends=True):
            answer, on = self._take(line)
            answers.append(answer)
            passed.append(on)
        return b"".join(answers), b"".join(passed)

    def leave(self) -> bytes:
        """What still waits here for the end of its line."""
        self._silent = True
        rest, self._rest = self._rest, b""
        return rest

    def _take(self, line: bytes) -> tuple[bytes, bytes]:
        """The answer to a line, and what of it goes on."""
        if not line.strip():
            return b"", line
        message = None if self._silent else _message(line)
        if message is not None and "id" not in message:
            self.owes |= lacks_its_id(message)
            return b"", line
        result = None if message is None else self._result(message)
        if message is None or result is None:
            self.owes = True
            # What decides the era, or decides it anew, is the SDK's business, and so is all that follows.
            self._silent |= not self._version or message is None or message["method"] == "initialize"
            return b"", line
        self._answered.add(message["method"])
        about = json.dumps(message["id"], ensure_ascii=False).encode()
        answer = b'{"jsonrpc":"2.0","id":%b,"result":%b}\n' % (about, result)
        if self.repeated:
            return answer, b""
        self.repeated = result
        return answer, json.dumps({**message, "id": REPEATED_ID}, ensure_ascii=False).encode() + b"\n"

    def _result(self, request: "Mapping[str, Any]") -> bytes | None:
        """The stored result of a request; None where there is none, or where the SDK may say something else."""
        method, params = request["method"], request.get("params")
        if not self._version:
            self._modern = method != "initialize"
            version = envelope_version(params) if self._modern else handshake_version(params)
            result = self._results.get(method, {}).get(version)
            self._version = version if result is not None else ""
            return result
        fits = envelope_version(params) == self._version if self._modern else is_plain(params)
        if method == "initialize" or method in self._answered or not fits:
            return None
        return self._results.get(method, {}).get(self._version)


def _message(line: bytes) -> "dict[str, Any] | None":
    """The request or notification in a line; None where the SDK may read anything else in it."""
    # Escapes may stand for half a character, and parsers differ in what they make of depth.
    if len(line) > _LONGEST_LINE or b"\\u" in line or line.count(b"{") + line.count(b"[") > _MOST_BRACKETS:
        return None
    try:
        message = json.loads(
            line.decode(), object_pairs_hook=_once, parse_constant=_refuse, parse_float=_refuse
        )
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or not message.keys() <= _FIELDS or message.get("jsonrpc") != "2.0":
        return None
    if not isinstance(message.get("method"), str) or not isinstance(message.get("params", {}), dict):
        return None
    return message if "id" not in message or _is_id(message["id"]) else None


def _is_id(value: object) -> bool:
    return isinstance(value, str) or (type(value) is int and abs(value) < _LARGEST_ID)


def _once(pairs: "list[tuple[str, Any]]") -> "dict[str, Any]":
    """An object whose keys are all different."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key stands there twice")
    return value


def _refuse(number: str) -> object:
    raise ValueError(number)
