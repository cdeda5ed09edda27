"""Running a hostile server, and asking it."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

import trustme

from opsin.errors import BadStatus
from opsin.pixels.decode import check_original
from opsin.web.client import Limits, Web
from tests.web.hostile_endings import KINDS
from tests.web.hostile_servers import Fault
from tests.web.hostile_talk import Talk
from tests.web.loopback import home

NAME = "photos.example"


@cache
def authority() -> trustme.CA:
    """The one that the client trusts."""
    return trustme.CA()


@cache
def server_context(certificate: str) -> ssl.SSLContext:
    """The context of a server with a certificate of a kind: good, other name, expired, own or unknown."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    if certificate == "own":
        own = trustme.CA()
        both = trustme.Blob(own.private_key_pem.bytes() + own.cert_pem.bytes())
        with both.tempfile() as path:
            context.load_cert_chain(path)
        return context
    issuer = trustme.CA() if certificate == "unknown" else authority()
    name = "other.example" if certificate == "other name" else NAME
    begins = datetime(2020, 1, 1, tzinfo=UTC) if certificate == "expired" else None
    ends = begins + timedelta(days=30) if begins else None
    issuer.issue_cert(name, not_before=begins, not_after=ends).configure_cert(context)
    return context


def limited(fault: Fault, limits: Limits, seconds: float) -> Limits:
    """Shorten the time limit that a fault has to run into, if it has one."""
    shortened = {
        "": limits,
        "connect": replace(limits, connect=seconds),
        "first_byte": replace(limits, first_byte=seconds),
        "between_bytes": replace(limits, between_bytes=seconds),
        "whole": replace(limits, whole=seconds),
    }
    return shortened[fault.short]


def sentence(fault: Fault) -> str:
    """Give the pattern of the one sentence that asking the server must end in."""
    return KINDS[fault.kind][1].replace("HOST", r"photos\.example(:\d+)?")


@asynccontextmanager
async def listening(talk: Talk, *, certificate: str = "", pace: float) -> AsyncIterator[int]:
    """Run a server, and give its port."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await talk(reader, writer, pace)
            writer.close()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            await asyncio.sleep(0)

    def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(serve(reader, writer))
        tasks.add(task)
        # A server that closes leaves what it sent to be read; one that is ended does not.
        task.add_done_callback(lambda one: writer.transport.abort() if one.cancelled() else None)

    context = server_context(certificate) if certificate else None
    server = await asyncio.start_server(accepted, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()
        for _ in range(3):
            await asyncio.sleep(0)


async def ask(port: int, fault: Fault, limits: Limits, trust: ssl.SSLContext) -> bytes:
    """Ask a server for a picture.

    Raises:
        OpsinError: it did not bring one.
    """
    url = f"{'https' if fault.tls else 'http'}://{NAME}:{port}/start"
    async with Web(allow={f"{NAME}:{port}"}, resolver=home, ssl_context=trust) as web:
        if fault.posted:
            await web.post(url, body=bytes(fault.posted), content_type="image/jpeg", limits=limits)
        reply = await web.get(url, limits=limits)
    if not reply.ok:
        raise BadStatus(f"{NAME} answered with the status {reply.status}.", status=reply.status)
    check_original(reply.body)
    return reply.body
