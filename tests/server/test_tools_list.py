"""A lint over what clients see: rules that keep every model service and client content."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from opsin.server.instructions import INSTRUCTIONS
from opsin.server.schema import input_schema
from opsin.server.tools.base import Tool
from opsin.server.tools.registry import TOOLS

GOLDEN = json.loads(Path(__file__).with_name("tools_list.json").read_text("utf-8"))
FORBIDDEN = {
    "title", "anyOf", "oneOf", "allOf", "not", "$ref", "$defs", "format", "pattern", "const", "additionalProperties",
    "null", "nullable",
}  # fmt: skip

each_tool = pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)


def keys_of(schema: Any) -> set[str]:
    """The keywords of a schema; names of properties are none."""
    if isinstance(schema, list):
        return set().union(*map(keys_of, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    found = set(schema)
    for key, value in schema.items():
        found |= set().union(*map(keys_of, value.values())) if key == "properties" else keys_of(value)
    return found


@each_tool
def test_schemas_are_flat(tool: Tool) -> None:
    schema = input_schema(tool.parameters)
    assert set(schema) == {"type", "properties", "required"}
    assert schema["type"] == "object"
    assert not keys_of(schema) & FORBIDDEN
    for name, one in schema["properties"].items():
        assert re.fullmatch("[a-z][a-z_]{0,19}", name)
        assert one["type"] in {"string", "integer", "number", "boolean", "array"}
        assert one["type"] != "array" or one["items"] == {"type": "string"}
        assert one.get("default", "") is not None
        assert set(one) <= {
            "type", "description", "default", "enum", "minimum", "maximum", "items", "minItems", "maxItems",
        }  # fmt: skip


@each_tool
def test_every_parameter_is_told_in_one_sentence_with_an_example(tool: Tool) -> None:
    for parameter in tool.parameters:
        assert parameter.about.endswith(".")
        assert ". " not in parameter.about
        assert len(parameter.about) <= 140
        assert "such as" in parameter.about or any(digit in parameter.about for digit in "0123456789")


@each_tool
def test_names_descriptions_and_hints(tool: Tool) -> None:
    assert re.fullmatch("[a-z_]{1,20}", tool.name)
    assert 300 <= len(tool.description) <= 900
    assert "\n" not in tool.description
    assert tool.title
    # Pictures and words of the web come in; vision_analyze reads files of this machine.
    assert tool.hints.open_world == (tool.name != "vision_analyze")
    assert not tool.hints.destructive


def test_only_the_download_writes() -> None:
    assert [tool.name for tool in TOOLS if not tool.hints.read_only] == ["image_download", "icon_download"]


def test_an_output_schema_stands_only_where_no_picture_is_sent() -> None:
    with_schema = [tool for tool in TOOLS if tool.output_schema is not None]
    assert [tool.name for tool in with_schema] == ["image_download", "icon_download", "vision_analyze"]
    for tool in with_schema:
        assert tool.output_schema is not None
        assert tool.output_schema["type"] == "object"


def test_the_list_is_small() -> None:
    assert len(json.dumps(GOLDEN, ensure_ascii=False)) <= 12_000
    assert [tool["name"] for tool in GOLDEN] == [
        "image_search", "image_inspect", "image_compare", "image_download", "search_icons", "icon_download",
        "vision_analyze",
    ]  # fmt: skip
    for tool in GOLDEN:
        assert tool["annotations"]["title"] == tool["title"]
        assert set(tool["annotations"]) == {
            "title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint",
        }  # fmt: skip


def test_the_contracts_of_the_older_servers_hold() -> None:
    taken = {tool["name"]: tool["inputSchema"]["properties"] for tool in GOLDEN}
    search = taken["image_search"]
    defaults = {name: one.get("default") for name, one in search.items()}
    assert defaults == {
        "query": None, "count": 9, "page": 1, "safe": "moderate", "license": "any", "min_width": 0,
        "orientation": "any", "provider": "auto", "like": None, "describe": "auto",
    }  # fmt: skip
    assert search["safe"]["enum"] == ["off", "moderate", "strict"]
    assert search["license"]["enum"] == ["any", "commercial", "share-alike"]
    assert search["orientation"]["enum"] == ["any", "square", "landscape", "portrait"]
    assert set(taken["image_inspect"]) == {"id", "region", "describe"}
    assert set(taken["image_download"]) == {"ids", "dir", "prefix", "max_bytes", "fresh"}
    icons = taken["search_icons"]
    assert (icons["keywords"]["minItems"], icons["keywords"]["maxItems"]) == (1, 5)
    assert (icons["limit"]["minimum"], icons["limit"]["maximum"], icons["limit"]["default"]) == (1, 64, 12)
    assert icons["license_policy"]["enum"] == ["permissive", "permissive_plus_attribution", "all"]
    assert icons["license_policy"]["default"] == "permissive"
    look = taken["vision_analyze"]
    assert {name: one.get("default") for name, one in look.items()} == {
        "path": None, "secondary_path": None, "question": None, "mode": "ui", "detail": "standard", "region": None,
        "page": 1, "part": 1,
    }  # fmt: skip
    assert look["mode"]["enum"] == ["ui", "ocr", "general"]
    assert look["detail"]["enum"] == ["fast", "standard"]
    vision = next(tool for tool in GOLDEN if tool["name"] == "vision_analyze")
    assert vision["inputSchema"]["required"] == ["path"]
    assert vision["annotations"] == {
        "title": "Analyze a local image", "readOnlyHint": True, "destructiveHint": False, "idempotentHint": True,
        "openWorldHint": False,
    }  # fmt: skip
    assert set(vision["outputSchema"]["properties"]) >= {
        "ok", "model", "source_path", "mode", "answer", "observations", "visible_text", "uncertainties", "truncated",
        "error_code",
    }  # fmt: skip
    assert next(tool for tool in GOLDEN if tool["name"] == "search_icons")["inputSchema"]["required"] == [
        "keywords"
    ]


def test_the_instructions_are_short_and_name_every_tool() -> None:
    assert len(INSTRUCTIONS) <= 2_000
    for tool in TOOLS:
        assert tool.name in INSTRUCTIONS


def test_the_start_loads_nothing_heavy() -> None:
    program = "import sys, opsin.server.app as app; print([m for m in ('PIL', 'sqlite3', 'opsin.web', 'opsin.images.search', 'opsin.icons.query', 'opsin.vision.request', 'zstandard') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
