"""The pages for users of the three older servers: what they name is there, and what those servers had is named."""

import re
from pathlib import Path

import pytest

from opsin.cli.program import COMMANDS, FLAGS, load
from opsin.server.tools.registry import TOOLS
from opsin.setting_table import TABLE
from opsin.vision.refused import Code

PAGES = Path(__file__).parents[1] / "docs" / "switching"
NAMES = ("visual-image-search-mcp", "icon-search-mcp", "local-vision-mcp")

OLDER_VARIABLES = {
    "visual-image-search-mcp": (
        "IMAGE_MCP_OUTPUT_DIR IMAGE_MCP_SEARCH_INTERVAL_MS IMAGE_MCP_RESPECT_ROBOTS BRAVE_API_KEY GOOGLE_CSE_KEY "
        "GOOGLE_CSE_CX SERPER_API_KEY"
    ),
    "icon-search-mcp": "",
    "local-vision-mcp": (
        "VISION_MODEL VISION_OLLAMA_HOST OLLAMA_HOST VISION_ALLOWED_PATHS VISION_MAX_BYTES VISION_MAX_EDGE "
        "VISION_TIMEOUT_MS VISION_KEEP_ALIVE VISION_MAX_OUTPUT_CHARS CLAUDE_PROJECT_DIR LOG_LEVEL"
    ),
}
OLDER_TOOLS = {
    "visual-image-search-mcp": {
        "image_search": "query count page safe license min_width orientation provider",
        "image_inspect": "id",
        "image_download": "ids dir prefix max_bytes",
    },
    "icon-search-mcp": {"search_icons": "keywords limit license_policy"},
    "local-vision-mcp": {"vision_analyze": "path secondary_path question mode detail"},
}
VARIABLES = {name: row for row in TABLE for name in (row.name, *row.older)}
_VARIABLE = re.compile(r"(?:OPSIN|IMAGE_MCP|VISION|BRAVE|GOOGLE_CSE|SERPER|OLLAMA|CLAUDE|LOG)_[A-Z_]+")


def quoted(page: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", (PAGES / f"{page}.md").read_text("utf-8"))


@pytest.mark.parametrize("page", NAMES)
def test_every_variable_that_is_named_is_a_setting(page: str) -> None:
    named = {found for word in quoted(page) for found in _VARIABLE.findall(word)} - {
        str(code) for code in Code
    }
    assert named <= set(VARIABLES), named - set(VARIABLES)
    assert set(OLDER_VARIABLES[page].split()) <= named


@pytest.mark.parametrize("page", NAMES)
def test_each_row_gives_the_new_name_of_the_old_one(page: str) -> None:
    text = (PAGES / f"{page}.md").read_text("utf-8")
    seen = set()
    for line in text.splitlines():
        cells = [cell for cell in line.split("|") if cell.strip()]
        if len(cells) == 2 and "new name" in cells[1] and "server" not in cells[0]:
            older, newer = (re.findall(r"`([A-Z_]+)`", cell) for cell in cells)
            wanted = [*dict.fromkeys(VARIABLES[name].name for name in older)]
            assert newer[: len(wanted)] == wanted
            seen |= set(older)
    assert seen == set(OLDER_VARIABLES[page].split())


@pytest.mark.parametrize("page", NAMES)
def test_the_tools_have_the_parameters_that_they_had(page: str) -> None:
    tools = {tool.name: {parameter.name for parameter in tool.parameters} for tool in TOOLS}
    text = (PAGES / f"{page}.md").read_text("utf-8")
    for name, parameters in OLDER_TOOLS[page].items():
        assert set(parameters.split()) <= tools[name]
        (row,) = (line for line in text.splitlines() if line.startswith(f"| `{name}`"))
        words = set(re.findall(r"`(\w+)`", row)) - {name}
        assert words <= tools[name]
        assert set(parameters.split()) <= words


@pytest.mark.parametrize("page", NAMES)
def test_commands_and_flags_are_there(page: str) -> None:
    for words in (word.split() for word in quoted(page) if word.startswith("opsin ")):
        name = words[1]
        if name.startswith("--"):
            assert name in {*FLAGS, "--debug"}
            continue
        assert name in COMMANDS, name
        known = load(name).parser()._option_string_actions
        assert {word for word in words[2:] if word.startswith("--")} <= set(known)


def test_the_codes_of_errors_are_the_older_ones() -> None:
    codes = {word for word in quoted("local-vision-mcp") if re.fullmatch(r"[A-Z]+_[A-Z_]+|TIMEOUT", word)}
    assert codes - set(VARIABLES) == {str(code) for code in Code} - {"VISION_ERROR"}
