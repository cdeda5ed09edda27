"""What can be typed after `opsin`, read from the parsers of its commands."""

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from opsin.cli.arguments import OneOf


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command.

    Attributes:
        names: As it is typed, such as -y and --yes.
        purpose: What it does, in one line.
        value: What its value is called; empty where it takes none.
        words: What the value may be, where that is a few words.
        files: The value is a file.
    """

    names: tuple[str, ...]
    purpose: str
    value: str = ""
    words: tuple[str, ...] = ()
    files: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """One command.

    Attributes:
        words: What may stand in place of its first argument, where that is a few words.
        files: Some of its arguments are files.
    """

    name: str
    purpose: str
    options: tuple[Option, ...]
    words: tuple[str, ...] = ()
    files: bool = False


def shapes(parsers: Mapping[str, tuple[str, argparse.ArgumentParser]]) -> list[Shape]:
    """Read the commands: name to what it does and its parser."""
    return [_shape(name, purpose, parser) for name, (purpose, parser) in parsers.items()]


def _shape(name: str, purpose: str, parser: argparse.ArgumentParser) -> Shape:
    optional = [action for action in parser._actions if action.option_strings]  # noqa: SLF001 - the only way to them
    positional = [action for action in parser._actions if not action.option_strings]  # noqa: SLF001
    words = [word for action in positional for word in _words(action)]
    return Shape(
        name,
        purpose,
        tuple(_option(action) for action in optional if action.help != argparse.SUPPRESS),
        tuple(words),
        any(_is_file(action) for action in positional),
    )


def _option(action: argparse.Action) -> Option:
    takes = action.nargs != 0
    value = str(action.metavar or action.dest.upper()) if takes else ""
    purpose = " ".join((action.help or "").replace("%%", "%").split())
    return Option(tuple(action.option_strings), purpose, value, _words(action), takes and _is_file(action))


def _words(action: argparse.Action) -> tuple[str, ...]:
    if isinstance(action.type, OneOf):
        return action.type.allowed
    choices: Iterable[object] = action.choices or ()
    return tuple(str(choice) for choice in choices)


def _is_file(action: argparse.Action) -> bool:
    return action.type is Path or action.dest in {"path", "file", "image"}
