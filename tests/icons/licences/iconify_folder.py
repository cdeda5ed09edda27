"""Reads what the licence tests need from a folder of npm packages that has @iconify/json in it."""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from opsin.icons.icon import Icon, IconSet

_GIVEN = os.environ.get("OPSIN_ICON_DATA", "")
_TRANSFORMS = {"rotate", "hFlip", "vFlip"}


def iconify_folder() -> Path:
    """The folder of @iconify/json; the test is skipped without it."""
    if not _GIVEN:
        pytest.skip("OPSIN_ICON_DATA names no node_modules folder with @iconify/json in it")
    return Path(_GIVEN) / "@iconify" / "json"


def data_version(folder: Path) -> str:
    version: str = json.loads((folder / "package.json").read_bytes())["version"]
    return version


def icons_of(folder: Path) -> Iterator[Icon]:
    """All icons, hidden ones too; an alias that turns or flips its icon is an icon of its own, as in Iconify's totals."""
    for prefix, info in json.loads((folder / "collections.json").read_bytes()).items():
        icons = _set(prefix, info)
        data = json.loads((folder / "json" / f"{prefix}.json").read_bytes())
        aliases = defaultdict(list)
        for name, alias in data.get("aliases", {}).items():
            aliases[alias["parent"]].append(name)
        turned = {name: one for name, one in data.get("aliases", {}).items() if _TRANSFORMS & one.keys()}
        for name, body in (data["icons"] | turned).items():
            yield Icon(icons, name, aliases=tuple(aliases[name]), hidden=bool(body.get("hidden")))


def _set(prefix: str, info: dict[str, Any]) -> IconSet:
    licence = info.get("license", {})
    return IconSet(
        prefix,
        info["name"],
        info.get("version") or "",
        spdx=licence.get("spdx") or "",
        licence_title=licence.get("title") or "",
        licence_url=licence.get("url") or "",
        category=info.get("category") or "",
        hidden=bool(info.get("hidden")),
        total=info["total"],
    )
