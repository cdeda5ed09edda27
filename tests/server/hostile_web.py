"""A provider and a host in one, whose every word is what a test puts into its mouth."""

import asyncio
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from PIL import ExifTags, Image

from opsin.demo.http_server import LOOPBACK, HttpServer, Request, Response
from tests.loopback import pictures

PAGE = "https://pages.example/panda"
LICENCE = "https://licences.example/terms"
_MOST = 4_000
"""Characters of one field; an answer with many longer ones would be refused for its length."""


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of one picture: the texts go round the fields, so that one result carries many."""

    texts: Sequence[str]
    page: str = PAGE
    address: str = LICENCE

    def fields(self, *names: str) -> dict[str, str]:
        """A text for each of the fields."""
        return {name: text[:_MOST] for name, text in zip(names, cycle(self.texts), strict=False)}


class HostileWeb:
    """Serves Wikimedia's and Openverse's API, and the pictures of both, as an async context manager.

    Attributes:
        words: What is said of each result, sixteen at most.
        refusing: The hosts of the pictures say the words in their status lines and headers instead of serving.
    """

    def __init__(self, words: Sequence[Words]) -> None:
        self.words = words
        self.refusing = False
        self._server = HttpServer(self._answer)

    async def __aenter__(self) -> Self:
        await self._server.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._server.__aexit__(kind, error, trace)

    def environ(self, folder: Path) -> Mapping[str, str]:
        """Variables that point opsin at this web and at a folder of the test."""
        folder.mkdir(exist_ok=True)
        config = folder / "config.toml"
        config.touch()
        return {
            "OPSIN_CONFIG": str(config),
            "OPSIN_WIKIMEDIA_URL": f"{self._server.address}/w/api.php",
            "OPSIN_OPENVERSE_URL": f"{self._server.address}/openverse",
            "OPSIN_ALLOW_HOSTS": f"{LOOPBACK}:{self._server.port}",
            "OPSIN_STATE_DIR": str(folder / "state"),
            "OPSIN_OUTPUT_DIR": str(folder / "out"),
            "OPSIN_SEARCH_INTERVAL_MS": "0",
            "HOME": str(folder),
        }

    async def _answer(self, request: Request) -> Response:
        if request.path == "/w/api.php":
            return _json(
                {"batchcomplete": True, "query": {"pages": list(map(self._file, range(self._count)))}}
            )
        if request.path.startswith("/openverse"):
            return _json({"page_count": 1, "results": list(map(self._row, range(self._count)))})
        number = int(request.path.rpartition("/")[2].removesuffix(".jpg"))
        if self.refusing:
            return self._refusal(number)
        return Response(_picture(number, self.words[number]), content_type="image/jpeg")

    @property
    def _count(self) -> int:
        return len(self.words)

    def _address(self, kind: str, number: int) -> str:
        return f"{self._server.address}/{kind}/{number}.jpg"

    def _file(self, number: int) -> dict[str, Any]:
        words = self.words[number]
        told = words.fields(
            *(
                "ObjectName",
                "Artist",
                "LicenseShortName",
                "UsageTerms",
                "Attribution",
                "Restrictions",
                "Credit",
            ),
            *("ImageDescription", "License", "Copyrighted", "AttributionRequired", "mime"),
        )
        told["Artist"] = f'<a href="{words.address}">{told["Artist"]}</a>'
        info = {
            "size": 10_000,
            "width": 640,
            "height": 480,
            "url": self._address("original", number),
            "thumburl": self._address("thumbnail", number),
            "descriptionurl": words.page,
            "mime": told.pop("mime"),
            "sha1": f"{number:040x}",
            "extmetadata": {
                name: {"value": value, "source": value}
                for name, value in {**told, "LicenseUrl": words.address}.items()
            },
        }
        title = f"File:{told['ObjectName']}.jpg"
        return {"pageid": number + 1, "ns": 6, "title": title, "index": number + 1, "imageinfo": [info]}

    def _row(self, number: int) -> dict[str, Any]:
        words = self.words[number]
        return {
            **words.fields(
                "title", "creator", "license", "license_version", "attribution", "source", "provider"
            ),
            **words.fields("category", "filetype", "id"),
            "license_url": words.address,
            "creator_url": words.address,
            "foreign_landing_url": words.page,
            "url": self._address("original", number),
            "thumbnail": self._address("thumbnail", number),
            "width": 640,
            "height": 480,
        }

    def _refusal(self, number: int) -> Response:
        said = _bytes(self.words[number].texts[0][:500]).replace(b"\r", b"").replace(b"\n", b"")
        heads = (
            b"HTTP/1.1 403 %b\r\nContent-Length: 0\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Type: %b\r\nContent-Length: 3\r\n\r\nabc",
            b"HTTP/1.1 200 OK\r\nContent-Encoding: %b\r\nContent-Length: 3\r\n\r\nabc",
            b"HTTP/1.1 302 Found\r\nLocation: http://%b/\r\nContent-Length: 0\r\n\r\n",
            b"%b\r\n\r\n",
        )
        content = heads[number % len(heads)] % said

        async def write(writer: asyncio.StreamWriter) -> None:
            writer.write(content)
            await writer.drain()

        return Response(write=write, silent=True)


def _json(value: object) -> Response:
    return Response(json.dumps(value).encode(), content_type="application/json")


def _picture(number: int, words: Words) -> bytes:
    """A picture whose metadata says the texts, in the file's own fields."""
    exif, base = Image.Exif(), ExifTags.Base
    tags = (base.ImageDescription, base.Artist, base.Copyright, base.Software, base.Model, base.UserComment)
    said = words.fields(*map(str, tags), "comment")
    for tag in tags[:-1]:
        exif[tag] = _bytes(said[str(tag)])
    exif.get_ifd(ExifTags.IFD.Exif)[base.UserComment] = b"ASCII\0\0\0" + _bytes(said[str(base.UserComment)])
    kept = io.BytesIO()
    picture = pictures.picture(number, 160, 120)
    picture.save(kept, "JPEG", exif=exif, comment=_bytes(said["comment"]))
    return kept.getvalue()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")
