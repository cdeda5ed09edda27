"""A search engine whose pictures lie on many hosts, of which a third misbehave, each in its own way."""

import asyncio
import time
from collections.abc import Sequence
from urllib.parse import quote
from zlib import crc32

from opsin.demo.http_server import Request, Response
from opsin.threads import NAMES
from tests.loopback import pictures
from tests.loopback.duckduckgo import DuckDuckGo
from tests.loopback.results import Result

HOSTS = 60
TROUBLE = ("dead", "unresolved", "silent", "hang", "drip", "reset", "html", "missing", "heavy", "slow")
"""What every third host does, in turn: a port that takes no connection, a name without an answer, and the rest as
`tests.loopback.behaviours` has it; slow takes two seconds for each picture."""

SIZE = (1000, 750)
THUMBNAIL = (480, 360)
RESULTS = len(pictures.PALETTE)
SLOW_S = 2.0
SILENT_NAME_S = 5.0

LOOPBACK = "127.0.0.1"


def host_named(number: int) -> str:
    """The name of a host, which says what it does."""
    return f"h{number}.{trouble_of(number) or 'fine'}.test"


def trouble_of(number: int) -> str:
    """How a host misbehaves; empty for one that does not."""
    return TROUBLE[number // 3 % len(TROUBLE)] if number % 3 == 0 else ""


def allow(port: int, dead: int) -> str:
    """What OPSIN_ALLOW_HOSTS must hold."""
    return ",".join(f"{host_named(number)}:{one}" for number in range(HOSTS) for one in (port, dead))


async def resolve(host: str, port: int) -> Sequence[str]:
    """Ask for a name as the way out does: in the lane of names, where a name without an answer takes its time."""
    return await NAMES.run(_look_up, host)


def _look_up(host: str) -> Sequence[str]:
    if "unresolved" in host:
        time.sleep(SILENT_NAME_S)
        raise OSError(f"{host} has no answer")
    return [LOOPBACK]


class ManyHosts(DuckDuckGo):
    """Every query finds the same pictures on other hosts.

    Attributes:
        dead: The port that takes no connection.
        asked: When each search came in, by the clock of `time.monotonic`.
    """

    def __init__(self, dead: int) -> None:
        super().__init__()
        self.dead = dead
        self.asked: list[float] = []

    async def answer(self, request: Request, port: int) -> Response | None:
        """Answer one of the two steps, or for a slow picture."""
        if request.path.startswith("/slow/"):
            await asyncio.sleep(SLOW_S)
            whole = await asyncio.to_thread(pictures.jpeg, int(request.path.split("/")[2]), *THUMBNAIL)
            return Response(whole, content_type="image/jpeg")
        if request.path.rstrip("/") == self.prefix:
            self.asked.append(time.monotonic())
        query = request.parameters.get("q", "")
        shift = crc32(query.encode())
        self.results = [
            self._result(query, identity, (shift + identity * 7) % HOSTS, port) for identity in range(RESULTS)
        ]
        return await super().answer(request, port)

    def _result(self, query: str, identity: int, number: int, port: int) -> Result:
        trouble, host = trouble_of(number), host_named(number)
        at = self.dead if trouble == "dead" else port
        kind = {
            "": "fine",
            "silent": "hang",
            "hang": "hang-in-body",
            "dead": "fine",
            "unresolved": "fine",
        }.get(trouble, trouble)
        address = f"http://{host}:{at}/i/{kind}/{identity}/{{}}x{{}}.jpg?of={quote(query)}"
        if trouble == "slow":
            address = f"http://{host}:{at}/slow/{identity}/{{}}x{{}}.jpg?of={quote(query)}"
        return Result(
            identity,
            title=f"Picture {identity}",
            host=host,
            size=SIZE,
            address=address.format(*SIZE),
            thumbnail_address=address.format(*THUMBNAIL),
        )
