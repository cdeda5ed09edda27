"""XMP, the metadata that editors and agencies write (ISO 16684-1), read without believing it.

A packet is XML from anywhere: it is read by expat, with a bound on everything, and one that declares a document type is
not read at all, for entities could make it any size.
"""

from collections.abc import Mapping
from contextlib import suppress
from xml.parsers import expat

MOST_BYTES = 262_144
MOST_VALUES = 64
VALUE_CHARACTERS = 2_000
_MOST_DEPTH = 64

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_DC = "http://purl.org/dc/elements/1.1/"
_PHOTOSHOP = "http://ns.adobe.com/photoshop/1.0/"
_XMP = "http://ns.adobe.com/xap/1.0/"
_RIGHTS = "http://ns.adobe.com/xap/1.0/rights/"
_NAMES = {
    f"{_DC} title": "title",
    f"{_DC} description": "description",
    f"{_DC} creator": "creator",
    f"{_DC} subject": "subject",
    f"{_DC} rights": "rights",
    f"{_PHOTOSHOP} Headline": "headline",
    f"{_PHOTOSHOP} City": "place",
    f"{_PHOTOSHOP} Country": "place",
    f"{_PHOTOSHOP} DateCreated": "date",
    f"{_XMP} CreateDate": "date",
    f"{_XMP} CreatorTool": "tool",
    f"{_RIGHTS} WebStatement": "statement",
    "http://creativecommons.org/ns# license": "license",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/ Location": "place",
    "http://ns.adobe.com/exif/1.0/ DateTimeOriginal": "date",
}
"""The properties that are read, by namespace and name, and what they are called here."""


def read_xmp(packet: bytes) -> Mapping[str, tuple[str, ...]]:
    """Read the properties that say what a picture shows, who made it and under which terms.

    Args:
        packet: The whole packet; one with more than 256 KiB is not read.

    Returns:
        Values by name, at most 64 each: title, headline, description, creator, subject, rights, statement, license, date,
        place, tool. What is damaged gives what stands before the damage.
    """
    reader = _Reader()
    if len(packet) <= MOST_BYTES:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = _refuse
        parser.StartElementHandler = reader.start
        parser.EndElementHandler = reader.end
        parser.CharacterDataHandler = reader.text
        with suppress(expat.ExpatError, ValueError):
            parser.Parse(packet.rstrip(b"\0"), True)
    return {name: tuple(values) for name, values in reader.values.items()}


def _refuse(*_: object) -> None:
    raise ValueError("a document type")


class _Reader:
    """Collects the values; one property at a time is open."""

    def __init__(self) -> None:
        self.values: dict[str, list[str]] = {}
        self._depth = 0
        self._open: tuple[str, int] | None = None
        self._parts: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise ValueError("too deep")
        if self._open is None and (known := _NAMES.get(name)):
            self._open = known, self._depth
            self._put(known, attributes.get(f"{_RDF} resource", ""))
        elif self._open is None and name == f"{_RDF} Description":
            for attribute, value in attributes.items():
                if known := _NAMES.get(attribute):
                    self._put(known, value)
        self._parts = []

    def end(self, name: str) -> None:
        if self._open is not None:
            known, depth = self._open
            if self._depth == depth or name == f"{_RDF} li":
                self._put(known, "".join(self._parts))
            if self._depth == depth:
                self._open = None
        self._parts = []
        self._depth -= 1

    def text(self, data: str) -> None:
        if self._open is not None:
            self._parts.append(data)

    def _put(self, known: str, value: str) -> None:
        text = value.strip()[:VALUE_CHARACTERS]
        values = self.values.setdefault(known, [])
        if text and text not in values and len(values) < MOST_VALUES:
            values.append(text)
