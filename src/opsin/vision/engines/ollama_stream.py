"""An answer of `/api/chat`, put together from its pieces (ollama: docs/api.md, application/x-ndjson)."""

from collections.abc import Mapping
from typing import Any

from opsin.vision.engines.server_json import json_object, read_error
from opsin.vision.privacy import remote_of
from opsin.vision.thinking import thinking_alone, without_thinking


class ChatAnswer:
    """Takes the bytes of an answer as they come; a whole answer in one piece is a stream of one line.

    Attributes:
        error: The words of an error that came within the stream, after status 200; empty for none.
        remote: The host that the answer says it comes from; empty where it names none.
        ended: There was a line with `done`. A stream without one was cut: by its model's loop guard, without a word.
        reason: Why it ended: "stop", "length", "load", "unload"; empty where it does not say.
        is_chat: At least one line was a piece of a chat.
    """

    def __init__(self) -> None:
        self.error = ""
        self.beside: Mapping[str, Any] = {}
        self.remote = ""
        self.ended = False
        self.reason = ""
        self.is_chat = False
        self._content: list[str] = []
        self._thinking: list[str] = []
        self._rest = bytearray()
        self._unread = False

    @property
    def characters(self) -> int:
        """How many characters the model has written."""
        return sum(map(len, self._content)) + sum(map(len, self._thinking))

    @property
    def half_read(self) -> bool:
        """A line of it could not be read."""
        return self._unread

    def feed(self, piece: bytes) -> None:
        """Take the next bytes."""
        self._rest += piece
        if b"\n" in piece:
            *lines, rest = bytes(self._rest).split(b"\n")
            self._rest = bytearray(rest)
            for line in lines:
                self._take(line)

    def finish(self, body: bytes) -> None:
        """Take what is left.

        Args:
            body: The whole body: a single answer may be written over several lines.
        """
        self._take(bytes(self._rest))
        self._rest.clear()
        if not self.is_chat and not self.error:
            whole = json_object(body)
            if whole:
                self._unread = False
                self._take_object(whole)

    def words(self) -> tuple[str, bool]:
        """What the model wrote, without what it thought; and whether it had to be taken from there.

        Some models write their answer where they should think, and nothing else (ollama issue 12831).
        """
        content = without_thinking("".join(self._content))
        if content:
            return content, False
        thinking = thinking_alone("".join(self._thinking) or "".join(self._content))
        return thinking, bool(thinking)

    def _take(self, line: bytes) -> None:
        if not line.strip():
            return
        value = json_object(line)
        if value:
            self._take_object(value)
        else:
            self._unread = True

    def _take_object(self, value: dict[str, Any]) -> None:
        if value.get("error") and not self.error:
            self.error, self.beside = read_error(value["error"])
            self.error = self.error or "an error without words"
            return
        message = value.get("message")
        if isinstance(message, dict):
            self.is_chat = True
            for key, into in (("content", self._content), ("thinking", self._thinking)):
                said = message.get(key)
                if isinstance(said, str):
                    into.append(said)
        self.remote = self.remote or remote_of(value)
        if value.get("done") is True:
            self.ended = True
            reason = value.get("done_reason")
            self.reason = reason if isinstance(reason, str) else ""
