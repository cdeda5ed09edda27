"""An answer as MCP sends it, so that it arrives in every client.

Measured with four agents: beside `structuredContent` one of them loses picture and text, another the text. So
a picture travels as one text block, then the picture, and its data goes into `_meta`, which no model sees.
"""

from base64 import b64encode
from typing import Any

from mcp_types import CallToolResult, ContentBlock, ImageContent, TextContent

from opsin.server.answers import Answer
from opsin.text import fence

CELLS_KEY = "opsin/cells"
"""Where a result's `_meta` holds the cells of the picture, for programs and views."""

OUTSIDE_FIELDS = frozenset(
    {"title", "page", "creator", "licence_stated", "licence_url", "attribution", "outside"}
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
    return CallToolResult(
        content=content,
        structured_content=_structured(answer, structured, client),
        is_error=answer.error,
        _meta=_meta(answer),
    )


def _structured(answer: Answer, structured: str, client: str) -> dict[str, Any] | None:
    if answer.data is None or (answer.error and not answer.data_with_error):
        return None
    if not answer.picture or structured == "always" or (structured == "auto" and client in KEEPS_ALL_THREE):
        return _fenced(answer) if answer.picture else dict(answer.data)
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
    cells = answer.data.get("cells") if answer.data is not None and answer.picture else None
    return {CELLS_KEY: cells} if cells else None
