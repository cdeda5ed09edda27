"""The list of guards is up to date: each still stands where the list says, and has tests that watch it."""

import ast
from functools import cache
from pathlib import Path

from scripts.guards.every import GUARDS
from scripts.guards.guard import Guard

ROOT = Path(__file__).resolve().parent.parent


@cache
def _text(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def _wrong(guard: Guard) -> str:
    whole = _text(guard.file)
    if (count := whole.count(guard.text)) != 1:
        return f"stands {count} times in {guard.file}"
    try:
        ast.parse(whole.replace(guard.text, guard.instead))
    except SyntaxError as error:
        return f"leaves no Python behind: {error}"
    missing = [test for test in guard.tests if not (ROOT / test).is_file()]
    return f"is watched by no such file as {missing}" if missing or not guard.tests else ""


def test_each_guard_stands_once_where_the_list_says() -> None:
    assert len(GUARDS) > 200
    assert {guard.name: wrong for guard in GUARDS if (wrong := _wrong(guard))} == {}


def test_no_two_guards_have_one_name() -> None:
    assert len({guard.name for guard in GUARDS}) == len(GUARDS)
