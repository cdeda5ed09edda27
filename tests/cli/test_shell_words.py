"""Advice of the tools in words of the shell: every tool has a command, every parameter an option that is there."""

import re

import pytest

from opsin.cli.program import load
from opsin.cli.shell_words import _COMMANDS, _OPTIONS, in_shell
from opsin.server.tools.registry import TOOLS


@pytest.mark.parametrize(
    ("told", "typed"),
    [
        (
            "icon_download saves it (ids=s1:4); search_icons showed it.",
            "`opsin icon-download s1:4` saves it; `opsin icons` showed it.",
        ),
        (
            "search_icons with sets=lucide shows what it has.",
            "`opsin icons --sets lucide` shows what it has.",
        ),
        ("9 of 12 wanted: page=2 goes on", "9 of 12 wanted: --page 2 goes on"),
        ("Leave provider out, or use license=any.", "Leave provider out, or use --license any."),
        ("It is at https://example.org/?page=2&mode=x.", "It is at https://example.org/?page=2&mode=x."),
        ("It must say page= in it.", "It must say page= in it."),
    ],
)
def test_tools_and_parameters_become_commands_and_options(told: str, typed: str) -> None:
    assert in_shell(told) == typed


def test_every_tool_has_a_command_and_every_option_is_one_of_a_command() -> None:
    assert set(_COMMANDS) == {tool.name for tool in TOOLS}
    helps = "".join(load(name).parser().format_help() for name in _COMMANDS.values())
    assert {option for option in _OPTIONS.values() if not re.search(rf"{option}\b", helps)} == set()
