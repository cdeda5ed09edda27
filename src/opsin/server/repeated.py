"""The opening request reaches the SDK although the front has answered it; the second answer to it is dropped here."""

import json
import logging
from types import TracebackType
from typing import TYPE_CHECKING, Self

from opsin.server.front import REPEATED_ID

if TYPE_CHECKING:
    from mcp.shared._stream_protocols import WriteStream
    from mcp.shared.message import SessionMessage

log = logging.getLogger(__name__)


class Unrepeated:
    """The SDK's stream of what goes out, without its answer to the opening request.

    Args:
        answers: The stream.
        given: The result that the front has given already.
    """

    def __init__(self, answers: "WriteStream[SessionMessage]", given: bytes) -> None:
        self._answers = answers
        self._given = given

    async def send(self, item: "SessionMessage", /) -> None:
        """Send a message, unless it is that answer."""
        if self._given and getattr(item.message, "id", None) == REPEATED_ID:
            if getattr(item.message, "result", None) != json.loads(self._given):
                log.warning("the stored answer to the first request is not the one of the installed SDK")
            self._given = b""
            return
        await self._answers.send(item)

    async def aclose(self) -> None:
        """Close the stream."""
        await self._answers.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
