import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.rights.flickr import flickr_licence
from opsin.rights.licence import Evidence, Family, Permission
from opsin.rights.policy import allows

KNOWN = {
    "0": ("All rights reserved", "", Family.RESERVED),
    "1": ("CC BY-NC-SA 2.0", "CC-BY-NC-SA-2.0", Family.CC),
    "2": ("CC BY-NC 2.0", "CC-BY-NC-2.0", Family.CC),
    "3": ("CC BY-NC-ND 2.0", "CC-BY-NC-ND-2.0", Family.CC),
    "4": ("CC BY 2.0", "CC-BY-2.0", Family.CC),
    "5": ("CC BY-SA 2.0", "CC-BY-SA-2.0", Family.CC),
    "6": ("CC BY-ND 2.0", "CC-BY-ND-2.0", Family.CC),
    "7": ("No known restrictions", "", Family.RIGHTS_STATEMENT),
    "8": ("US Government work", "", Family.PUBLIC_DOMAIN),
    "9": ("CC0 1.0", "CC0-1.0", Family.CC0),
    "10": ("PDM 1.0", "CC-PDM-1.0", Family.PUBLIC_DOMAIN),
    "11": ("CC BY 4.0", "CC-BY-4.0", Family.CC),
    "12": ("CC BY-SA 4.0", "CC-BY-SA-4.0", Family.CC),
    "13": ("CC BY-ND 4.0", "CC-BY-ND-4.0", Family.CC),
    "14": ("CC BY-NC 4.0", "CC-BY-NC-4.0", Family.CC),
    "15": ("CC BY-NC-SA 4.0", "CC-BY-NC-SA-4.0", Family.CC),
    "16": ("CC BY-NC-ND 4.0", "CC-BY-NC-ND-4.0", Family.CC),
}


@pytest.mark.parametrize("number", KNOWN)
def test_every_number(number: str) -> None:
    licence = flickr_licence(number)
    assert (licence.name, licence.spdx, licence.family) == KNOWN[number]
    assert licence == flickr_licence(int(number))
    assert licence.evidence == Evidence("license", number)
    assert licence.label == licence.name


def test_what_licenses_nothing_passes_no_filter() -> None:
    passing = {number for number in KNOWN if allows(flickr_licence(number), "commercial")}
    assert passing == {"4", "5", "6", "8", "9", "10", "11", "12", "13"}
    sharing = {number for number in KNOWN if allows(flickr_licence(number), "share-alike")}
    assert sharing == {"4", "5", "8", "9", "10", "11", "12"}


def test_a_work_of_the_government_is_free_in_its_own_country() -> None:
    assert flickr_licence("8").restrictions == (
        "public domain in the United States; it may be protected elsewhere",
    )
    assert flickr_licence("0").commercial is Permission.NO


@given(st.one_of(st.text(max_size=6), st.integers(), st.booleans()))
def test_any_other_number_is_unknown(number: str | int) -> None:
    licence = flickr_licence(number)
    if isinstance(number, bool) or str(number).strip() not in KNOWN:
        assert licence.family is Family.UNKNOWN
        assert not allows(licence, "commercial")
