"""What a call tells of its phases, and that a host that takes no connection holds up no other."""

import asyncio

from opsin.demo.http_server import HttpServer, Request, Response
from opsin.web.client import Limits, Web
from opsin.web.clock import Phase
from tests.loopback.dead_port import dead_port

LIMITS = Limits(10_000)


async def answer(_request: Request) -> Response:
    return Response(b"here", content_type="text/plain")


async def loopback(_host: str, _port: int) -> list[str]:
    return ["127.0.0.1"]


def test_phases_are_told_in_their_order() -> None:
    told: list[Phase] = []

    async def run() -> None:
        async with HttpServer(answer) as server, Web(allow={f"127.0.0.1:{server.port}"}) as web:
            await web.get(server.address, limits=LIMITS, on_phase=told.append)

    asyncio.run(run())
    assert told[0] is Phase.QUEUEING
    assert [phase for phase in told if phase is not Phase.QUEUEING and phase is not Phase.CONNECTING] == [
        Phase.AWAITING,
        Phase.READING,
    ]
    assert Phase.CONNECTING in told


def test_dead_hosts_do_not_keep_the_living_waiting() -> None:
    async def run() -> tuple[bytes, int]:
        with dead_port() as dead:
            async with HttpServer(answer) as server:
                allow = {f"live.example:{server.port}", *(f"dead{n}.example:{dead}" for n in range(4))}
                async with Web(allow=allow, resolver=loopback, connections=2) as web:
                    stuck = [
                        asyncio.create_task(web.get(f"http://dead{n}.example:{dead}/", limits=LIMITS))
                        for n in range(4)
                    ]
                    await asyncio.sleep(0)
                    # All permits are taken by hosts that take no connection; long before these are given up,
                    # the living host is served.
                    reply = await web.get(f"http://live.example:{server.port}/", limits=LIMITS)
                    unanswered = [task for task in stuck if not task.done()]
                    for task in stuck:
                        task.cancel()
                    await asyncio.gather(*stuck, return_exceptions=True)
                    return reply.body, len(unanswered)

    assert asyncio.run(run()) == (b"here", 4)
