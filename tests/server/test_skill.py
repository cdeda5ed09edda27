"""The skill for coding agents says of the tools what their schemas say."""

import re

import pytest

from opsin.cli.program import COMMANDS
from opsin.server.tools.registry import TOOLS
from opsin.server.tools.vision_analyze import OUTPUT_SCHEMA
from tests.server.stub import ROOT

SKILL = ROOT / "skills" / "opsin" / "SKILL.md"
TEXT = SKILL.read_text("utf-8")
HEAD, BODY = TEXT.removeprefix("---\n").split("\n---\n", 1)
NAMED = set(re.findall(r"`([^`\n]+)`", BODY))
TOOL_NAMES = {tool.name for tool in TOOLS}
PARAMETERS = {tool.name: {parameter.name for parameter in tool.parameters} for tool in TOOLS}
WORDS = {word for tool in TOOLS for parameter in tool.parameters for word in parameter.schema.get("enum", ())}


def sections() -> dict[str, str]:
    """The body of each section by its title."""
    parts = re.split(r"^## (.+)$", BODY, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_front_matter_names_the_skill_and_says_when_to_use_it() -> None:
    fields = dict(line.split(": ", 1) for line in HEAD.split("\n"))
    assert fields.keys() == {"name", "description"}
    assert fields["name"] == SKILL.parent.name
    # What agents take of it at most.
    assert len(fields["description"]) <= 1_024
    assert all(name in fields["description"] for name in TOOL_NAMES)


def test_every_tool_is_named() -> None:
    assert all(name in BODY for name in TOOL_NAMES)


def test_everything_that_is_named_is_there() -> None:
    known = {*TOOL_NAMES, *set().union(*PARAMETERS.values()), *WORDS, *OUTPUT_SCHEMA["properties"]}
    known |= {"opsin", "ocr", *(f"opsin {command}" for command in COMMANDS)}
    assert NAMED - known == set()


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_every_parameter_is_named_where_its_tool_is(tool: object) -> None:
    name = getattr(tool, "name", "")
    told = " ".join(
        text + title for title, text in sections().items() if name in title or f"`{name}`" in text
    )
    for parameter in PARAMETERS[name]:
        assert f"`{parameter}`" in told


def test_a_section_names_no_parameter_of_other_tools() -> None:
    for title, text in sections().items():
        own = {name for name in TOOL_NAMES if name in title or f"`{name}`" in text}
        allowed = set().union(*(PARAMETERS[name] for name in own))
        others = set().union(*PARAMETERS.values()) - allowed - {"path"}
        assert set(re.findall(r"`([^`\n]+)`", text)) & others == set()


def test_what_an_agent_must_not_do_is_said() -> None:
    flat = " ".join(BODY.split())
    for rule in (
        "Do not open the image file yourself if you cannot see",
        "Do not make up a path",
        "you have not seen the image",
        "latest:FOLDER",
        "Make the very same call again",
        "receipt",
    ):
        assert rule in flat
