"""SECURITY.md names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_test_and_page_that_is_named_is_there() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    named = re.findall(r"`(tests/[^`]+)`", text)
    assert len(named) > 10
    missing = [name for name in [*named, *re.findall(r"\]\(([^)]+)\)", text)] if not (ROOT / name).exists()]
    assert not missing
