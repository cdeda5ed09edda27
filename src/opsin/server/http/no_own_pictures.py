"""The search for callers from elsewhere: the pictures of the server's own folders are not among what it offers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from opsin.errors import InvalidInput
from opsin.server.answers import Answer
from opsin.server.tools.base import Call, Tool

_LOCAL = "local"
_ABOUT = "One by name, such as wikimedia; all at once."


def without_own_pictures(tool: Tool) -> Tool:
    """The tool `image_search` without the provider of the user's own pictures, which are on the server's disk."""

    async def run(call: Call, values: Mapping[str, Any]) -> Answer:
        if str(values.get("provider", "")).strip().lower() == _LOCAL:
            raise InvalidInput(
                "The provider local is off over HTTP: it is of the pictures on the server's disk.",
                hint="Leave the provider out. Who runs the server switches it on with OPSIN_HTTP_DISK=yes.",
            )
        return await tool.run(call, values)

    parameters = (replace(one, about=_ABOUT) if one.name == "provider" else one for one in tool.parameters)
    return replace(tool, parameters=tuple(parameters), run=run)
