"""The body of a request, read whole before anything is done with it: within a size and a time."""

import asyncio

from starlette.types import Message, Receive, Scope

WITHIN_S = 10.0
"""Seconds within which a body has to be here."""

_MOST_DIGITS = 20


class BodyRefused(Exception):
    """The body is not taken: the HTTP status that says so, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why


async def read_body(
    scope: Scope, receive: Receive, *, most: int, within_s: float = WITHIN_S
) -> tuple[bytes, Receive]:
    """Read the body, and return it, and a way to receive it again and what comes after it.

    Raises:
        BodyRefused: it is too large, or too slow, or the client left.
    """
    stated = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if stated.isdigit() and (len(stated) > _MOST_DIGITS or int(stated) > most):
        raise BodyRefused(413, f"A request may have {most} bytes.")
    body = bytearray()
    try:
        async with asyncio.timeout(within_s):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise BodyRefused(400, "The request was cut short.")
                body += message.get("body", b"")
                if len(body) > most:
                    raise BodyRefused(413, f"A request may have {most} bytes.")
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        raise BodyRefused(408, f"The request did not come within {within_s:.0f} seconds.") from None
    whole = bytes(body)
    waiting: list[Message] = [{"type": "http.request", "body": whole, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return whole, again
