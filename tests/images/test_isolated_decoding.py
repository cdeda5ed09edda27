"""What a file does to its decoder is told of that file; the next inspection and the next download work."""

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.demo.http_server import Request, Response
from opsin.errors import PictureError
from opsin.images.download import download_images
from opsin.images.inspection import inspect_image
from opsin.pixels.isolated.originals import WORKER
from tests.alive import wait_until
from tests.images.stage import hit_at, put, stage
from tests.loopback.web import LoopbackWeb
from tests.pixels.lying_avif import large_liar

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


class OneFile(LoopbackWeb):
    """The web, and one file more."""

    file = b""

    async def _answer(self, request: Request) -> Response:
        if request.path == "/file":
            return Response(self.file, content_type="image/avif")
        return await super()._answer(request)


@pytest.fixture(scope="module")
def web() -> Iterator[OneFile]:
    with OneFile() as running:
        yield running


@pytest.mark.parametrize("job", ["inspect", "download"])
def test_a_decoder_that_is_killed_fails_one_picture(web: OneFile, tmp_path: Path, job: str) -> None:
    async def work() -> None:
        async with stage(web, tmp_path) as services:
            first, second = put(services, hit_at(web.address("fine", 1)), hit_at(web.address("fine", 2)))
            with _killed_at_work():
                if job == "inspect":
                    with pytest.raises(PictureError, match="decoder crashed over the JPEG"):
                        await inspect_image(services, first)
                else:
                    [outcome] = await download_images(services, [first])
                    assert "decoder crashed over the JPEG" in str(outcome)
            assert (await inspect_image(services, second)).width == 640
            assert (await inspect_image(services, first)).width == 640

    asyncio.run(work())


@pytest.mark.full
def test_a_header_that_lies_harms_nobody(web: OneFile, tmp_path: Path) -> None:
    web.file = large_liar()

    async def work() -> None:
        async with stage(web, tmp_path) as services:
            liar, fine = put(services, hit_at(f"{web.origin}/file"), hit_at(web.address("fine", 2)))
            try:
                assert (await inspect_image(services, liar)).width == 16
            except PictureError as why:
                assert "AVIF" in why.message  # noqa: PT017 - either is well
            assert (await inspect_image(services, fine)).width == 640

    asyncio.run(work())


class _killed_at_work:  # noqa: N801 - reads as what it does
    """The worker stands still from the start, and is killed once it has something to do."""

    def __enter__(self) -> None:
        WORKER.examine()
        process = WORKER.pid
        assert process is not None
        os.kill(process, signal.SIGSTOP)

        def strike() -> None:
            wait_until(lambda: WORKER.busy)
            os.kill(process, signal.SIGKILL)

        self._thread = threading.Thread(target=strike)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._thread.join()
