"""The list of guards is up to date: each still stands where the list says, and has tests that watch it."""

import ast
from pathlib import Path

import pytest
from scripts.guards.every import GUARDS
from scripts.guards.guard import Guard

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.name)
def test_a_guard_stands_once_where_the_list_says(guard: Guard) -> None:
    whole = (ROOT / guard.file).read_text(encoding="utf-8")
    assert whole.count(guard.text) == 1
    ast.parse(whole.replace(guard.text, guard.instead))
    assert guard.tests
    for test in guard.tests:
        assert (ROOT / test).is_file()


def test_no_two_guards_have_one_name() -> None:
    assert len({guard.name for guard in GUARDS}) == len(GUARDS)
