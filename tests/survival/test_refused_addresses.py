"""Search, inspect and download against hosts that lead inside: refused on every way, and nobody inside is asked."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from opsin.errors import AddressRefused
from opsin.images.cells import Search
from opsin.images.download import download_images
from opsin.images.inspection import inspect_image
from opsin.images.query import Query
from opsin.images.search import search_images
from opsin.services import Services, open_services
from opsin.settings import load_settings
from opsin.web.client import Web
from tests.loopback import pictures
from tests.loopback.results import Result
from tests.loopback.web import LoopbackWeb
from tests.web.loopback import PUBLIC, Loopback, Names, Peer, Seen, Wires, serve

INSIDE = "127.0.0.1"
METADATA = "169.254.169.254"
ENGINE = "10.9.8.7"
"""Where the search engine lives. It is private too, but a setting names it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a job works with, and the servers: a public one that is an attacker's, and a private one."""

    services: Services
    web: LoopbackWeb
    public: Loopback

    async def search(self, *results: Result) -> Search:
        """Search where exactly these are found."""
        self.web.duckduckgo.results = results
        query = Query.checked("red panda", count=len(results), provider="duckduckgo")
        return await search_images(self.services, query)


@asynccontextmanager
async def scene(folder: Path, **hosts: Sequence[Sequence[str]]) -> AsyncIterator[Scene]:
    """A network in which the attacker's server has a public address, and all that is private is one server.

    Args:
        folder: Where store and files go.
        hosts: The addresses that each name has, look-up by look-up; underscores stand for dots.
    """
    async with LoopbackWeb() as web, serve(_attack) as public, serve(_secret) as private:
        names = Names(engine_example=[[ENGINE]], **hosts)
        servers = {PUBLIC: public.port, INSIDE: private.port, METADATA: private.port, ENGINE: web.port}
        wires = Wires(names, **servers)
        base = f"http://engine.example{web.duckduckgo.prefix}"
        settings = load_settings(web.environ(folder, OPSIN_ALLOW_HOSTS="", OPSIN_DUCKDUCKGO_URL=base))
        async with (
            open_services(settings, resolver=names) as opened,
            Web(resolver=names, dialler=wires) as out,
        ):
            yield Scene(replace(opened, web=out), web, public)
        assert private.connections == 0
        assert set(wires.dialled) == {ENGINE, PUBLIC}


async def _attack(seen: Seen, peer: Peer) -> None:
    """Serve pictures, or lead elsewhere. No connection is used twice, so that each needs a look-up."""
    if seen.path.startswith(("/go?", "/go/2?")):
        await peer.reply(
            status=302, headers=[f"Location: {seen.path.partition('?')[2]}", "Connection: close"]
        )
    else:
        await peer.reply(picture(seen.path), headers=["Connection: close"])
    peer.close()


async def _secret(seen: Seen, peer: Peer) -> None:
    await peer.reply(b"secret")


def picture(path: str) -> bytes:
    """The picture of an address: `/small/3`, or `/large/3`."""
    _, kind, identity = path.split("/")
    return pictures.jpeg(int(identity), *((320, 240) if kind == "small" else (640, 480)))


def on_disk(path: str) -> bytes:
    """The bytes of a saved file."""
    return Path(path).read_bytes()


def test_a_name_that_rebinds_is_refused_on_its_second_look_up(tmp_path: Path) -> None:
    """The first look-up is judged and used, without another one between; every later one leads inside."""

    async def job() -> None:
        async with scene(tmp_path, photos_example=[[PUBLIC], [INSIDE]]) as stage:
            found = await stage.search(
                Result(
                    1,
                    address="http://photos.example/large/1",
                    thumbnail_address="http://photos.example/small/1",
                )
            )
            (cell,) = found.cells
            assert cell.failed == ""
            assert [seen.path for seen in stage.public.seen] == ["/small/1"]
            inspection = await inspect_image(stage.services, str(cell.id))
            (download,) = await download_images(stage.services, [str(cell.id)], fresh=True)
            for one in (inspection, download):
                assert one.degraded
                assert f"photos.example leads to {INSIDE}" in one.why
            assert on_disk(download.path) == picture("/small/1")
            assert len(stage.public.seen) == 1

    asyncio.run(job())


def test_a_name_that_rebinds_between_the_judgement_and_the_connection_changes_nothing(tmp_path: Path) -> None:
    async def job() -> None:
        turning = [[PUBLIC], [INSIDE]]
        async with scene(tmp_path, small_example=turning, large_example=turning) as stage:
            found = await stage.search(
                Result(
                    1,
                    address="http://large.example/large/1",
                    thumbnail_address="http://small.example/small/1",
                )
            )
            id_text = str(found.cells[0].id)
            assert not (await inspect_image(stage.services, id_text)).degraded
            (download,) = await download_images(stage.services, [id_text])
            assert on_disk(download.path) == picture("/large/1")
            (again,) = await download_images(stage.services, [id_text], fresh=True)
            assert f"large.example leads to {INSIDE}" in again.why
            assert [seen.path for seen in stage.public.seen] == ["/small/1", "/large/1"]

    asyncio.run(job())


@pytest.mark.parametrize("inside", [f"http://{METADATA}/latest/meta-data/", "http://inner.example/large/1"])
def test_a_redirect_inside_is_refused(tmp_path: Path, inside: str) -> None:
    why = r"photos\.example redirects: 169" if METADATA in inside else rf"inner\.example leads to {METADATA}"

    async def job() -> None:
        hosts = {"photos_example": [[PUBLIC]], "inner_example": [[METADATA]]}
        async with scene(tmp_path, **hosts) as stage:
            leading, again = f"http://photos.example/go?{inside}", f"http://photos.example/go/2?{inside}"
            found = await stage.search(
                Result(1, address=leading, thumbnail_address=f"{leading}#small"),
                Result(2, address=again, thumbnail_address="http://photos.example/small/2"),
            )
            nothing, small = found.cells
            assert re.search(why, nothing.failed)
            assert small.failed == ""
            with pytest.raises(AddressRefused, match=why):
                await inspect_image(stage.services, str(nothing.id))
            inspection = await inspect_image(stage.services, str(small.id))
            assert inspection.degraded
            assert re.search(why, inspection.why)
            refused, saved = await download_images(stage.services, [str(nothing.id), str(small.id)])
            assert re.search(why, refused.error)
            assert on_disk(saved.path) == picture("/small/2")

    asyncio.run(job())


def test_services_as_they_are_opened_refuse_a_name_that_leads_inside(tmp_path: Path) -> None:
    """On the system's own network: the way out is the one that every job is handed."""

    async def inside(host: str, port: int) -> Sequence[str]:
        return [INSIDE]

    async def job() -> None:
        async with LoopbackWeb() as web:
            address = "http://photos.example:8080/large/1"
            web.duckduckgo.results = [Result(1, address=address, thumbnail_address=address)]
            settings = load_settings(web.environ(tmp_path, OPSIN_ALLOW_HOSTS=""))
            async with open_services(settings, resolver=inside) as services:
                query = Query.checked("red panda", provider="duckduckgo")
                (cell,) = (await search_images(services, query)).cells
                assert f"photos.example leads to {INSIDE}" in cell.failed
                with pytest.raises(AddressRefused, match="not a public address"):
                    await inspect_image(services, str(cell.id))
                (download,) = await download_images(services, [str(cell.id)])
                assert "not a public address" in download.error

    asyncio.run(job())
