"""A web for `benchmarks.search`: MediaWiki's API and thumbnails, every answer after 100 ms. Run as a process of its own.

Prints its port on a line of standard output, then serves until its standard input ends.
"""

import asyncio
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path

import opsin.demo
from opsin.demo.http_server import Handler, HttpServer, Request, Response
from opsin.demo.mediawiki import WikiFile, answer

LATENCY = 0.1
HOSTS = 9
DEAD_HOST = 8
PHOTOS = sorted((Path(opsin.demo.__file__).parent / "photos").glob("*.jpg"))


def host(index: int) -> str:
    """The name of the host that serves picture number `index`."""
    return f"h{index % HOSTS}.photos.example"


def make_handler(dead_port: int) -> Handler:
    """Serve the photos under as many host names; those of the dead host point to another port."""
    thumbnails = [_thumbnail(path) for path in PHOTOS]

    def files(port: int) -> list[WikiFile]:
        found = []
        for index, data in enumerate(thumbnails):
            own_port = dead_port if index % HOSTS == DEAD_HOST else port
            base = f"http://{host(index)}:{own_port}"
            found.append(
                WikiFile(
                    name=f"Picture {index}.jpg",
                    url=f"{base}/originals/{index}.jpg",
                    page=f"https://{host(index)}/{index}",
                    thumbnail=_always(f"{base}/thumbnails/{index}.jpg"),
                    width=4000,
                    height=3000,
                    size_bytes=len(data),
                    sha1=hashlib.sha1(data, usedforsecurity=False).hexdigest(),
                )
            )
        return found

    async def handle(request: Request) -> Response:
        await asyncio.sleep(LATENCY)
        if request.path == "/w/api.php":
            port = int(request.headers["host"].rpartition(":")[2])
            found = answer(request.parameters, lambda _words: files(port))
            return Response(json.dumps(found).encode(), content_type="application/json")
        index = int(request.path.rpartition("/")[2].partition(".")[0])
        return Response(thumbnails[index], content_type="image/jpeg")

    return handle


def _always(address: str) -> Callable[[int], str]:
    return lambda _width: address


def _thumbnail(path: Path) -> bytes:
    import io

    from PIL import Image

    with Image.open(path) as image:
        image.thumbnail((474, 474))
        out = io.BytesIO()
        image.save(out, "JPEG", quality=85)
    return out.getvalue()


async def main() -> None:
    """Serve until standard input ends."""
    async with HttpServer(make_handler(int(sys.argv[1]))) as server:
        print(server.port, flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
