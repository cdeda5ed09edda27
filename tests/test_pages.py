"""The pages name tests and pages that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_test_and_page_that_is_named_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    tests = [ROOT / name for name in re.findall(r"`(tests/[^`\s:]+)`", text)]
    links = re.findall(r"(?:\]\(|src=\")([^)\"\s]+)", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    pages = [page.parent / link.partition("#")[0] for link in links if ":" not in link and link[0] != "#"]
    assert not [
        path
        for path in (*tests, *pages)
        if not (any(ROOT.glob(str(path.relative_to(ROOT)))) if "*" in path.name else path.exists())
    ]


def test_the_promises_name_their_tests() -> None:
    assert len(re.findall(r"`tests/[^`]+`", (ROOT / "SECURITY.md").read_text("utf-8"))) > 10
