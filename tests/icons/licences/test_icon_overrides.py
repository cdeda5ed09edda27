import re
import tomllib
from datetime import date
from importlib import resources

import pytest

from opsin.icons.licences.expression import parse
from opsin.icons.licences.overrides import Override, is_at_most, overrides, packaged
from opsin.icons.licences.texts import _lines
from opsin.icons.licences.trademark import packaged as brands
from opsin.rights.links import web_link

EVERY = [one for ones in packaged().values() for one in ones]
_PREFIX = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.set)
def test_every_finding_can_be_followed_up(one: Override) -> None:
    assert _PREFIX.fullmatch(one.set)
    assert one.why.endswith((".", ";"))
    assert one.evidence
    assert all(link.startswith("https://") and web_link(link) == link for link in one.evidence)
    assert not one.url or web_link(one.url) == one.url
    assert isinstance(one.seen, date)
    assert date(2026, 1, 1) <= one.seen <= date(2030, 1, 1)


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.set)
def test_every_finding_says_something_that_can_be_read(one: Override) -> None:
    assert one.spdx or one.doubt or one.credit
    if one.spdx:
        assert str(parse(one.spdx)) == one.spdx
        assert one.title
        assert one.url
    assert not one.after or is_at_most(one.after, one.after)
    assert all(_PREFIX.fullmatch(name) for name in one.icons)


def test_findings_about_single_icons_stand_before_those_about_their_set() -> None:
    entry = {
        "set": "a",
        "why": "w.",
        "evidence": ["https://a.example/"],
        "seen": date(2026, 11, 30),
        "spdx": "MIT",
    }
    found = overrides({"override": [entry, {**entry, "icons": ["x"]}]})
    assert [bool(one.icons) for one in found["a"]] == [True, False]


@pytest.mark.parametrize("missing", ["why", "evidence", "seen", "set"])
def test_a_finding_without_evidence_or_date_is_not_read(missing: str) -> None:
    entry = {
        "set": "a",
        "why": "w.",
        "evidence": ["https://a.example/"],
        "seen": date(2026, 11, 30),
        "spdx": "MIT",
    }
    del entry[missing]
    with pytest.raises((TypeError, KeyError)):
        overrides({"override": [entry]})


def test_a_field_that_nobody_knows_is_refused() -> None:
    entry = {
        "set": "a",
        "why": "w.",
        "evidence": ["https://a.example/"],
        "seen": date(2026, 11, 30),
        "licence": "MIT",
    }
    with pytest.raises(TypeError):
        overrides({"override": [entry]})


@pytest.mark.parametrize(
    ("version", "limit", "older"),
    [
        ("4.8.0", "4.8.0", True),
        ("4.8", "4.8.0", True),
        ("4.7.99", "4.8.0", True),
        ("4.8.0.1", "4.8.0", False),
        ("4.10.0", "4.8.0", False),
        ("", "4.8.0", False),
        ("v4.7.0", "4.8.0", False),
        ("٤.٧", "4.8.0", False),
        ("1" * 5_000, "4.8.0", False),
    ],
)
def test_versions_are_compared_as_numbers(version: str, limit: str, older: bool) -> None:
    assert is_at_most(version, limit) is older


def test_no_machine_or_other_text_than_known_stands_in_the_files() -> None:
    folder = resources.files("opsin.icons.licences")
    for name in ("overrides.toml", "trademarks.toml", "copyrights.toml"):
        assert tomllib.loads(folder.joinpath(name).read_text(encoding="utf-8"))
    assert all(line.casefold().startswith("copyright") for lines in _lines().values() for line in lines)
    assert all(word == word.casefold() for word in brands().words | brands().categories)
