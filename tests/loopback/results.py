"""What the test web's providers find: results whose addresses say how they behave."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha1

from opsin.demo.mediawiki import WikiFile

WIKI_CODES = {"cc0": "cc0", "pdm": "pd", "unstated": ""}


@dataclass(frozen=True, slots=True)
class Result:
    """One result, as every provider of the test web can tell it.

    Attributes:
        identity: Which picture it is, 0 to 19 (see `tests.loopback.pictures`).
        behaviour: How its original answers (see `tests.loopback.behaviours`).
        thumbnail: How its thumbnail answers.
        host: Name of the host that serves both; empty for 127.0.0.1.
        size: Pixels of the original.
        thumbnail_size: Pixels of the thumbnail.
        address: The original's address, where it is to be another than the above make.
    """

    identity: int
    behaviour: str = "fine"
    thumbnail: str = "fine"
    host: str = ""
    size: tuple[int, int] = (640, 480)
    thumbnail_size: tuple[int, int] = (480, 360)
    title: str = ""
    licence: str = "by-sa"
    address: str = ""
    thumbnail_address: str = ""

    def original_at(self, port: int) -> str:
        """Address of the original on the server with this port."""
        return self.address or self._at(port, self.behaviour, self.size)

    def thumbnail_at(self, port: int) -> str:
        """Address of the thumbnail on the server with this port."""
        return self.thumbnail_address or self._at(port, self.thumbnail, self.thumbnail_size)

    def page_at(self, port: int) -> str:
        """Address of the page that the picture stands on."""
        return f"http://{self.host or '127.0.0.1'}:{port}/page/{self.identity}"

    def as_wiki_file(self, port: int) -> WikiFile:
        """The result as a file of a wiki; results with the same picture, size and behaviour are the same file."""
        same = f"{self.behaviour} {self.identity} {self.size}".encode()
        return WikiFile(
            name=f"{self.title or f'Result {self.identity}'}.jpg",
            url=self.original_at(port),
            page=self.page_at(port),
            thumbnail=lambda _width: self.thumbnail_at(port),
            width=self.size[0],
            height=self.size[1],
            size_bytes=10_000,
            sha1=sha1(same, usedforsecurity=False).hexdigest(),
            author=f"Author {self.identity}",
            description=self.title,
            licence=WIKI_CODES.get(self.licence, f"cc-{self.licence}-4.0"),
        )

    def _at(self, port: int, behaviour: str, size: tuple[int, int]) -> str:
        host = self.host or "127.0.0.1"
        return f"http://{host}:{port}/i/{behaviour}/{self.identity}/{size[0]}x{size[1]}.jpg"


def fine_results(count: int = 20) -> Sequence[Result]:
    """Results that all behave, each with a picture of its own."""
    return tuple(Result(identity, title=f"Picture {identity}") for identity in range(count))
