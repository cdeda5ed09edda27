"""What the README says of names, defaults, commands and messages is so."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import opsin
from opsin.cli.installing.clients import CLIENTS
from opsin.cli.program import COMMANDS
from opsin.icons.catalogue.embedded import open_embedded
from opsin.images.providers.registry import PROVIDERS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
TOOLS = json.loads((ROOT / "tests" / "server" / "tools_list.json").read_text("utf-8"))
SECTIONS = {
    title.strip("` "): body
    for title, body in re.findall(r"^#{2,3} ([^\n]+)\n(.*?)(?=^#{2,3} |\Z)", README, re.MULTILINE | re.DOTALL)
}
SOURCES = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "src" / "opsin").rglob("*.py")))
OF_OTHERS = {"spawn uvx ENOENT"}
"""Messages that are not ours."""


def rows_of(section: str) -> Iterator[list[str]]:
    """The cells of each row of a section's table, without its head."""
    lines = [line for line in SECTIONS[section].splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def test_the_table_of_tools_is_that_of_the_server() -> None:
    writes = {
        name.strip("`"): "output folder" in what
        for name, _, what in (row for row in rows_of("The tools") if len(row) == 3)
    }
    assert writes == {tool["name"]: not tool["annotations"]["readOnlyHint"] for tool in TOOLS}


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool["name"])
def test_every_parameter_is_named_with_its_default(tool: Any) -> None:
    properties = tool["inputSchema"]["properties"]
    section = SECTIONS[tool["name"]]
    rows = {row[0].strip("`"): row[1:] for row in rows_of(tool["name"])}
    if not rows:
        unnamed = [name for name in properties if not re.search(rf"`{name}\b", section)]
        assert not unnamed
        return
    assert rows.keys() == properties.keys()
    for name, (default, about) in rows.items():
        stated = properties[name].get("default", "")
        assert default == {"False": "no", "[]": ""}.get(str(stated), str(stated)), name
        unnamed = [
            value
            for value in properties[name].get("enum", [])
            if not re.search(rf"\b{value}\b", f"{default} {about}")
        ]
        # What `auto` and `never` of describe do follows from the rest.
        assert not set(unnamed) - {"auto", "never", "always"}, name


def test_what_needs_which_key_is_what_the_providers_say() -> None:
    section = SECTIONS["What needs which key today"]
    needs = {
        name: takes
        for names, takes in rows_of("What needs which key today")
        for name in re.findall(r"`(\w+)`", names)
    }
    others = {kind.name: kind for kind in PROVIDERS if kind.name not in needs}
    assert not [name for name, kind in others.items() if kind.needs]
    assert all(re.search(name, section, re.IGNORECASE) for name in others)
    for kind in PROVIDERS:
        if kind.name in needs:
            words = (
                "key" if any("KEY" in name for name in kind.needs) else "address" if kind.needs else "othing"
            )
            assert words in needs[kind.name] or any(name in needs[kind.name] for name in kind.needs), (
                kind.name
            )


def test_the_clients_are_those_of_install() -> None:
    said = re.search(r"opsin install --client (\w+)\s+# (.+)", README)
    assert said
    assert {said[1], *said[2].split(", ")} == {client.name for client in CLIENTS}


def test_every_command_is_one() -> None:
    blocks = re.findall(r"```\w*\n(.*?)```", README, re.DOTALL) + re.findall(r"`([^`\n]+)`", README)
    used = {name for block in blocks for name in re.findall(r"^\W*opsin ([a-z][a-z-]+)", block, re.MULTILINE)}
    assert len(used) > 10
    assert not used - COMMANDS.keys()


def test_what_the_python_example_uses_is_there() -> None:
    used = set(re.findall(r"\bopsin\.([A-Za-z_]\w*)", SECTIONS["From Python"]))
    assert len(used) > 5
    assert not used - set(opsin.__all__)


def test_the_icons_are_counted() -> None:
    catalogue = open_embedded()
    said = re.search(
        r"all (\d+) Iconify sets \(([\d,]+) icons\) are inside, with the drawings of (\d+)", README
    )
    assert said
    total = sum(one.total for one in catalogue.sets.values())
    assert (said[1], said[2]) == (str(len(catalogue.sets)), f"{total:,}")
    assert int(said[3]) == len(catalogue.bodies)


def test_messages_are_quoted_as_they_are_given() -> None:
    quoted = [
        part.strip(" .()")
        for first, _ in rows_of("When something goes wrong")
        for message in re.findall(r"`([^`]+)`", first)
        if message not in OF_OTHERS
        for part in re.split(r"…|: |\(| in \d+ s|=", message)
    ]
    assert len(quoted) > 8
    assert not [part for part in quoted if part and part not in SOURCES]
