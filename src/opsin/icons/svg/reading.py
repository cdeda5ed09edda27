"""Untrusted XML to a tree, by expat, with everything refused that XML can do beside holding elements.

A document type, and with it every entity of one's own, is refused where it begins (OWASP, "XML External Entity
Prevention"). Depth, elements and attributes are counted while expat reads, so nothing large is ever built.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from opsin.icons.svg.refused import SvgRefused
from opsin.icons.svg.tree import SVG

MOST_BYTES = 1_000_000
MOST_DEPTH = 64
MOST_ELEMENTS = 20_000
MOST_ATTRIBUTES = 40
"""On one element."""

XLINK = "http://www.w3.org/1999/xlink"

_START = f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}">'
_END = "</svg>"
_SEPARATOR = " "


@dataclass(slots=True)
class Node:
    """An element as it was read: nothing about it is checked yet but its place."""

    space: str
    tag: str
    attributes: Mapping[str, str]
    children: "list[Node]" = field(default_factory=list)


def read(markup: str) -> list[Node]:
    """Read what stands inside an `svg` element. Text and comments are left out.

    An attribute with a namespace has its address and a space before its name.

    Raises:
        SvgRefused: it is no well-formed XML, or has what icons have not: a document type, entities, processing
            instructions, or more bytes, depth, elements or attributes than one icon needs.
    """
    try:
        data = markup.encode()
    except UnicodeEncodeError as why:
        raise SvgRefused("it has characters that are none") from why
    if len(data) > MOST_BYTES:
        raise SvgRefused(f"it has more than {MOST_BYTES:,} bytes")
    reader = _Reader()
    reader.feed(_START.encode() + data + _END.encode())
    return reader.root.children


class _Reader:
    def __init__(self) -> None:
        self.root = Node(SVG, "svg", {})
        self._open: list[Node] = []
        self._count = 0
        self._ended = False
        parser = expat.ParserCreate("utf-8", _SEPARATOR)
        parser.buffer_text = True
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.StartDoctypeDeclHandler = _refuse_doctype
        parser.EntityDeclHandler = _refuse_entity
        parser.ExternalEntityRefHandler = _refuse_entity
        parser.UnparsedEntityDeclHandler = _refuse_entity
        parser.SkippedEntityHandler = _refuse_entity
        parser.ProcessingInstructionHandler = _refuse_instruction
        self._parser = parser

    def feed(self, data: bytes) -> None:
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as why:
            raise SvgRefused("it is no well-formed XML") from why
        if self._open:
            raise SvgRefused("it is no well-formed XML")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise SvgRefused(f"it has more than {MOST_ELEMENTS:,} elements")
        if len(attributes) > MOST_ATTRIBUTES:
            raise SvgRefused(f"an element has more than {MOST_ATTRIBUTES} attributes")
        if not self._open:
            self._open.append(self.root)
            return
        if len(self._open) > MOST_DEPTH:
            raise SvgRefused(f"its elements are nested more than {MOST_DEPTH} deep")
        space, _, tag = name.rpartition(_SEPARATOR)
        node = Node(space, tag, attributes)
        self._open[-1].children.append(node)
        self._open.append(node)

    def _end(self, _name: str) -> None:
        self._open.pop()


def _refuse_doctype(*_: object) -> NoReturn:
    raise SvgRefused("it has a document type")


def _refuse_entity(*_: object) -> NoReturn:
    raise SvgRefused("it has an entity of its own")


def _refuse_instruction(*_: object) -> NoReturn:
    raise SvgRefused("it has a processing instruction")
