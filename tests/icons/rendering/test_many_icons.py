"""Two thousand icons of real sets, chosen by chance: none is refused, none fails, and what is blank is named.

`OPSIN_ICON_DATA` names a folder node_modules with `@iconify/json`.
"""

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from opsin.icons.icon import Body
from opsin.icons.rendering.raster import Failure
from opsin.icons.rendering.renderer import draw_one
from opsin.icons.svg.sanitise import sanitise

pytestmark = pytest.mark.full

_DATA = Path(os.environ.get("OPSIN_ICON_DATA", "") or "none") / "@iconify" / "json" / "json"
MOST_BLANK = 4
"""The sets hold a few icons that show nothing in any renderer."""

COUNT = 2_000
SEED = 11


@pytest.mark.skipif(not _DATA.is_dir(), reason="OPSIN_ICON_DATA names no folder with @iconify/json")
def test_two_thousand_icons_are_drawn() -> None:
    chosen = random.Random(SEED).sample(sorted(_visible()), COUNT)
    by_file: dict[str, list[str]] = {}
    for prefix, name in chosen:
        by_file.setdefault(prefix, []).append(name)
    failures: dict[str, str] = {}
    for prefix, names in by_file.items():
        for name, body in _bodies(prefix, names):
            drawn = draw_one(sanitise(body), [(96, 96), (20, 20)])
            if isinstance(drawn, Failure):
                failures[f"{prefix}:{name}"] = drawn.value
    blank = [name for name, why in failures.items() if why == Failure.BLANK.value]
    assert {name: why for name, why in failures.items() if name not in blank} == {}
    assert len(blank) <= MOST_BLANK, blank


def _visible() -> Iterator[tuple[str, str]]:
    for file in _DATA.glob("*.json"):
        for name, icon in json.loads(file.read_bytes())["icons"].items():
            if not icon.get("hidden"):
                yield file.stem, name


def _bodies(prefix: str, names: list[str]) -> Iterator[tuple[str, Body]]:
    told = json.loads((_DATA / f"{prefix}.json").read_bytes())
    for name in names:
        icon = {"left": 0, "top": 0, "width": 16, "height": 16, **told, **told["icons"][name]}
        yield name, Body(icon["body"], icon["left"], icon["top"], icon["width"], icon["height"])
