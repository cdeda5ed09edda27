"""Writes tools_list.json anew, the golden list of tools, after a change that is meant."""

import argparse
import asyncio
import json
from pathlib import Path

from mcp import Client

from opsin.server.app import build_server
from tests.server.stub import settings


async def listed_tools() -> list[dict[str, object]]:
    async with Client(build_server(settings())) as client:
        listed = (await client.list_tools()).model_dump(by_alias=True, exclude_none=True, mode="json")
    tools: list[dict[str, object]] = listed["tools"]
    return tools


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    golden = json.dumps(asyncio.run(listed_tools()), indent=2, ensure_ascii=False) + "\n"
    Path(__file__).with_name("tools_list.json").write_text(golden, encoding="utf-8")
