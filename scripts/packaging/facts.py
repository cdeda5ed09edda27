"""What every package says of opsin, from the two places where it is written: pyproject.toml and the table of settings."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from opsin.setting_table import TABLE, Setting

ROOT = Path(__file__).parents[2]
SHORT_CHARACTERS = 100

KEYS = tuple(row for row in TABLE if row.secret and row.name.endswith("_KEY"))
"""The keys of providers and model servers."""

STDIO = tuple(row for row in TABLE if not row.key.startswith("http_"))
"""What a server that a client starts is told."""


@dataclass(frozen=True, slots=True)
class Facts:
    """One project's facts.

    Attributes:
        registry_name: Its name in the registry of MCP, where the part before `/` is the publisher's.
    """

    name: str
    version: str
    description: str
    author: str
    licence: str
    keywords: tuple[str, ...]
    python: str
    registry_name: str

    @property
    def short(self) -> str:
        """The description in a hundred characters, cut where a part of the sentence ends."""
        text = self.description.rstrip(".")
        while len(text) > SHORT_CHARACTERS:
            text = text.rpartition(",")[0]
        return text

    @property
    def python_range(self) -> str:
        """The least Python as a range of semantic versions."""
        return f"{self.python} <4"


@cache
def facts() -> Facts:
    """Read them."""
    read: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = read["project"]
    return Facts(
        name=project["name"],
        version=project["version"],
        description=project["description"],
        author=project["authors"][0]["name"],
        licence=project["license"],
        keywords=tuple(project["keywords"]),
        python=project["requires-python"],
        registry_name=read["tool"]["opsin"]["registry-name"],
    )


def choices_of(row: Setting) -> list[str]:
    """The words that a setting may be; empty where it may be more than a few words."""
    listed = row.allowed.removeprefix("one of ")
    return listed.split(", ") if listed != row.allowed else []
