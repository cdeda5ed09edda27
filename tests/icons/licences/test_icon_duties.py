import pytest

from opsin.icons.licences.duties import NOTHING, UNKNOWN, Duties, ShareAlike, duties_of
from opsin.icons.licences.expression import parse


def duties(spdx: str) -> Duties:
    return duties_of(parse(spdx))


@pytest.mark.parametrize(
    ("spdx", "attribution", "copyleft", "notice", "credit", "share_alike"),
    [
        ("CC0-1.0", False, False, False, False, "none"),
        ("Unlicense", False, False, False, False, "none"),
        ("MIT", False, False, True, False, "none"),
        ("ISC", False, False, True, False, "none"),
        ("BSD-3-Clause", False, False, True, False, "none"),
        ("Apache-2.0", False, False, True, False, "none"),
        ("MPL-2.0", False, False, True, False, "file"),
        ("OFL-1.1", False, False, True, False, "file"),
        ("CC-BY-3.0", True, False, False, True, "none"),
        ("CC-BY-4.0", True, False, False, True, "none"),
        ("CC-BY-SA-4.0", True, True, False, True, "work"),
        ("CC-BY-SA-2.1-JP", True, True, False, True, "work"),
        ("CC-BY-NC-SA-4.0", True, True, False, True, "work"),
        ("CC-BY-NC-ND-4.0", True, False, False, True, "none"),
        ("GPL-2.0-only", False, True, True, False, "work"),
        ("GPL-3.0-or-later", False, True, True, False, "work"),
        ("AGPL-3.0-only", False, True, True, False, "work"),
        ("LGPL-3.0-only", False, False, True, False, "file"),
    ],
)
def test_what_each_licence_asks(
    spdx: str, attribution: bool, copyleft: bool, notice: bool, credit: bool, share_alike: str
) -> None:
    assert duties(spdx) == Duties(attribution, copyleft, notice, credit, ShareAlike(share_alike))


def test_licences_that_hold_at_once_ask_for_all() -> None:
    assert duties("MIT AND CC-BY-4.0") == Duties(True, False, True, True, ShareAlike.NONE)
    assert duties("CC-BY-4.0 AND OFL-1.1 AND MIT") == Duties(True, False, True, True, ShareAlike.FILE)


def test_of_licences_to_choose_from_the_mildest_counts() -> None:
    assert duties("GPL-3.0-only OR MIT") == duties("MIT")
    assert duties("GPL-3.0-only OR CC-BY-4.0") == duties("CC-BY-4.0")
    assert duties("AGPL-3.0-only OR GPL-2.0-only") == duties("GPL-2.0-only")


def test_a_licence_that_nobody_has_read_asks_for_the_most() -> None:
    assert duties("LicenseRef-Own") == duties("Beerware") == UNKNOWN
    assert duties("0BSD") == NOTHING
