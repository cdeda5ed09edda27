import pytest

from opsin.rights.licence import UNKNOWN, Licence
from opsin.rights.openverse import openverse_licence
from opsin.rights.policy import allows
from opsin.rights.wikimedia import wikimedia_licence


@pytest.mark.parametrize(
    ("slug", "commercial", "share_alike"),
    [
        ("cc0", True, True),
        ("pdm", True, True),
        ("by", True, True),
        ("by-sa", True, True),
        ("by-nd", True, False),
        ("by-nc", False, False),
        ("by-nc-sa", False, False),
        ("by-nc-nd", False, False),
        ("sampling+", False, False),
        ("nc-sampling+", False, False),
        ("something-new", False, False),
        ("", False, False),
    ],
)
def test_what_each_filter_lets_through(slug: str, *, commercial: bool, share_alike: bool) -> None:
    licence = openverse_licence(slug, "1.0")
    assert allows(licence, "commercial") is commercial
    assert allows(licence, "share-alike") is share_alike
    assert allows(licence, "any")


@pytest.mark.parametrize("licence", [UNKNOWN, wikimedia_licence({"LicenseShortName": "GFDL"})])
def test_unknown_and_the_gfdl_pass_no_filter(licence: Licence) -> None:
    assert not allows(licence, "commercial")
    assert not allows(licence, "share-alike")


def test_an_unheard_wish_lets_nothing_of_cc_through() -> None:
    assert not allows(openverse_licence("by", "4.0"), "modification")
