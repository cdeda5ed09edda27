"""Which rows of a long table are tried every day."""

from collections.abc import Iterable
from typing import Any

import pytest


def full_but_every(step: int, rows: Iterable[Any]) -> list[Any]:
    """Rows for `parametrize`: the first of each `step` is tried every day, the others where longer tests run too."""
    return [
        row if place % step == 0 else pytest.param(row, marks=pytest.mark.full)
        for place, row in enumerate(rows)
    ]
