"""A search engine whose answers tell which query they belong to, so that a mix-up shows."""

import asyncio
import threading
import time
from functools import partial
from urllib.parse import quote

from opsin.demo.http_server import Request, Response
from tests.loopback import pictures
from tests.loopback.duckduckgo import DuckDuckGo
from tests.loopback.results import Result

COUNT = len(pictures.PALETTE)
SIZE = (1000, 750)
SMALL_SHEETS = {"OPSIN_CANVAS": "546"}
"""A setting that saves time where it does not matter what sheets look like."""

_ORIGINAL = "/original.jpg"
_SMALL = "320x240"
_COMMENT = b"\xff\xfe"


class QueryResults(DuckDuckGo):
    """Every query finds pictures of its own: their titles, addresses and bytes name the query.

    Attributes:
        asked: When each search came in, by the clock of `time.monotonic`.
        slow: Titles of the pictures whose originals come byte by byte after their first half.
        dripping: Set when the first of these was asked for.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[float] = []
        self.slow: frozenset[str] = frozenset()
        self.dripping = threading.Event()

    async def answer(self, request: Request, port: int) -> Response | None:
        """Answer one of the two steps, or for an original; see `DuckDuckGo.answer`."""
        if request.path == _ORIGINAL:
            title = request.parameters["title"]
            whole = await asyncio.to_thread(original_of, title)
            if title not in self.slow:
                return Response(whole, content_type="image/jpeg")
            self.dripping.set()
            return Response(whole, content_type="image/jpeg", write=partial(_drip, whole))
        if request.path.rstrip("/") == self.prefix:
            self.asked.append(time.monotonic())
        query = request.parameters.get("q", "")
        self.results = [_result(query, identity, port) for identity in range(COUNT)]
        return await super().answer(request, port)


def original_of(title: str) -> bytes:
    """The bytes that the web serves for the picture of a title, which stands in them as a comment."""
    plain = pictures.jpeg(int(title.rpartition(" ")[2]), *SIZE)
    comment = title.encode()
    return plain[:2] + _COMMENT + (len(comment) + 2).to_bytes(2) + comment + plain[2:]


def is_original(data: bytes) -> bool:
    """Whether a file is one of the originals, to the last byte."""
    if data[2:4] != _COMMENT:
        return False
    title = data[6 : 4 + int.from_bytes(data[4:6])].decode()
    return data == original_of(title)


def _result(query: str, identity: int, port: int) -> Result:
    title, origin = f"{query} number {identity}", f"http://127.0.0.1:{port}"
    return Result(
        identity,
        title=title,
        size=SIZE,
        address=f"{origin}{_ORIGINAL}?title={quote(title)}",
        thumbnail_address=f"{origin}/i/fine/{identity}/{_SMALL}.jpg?of={quote(query)}",
    )


async def _drip(whole: bytes, writer: asyncio.StreamWriter) -> None:
    half = len(whole) // 2
    writer.write(whole[:half])
    for place in range(half, len(whole)):
        writer.write(whole[place : place + 1])
        await writer.drain()
        await asyncio.sleep(0.05)
