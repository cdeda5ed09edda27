"""The MCP server: opsin's tools behind the SDK's `MCPServer`."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

from mcp.server import MCPServer
from mcp.server.caching import CacheHint
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.tools import Tool as SdkTool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import Field

from opsin import __version__
from opsin.server.answers import Answer, refusal
from opsin.server.calls import ANSWER_WITHIN_S, PACK_WITHIN_S, answer_call
from opsin.server.guard import bounds_for, guard
from opsin.server.instructions import INSTRUCTIONS
from opsin.server.on_demand import OnDemand
from opsin.server.progress import Rising
from opsin.server.schema import input_schema, nearest
from opsin.server.tools.base import Call, Tool
from opsin.server.tools.registry import TOOLS
from opsin.server.wire import to_result
from opsin.settings import Settings

if TYPE_CHECKING:
    from opsin.services import Services

OpenServices = Callable[[Settings], "AbstractAsyncContextManager[Services]"]

NAME = "opsin"
_LIST_KEPT_MS = 3_600_000
_LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]


class OpsinServer(MCPServer["OnDemand[Services]"]):
    """An MCP server that answers a call of an unknown tool with the nearest name."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; see `MCPServer.call_tool`."""
        names = [tool.name for tool in await self.list_tools()]
        if name not in names:
            return to_result(_no_tool(name, names))
        return await super().call_tool(name, arguments, context)


def _no_tool(name: str, names: Sequence[str]) -> Answer:
    if any(tool.name == name for tool in TOOLS):
        return refusal(
            f"{name} is switched off here: it works with the disk of the server's machine.",
            f"Who runs the server switches it on with OPSIN_HTTP_DISK=yes. Tools: {', '.join(names)}.",
        )
    meant = nearest(name, names)
    question = f" Did you mean {meant}?" if meant else ""
    return refusal(f"There is no tool {name[:60]!r}.{question}", f"Tools: {', '.join(names)}.")


def build_server(
    settings: Settings,
    *,
    open_services: OpenServices | None = None,
    tools: Sequence[Tool] = TOOLS,
    within_s: float = ANSWER_WITHIN_S,
    instructions: str = INSTRUCTIONS,
) -> MCPServer["OnDemand[Services]"]:
    """Make the server. Nothing is opened, written or asked before the first call of a tool.

    Args:
        settings: The values in force.
        open_services: Opens what the tools work with; `opsin.opening` when None.
        tools: The tools, in the order of the list.
        within_s: Seconds within which every call is answered.
        instructions: What a client tells its model about the server as a whole.
    """
    manager = partial(open_services or _open_services, settings)

    @asynccontextmanager
    async def lifespan(_server: object) -> AsyncIterator["OnDemand[Services]"]:
        services = OnDemand(manager)
        try:
            yield services
        finally:
            await services.close()

    return OpsinServer(
        NAME,
        title="opsin: eyes for agents",
        description="Finds pictures of the web and icons, and shows them on one sheet, to look at before choosing.",
        instructions=instructions,
        version=__version__,
        tools=[_sdk_tool(tool, settings, within_s) for tool in tools],
        log_level=cast("_LogLevel", settings.log_level),
        lifespan=lifespan,
        cache_hints={
            "tools/list": CacheHint(ttl_ms=_LIST_KEPT_MS, scope="public"),
            "server/discover": CacheHint(ttl_ms=_LIST_KEPT_MS, scope="public"),
        },
        subscriptions=False,
    )


class _SdkTool(SdkTool):
    """A tool of ours in the SDK's list. Its arguments reach us as they were sent, and we read them ourselves."""

    tool: Tool = Field(exclude=True)
    settings: Settings = Field(exclude=True)
    within_s: float = Field(exclude=True)

    async def run(
        self,
        arguments: dict[str, Any],
        context: Context[Any, Any],
        convert_result: bool = False,  # noqa: ARG002
    ) -> CallToolResult:
        """Answer one call; see `mcp.server.mcpserver.tools.Tool.run`."""
        services: OnDemand[Services] = context.request_context.lifespan_context
        clock = asyncio.get_running_loop().time
        started = clock()
        call = Call(self.settings, services.get, Rising(context.report_progress))
        answer = await answer_call(self.tool, arguments, call, within_s=self.within_s)
        left = started + self.within_s + PACK_WITHIN_S - clock()
        answer = await guard(answer, bounds_for(self.settings), within_s=left)
        return to_result(answer, structured=self.settings.structured, client=_client_name(context))


def _sdk_tool(tool: Tool, settings: Settings, within_s: float) -> _SdkTool:
    hints = tool.hints
    return _SdkTool(
        fn=tool.run,
        name=tool.name,
        title=tool.title,
        description=tool.description,
        parameters=input_schema(tool.parameters),
        fn_metadata=FuncMetadata(
            arg_model=ArgModelBase, output_schema=dict(tool.output_schema) if tool.output_schema else None
        ),
        is_async=True,
        context_kwarg=None,
        annotations=ToolAnnotations(
            title=tool.title,
            read_only_hint=hints.read_only,
            destructive_hint=hints.destructive,
            idempotent_hint=hints.idempotent,
            open_world_hint=hints.open_world,
        ),
        tool=tool,
        settings=settings,
        within_s=within_s,
    )


def _client_name(context: Context[Any, Any]) -> str:
    params = context.session.client_params
    return params.client_info.name if params is not None else ""


def _open_services(settings: Settings) -> "AbstractAsyncContextManager[Services]":
    from opsin.opening import open_services

    return open_services(settings)
