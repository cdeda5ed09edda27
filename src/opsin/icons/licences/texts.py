"""Texts of licences whose notice has to travel with copies, and the copyright lines that stand above them."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

PACKAGED = ("Apache-2.0", "BSD-3-Clause", "ISC", "MIT", "OFL-1.1")
"""The SPDX ids whose texts are there; MPL-2.0 asks for a pointer to its text, not for the text."""


@cache
def licence_text(spdx: str) -> str:
    """Give the text of a licence, without copyright line; empty where it is not one of `PACKAGED`."""
    if spdx not in PACKAGED:
        return ""
    return resources.files(__package__).joinpath("texts", f"{spdx}.txt").read_text(encoding="utf-8")


def copyright_lines(prefix: str) -> tuple[str, ...]:
    """Give the copyright lines of a set, as its own package has them; none where they are not known here."""
    return tuple(_lines().get(prefix, ()))


@cache
def _lines() -> Mapping[str, list[str]]:
    text = resources.files(__package__).joinpath("copyrights.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
