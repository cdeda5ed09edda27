"""The demo's web: the gallery behind MediaWiki's API, on the loopback address.

- `/w/api.php`: the API (see `opsin.demo.mediawiki`)
- `/originals/NAME`: a photograph as it is
- `/thumbnails/NAME/WIDTHpx.jpg`: the same, WIDTH pixels wide, which is one of MediaWiki's steps
"""

import asyncio
import json
import re
from functools import cache
from urllib.parse import quote

from opsin.demo import gallery
from opsin.demo.http_server import HttpServer, Request, Response
from opsin.demo.mediawiki import THUMBNAIL_STEPS, WikiFile, answer

API_PATH = "/w/api.php"
_ORIGINAL = re.compile(r"/originals/([a-z0-9-]+\.jpg)")
_THUMBNAIL = re.compile(r"/thumbnails/([a-z0-9-]+\.jpg)/(\d{2,4})px\.jpg")
_BY_NAME = {photo.file: photo for photo in gallery.PHOTOS}


def gallery_web(port: int = 0) -> HttpServer:
    """The server, to be entered as an async context manager; port 0 takes a free one."""
    return HttpServer(serve_gallery, port=port)


async def serve_gallery(request: Request) -> Response:
    """Answer one request; 404 for whatever the gallery has not."""
    path = request.path
    if path == API_PATH:
        found = answer(request.parameters, lambda words: _files(words, request.origin))
        return Response(json.dumps(found).encode(), content_type="application/json; charset=utf-8")
    if (original := _ORIGINAL.fullmatch(path)) and original[1] in _BY_NAME:
        return Response(_BY_NAME[original[1]].data, content_type="image/jpeg")
    if (thumbnail := _THUMBNAIL.fullmatch(path)) and thumbnail[1] in _BY_NAME:
        width = int(thumbnail[2])
        if width in THUMBNAIL_STEPS:
            body = await asyncio.to_thread(scaled, thumbnail[1], width)
            return Response(body, content_type="image/jpeg")
    return Response(b"There is nothing here.\n", status=404, content_type="text/plain")


@cache
def scaled(name: str, width: int) -> bytes:
    """A photograph of the gallery scaled down to a width in pixels, as a JPEG."""
    import io

    from PIL import Image

    with Image.open(io.BytesIO(_BY_NAME[name].data)) as image:
        image.thumbnail((width, image.height), Image.Resampling.LANCZOS)
        out = io.BytesIO()
        image.save(out, "JPEG", quality=85)
    return out.getvalue()


def _files(words: str, origin: str) -> list[WikiFile]:
    return [_as_file(photo, origin) for photo in gallery.find(words)]


def _as_file(photo: gallery.Photo, origin: str) -> WikiFile:
    name = quote(photo.file)
    return WikiFile(
        name=f"{photo.title}.jpg",
        url=f"{origin}/originals/{name}",
        page=photo.page,
        thumbnail=lambda width: f"{origin}/thumbnails/{name}/{width}px.jpg",
        width=photo.width,
        height=photo.height,
        size_bytes=len(photo.data),
        sha1=photo.sha1,
        author=photo.author,
        description=photo.title,
        licence=photo.licence,
    )
