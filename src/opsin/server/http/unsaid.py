"""What an answer does not say to callers from elsewhere: where this machine keeps its files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from opsin.server.answers import Answer

SOMEWHERE = "(a folder of the server)"

_LEAST_CHARACTERS = 4
"""A shorter path, such as `/` or `C:\\`, stands in too many words."""


def without_folders(answer: Answer, folders: Sequence[Path]) -> Answer:
    """The answer with some words in the place of each folder's path. What came from outside stays as it is."""
    paths = [path for path in map(str, folders) if len(path) >= _LEAST_CHARACTERS]

    def told(text: str) -> str:
        for path in paths:
            text = text.replace(path, SOMEWHERE)
        return text

    return each_text(answer, told)


def each_text(answer: Answer, change: Callable[[str], str]) -> Answer:
    """The answer with every text of our own changed, in lines and in data."""

    def changed(value: Any) -> Any:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, Mapping):
            return {name: changed(inner) for name, inner in value.items()}
        return [changed(inner) for inner in value] if isinstance(value, list | tuple) else value

    return replace(answer, lines=tuple(map(change, answer.lines)), data=changed(answer.data))
