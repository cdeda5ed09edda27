"""Searches for icons made of plain values, for what is told of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from opsin.icons.cells import IconCell, ShownIcons
from opsin.icons.icon import Icon, IconSet
from opsin.icons.icon_search import Source
from opsin.icons.licences.credit import credit
from opsin.icons.licences.terms import terms_of
from opsin.icons.query import IconQuery
from opsin.icons.search.found import Found
from opsin.store.ids import CellId

LUCIDE = IconSet(
    "lucide",
    "Lucide",
    author="Lucide Contributors",
    author_url="https://github.com/lucide-icons/lucide",
    spdx="ISC",
    licence_title="ISC",
    licence_url="https://github.com/lucide-icons/lucide/blob/main/LICENSE",
)
NOTO = IconSet(
    "noto",
    "Noto Emoji",
    author="Google Inc",
    spdx="Apache-2.0",
    licence_url="https://noto.example/LICENSE",
    palette=True,
)
ROCKET = Icon(LUCIDE, "rocket", glyph="rocket")
HOUSE = Icon(LUCIDE, "house", glyph="house")
EMOJI = Icon(NOTO, "rocket", palette=True, glyph="rocket")


def icon_of_set(number: int) -> Icon:
    """An icon of one of many sets, with names and addresses of the usual lengths, and more."""
    about = replace(
        LUCIDE,
        prefix=f"material-symbols-{number}",
        name=f"Material Symbols of Number {number}",
        author="Somebody and the Contributors",
        licence_url=f"https://github.com/somebody/material-symbols-{number}/blob/master/LICENSE.md",
    )
    return Icon(about, "rocket-launch-outline-rounded", glyph="rocket-launch")


def cell(number: int, of: Icon, **values: Any) -> IconCell:
    terms = terms_of(of)
    base = f"https://api.iconify.design/{of.set.prefix}/{of.name}.svg"
    usual: dict[str, Any] = {
        "matched_keywords": ("rocket",),
        "why": ("name is 'rocket'",),
        "variants": ("mdi:rocket",),
        "variant_count": 1,
    }
    return IconCell(
        CellId(5, number),
        number,
        of,
        terms,
        credit(of, terms),
        f"{base}?download=1",
        base,
        **{**usual, **values},
    )


def shown(
    icons: Sequence[Icon], *, kind: str = "embedded", found: Found | None = None, **values: Any
) -> ShownIcons:
    usual: dict[str, Any] = {
        "sheet_path": "/state/sheets/s5.jpg",
        "json_path": "/state/sheets/s5.json",
        "left_out": (),
        "notes": ("A note.",),
        "query": IconQuery.checked(["rocket", "deploy"]),
        "cells": tuple(cell(number, one) for number, one in enumerate(icons, 1)),
    }
    return ShownIcons(
        number=5,
        sheet=b"jpeg",
        sheet_width=800,
        sheet_height=600,
        source=Source(kind, "2.2.535"),
        found=found or Found((), 1, {}, {}),
        **{**usual, **values},
    )
