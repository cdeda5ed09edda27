"""An answer as MCP sends it, so that it arrives in every client.

Measured with four agents: beside `structuredContent` one of them loses picture and text, another the text. So
a picture travels as one text block, then the picture, and its data goes into `_meta`, which no model sees.
"""

from base64 import b64encode
from typing import Any

from mcp_types import (
    BlobResourceContents,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
)

from opsin.server.answers import Answer, AnswerFile
from opsin.text import fence

CELLS_KEY = "opsin/cells"
"""Where a result's `_meta` holds the cells of the picture, for programs and views."""

DOWNLOADS_KEY = "opsin/downloads"
"""Where a result's `_meta` holds what is told of the files that go along with it."""

OUTSIDE_FIELDS = frozenset(
    {"title", "page", "creator", "licence_stated", "licence_url", "attribution", "outside", "description"}
)
"""Fields of a cell that hold words from outside. They are for programs: `_meta` has them, a model gets the fence."""

KEEPS_ALL_THREE: frozenset[str] = frozenset()
"""Names of clients proven to keep text, picture and structuredContent of one result; none so far."""


def to_result(answer: Answer, *, structured: str = "auto", client: str = "") -> CallToolResult:
    """The result of a tool call.

    Args:
        answer: What goes out.
        structured: The setting: send structuredContent beside a picture `always`, `never`, or `auto`, which is
            for the clients proven to keep it all. An answer without a picture always has it, an error only where
            its tool says so.
        client: The client's name as it told it.
    """
    content: list[ContentBlock] = [TextContent(type="text", text=answer.text)]
    if answer.picture:
        data = b64encode(answer.picture).decode("ascii")
        content.append(ImageContent(type="image", data=data, mime_type=answer.mime))
    content.extend(map(_resource, answer.files))
    return CallToolResult(
        content=content,
        structured_content=_structured(answer, structured, client),
        is_error=answer.error,
        _meta=_meta(answer),
    )


def _structured(answer: Answer, structured: str, client: str) -> dict[str, Any] | None:
    if answer.data is None or (answer.error and not answer.data_with_error):
        return None
    if answer.files:
        # As with a picture: beside the data, clients lose what it tells of.
        return None
    sheet = bool(answer.picture) or answer.in_words
    if not sheet or structured == "always" or (structured == "auto" and client in KEEPS_ALL_THREE):
        return _fenced(answer) if sheet else dict(answer.data)
    return None


def _fenced(answer: Answer) -> dict[str, Any]:
    """The data as a model may read it: words from outside stand in one fence, and nowhere beside it."""
    data = dict(answer.data or {})
    outside = OUTSIDE_FIELDS if answer.outside_fields is None else answer.outside_fields
    cells = [
        {name: value for name, value in cell.items() if name not in outside} for cell in data.get("cells", ())
    ]
    return {**data, "cells": cells, "outside_text": "\n".join(fence(answer.outside))}


def _meta(answer: Answer) -> dict[str, Any] | None:
    if answer.files and answer.data is not None:
        return {DOWNLOADS_KEY: dict(answer.data)}
    sheet = bool(answer.picture) or answer.in_words
    cells = answer.data.get("cells") if answer.data is not None and sheet else None
    return {CELLS_KEY: cells} if cells else None


def _resource(file: AnswerFile) -> EmbeddedResource:
    contents: TextResourceContents | BlobResourceContents
    if file.as_text:
        text = file.data.decode("utf-8", "replace")
        contents = TextResourceContents(uri=file.uri, mime_type=file.mime, text=text)
    else:
        blob = b64encode(file.data).decode("ascii")
        contents = BlobResourceContents(uri=file.uri, mime_type=file.mime, blob=blob)
    return EmbeddedResource(type="resource", resource=contents)
