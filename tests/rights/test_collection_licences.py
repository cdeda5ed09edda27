"""Museums, libraries and archives: what each states in its own field, and nothing beyond."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.rights.internet_archive import internet_archive_licence
from opsin.rights.library_of_congress import library_of_congress_licence
from opsin.rights.licence import UNKNOWN, Evidence, Family, Permission
from opsin.rights.met import met_licence
from opsin.rights.policy import allows
from opsin.rights.smithsonian import smithsonian_licence
from opsin.rights.wellcome import wellcome_licence

BY = "https://creativecommons.org/licenses/by/4.0/"


def test_the_met_gives_what_is_in_the_public_domain_under_cc0() -> None:
    assert (met_licence(True).family, met_licence(True).spdx) == (Family.CC0, "CC0-1.0")
    assert met_licence(True).version == ""
    assert met_licence(False).evidence == Evidence("isPublicDomain", "false")


@pytest.mark.parametrize("value", [False, None, "true", "True", 1, "yes", [True]])
def test_only_true_is_true(value: object) -> None:
    assert met_licence(value).family is Family.UNKNOWN


@pytest.mark.parametrize(
    ("id", "url", "name", "spdx"),
    [
        ("cc-by", BY, "CC BY 4.0", "CC-BY-4.0"),
        ("cc-by", "", "CC BY", ""),
        ("cc-by-nc-nd", "", "CC BY-NC-ND", ""),
        ("pdm", "https://creativecommons.org/publicdomain/mark/1.0/", "PDM 1.0", "CC-PDM-1.0"),
        ("cc-0", "", "CC0", "CC0-1.0"),
        ("inc", "", "In copyright", ""),
        ("ogl", "", "OGL", ""),
        ("copyright-not-cleared", "", "All rights reserved", ""),
        ("", BY, "CC BY 4.0", "CC-BY-4.0"),
        ("", "", "unknown", ""),
        ("cc-by-xx", "", "unknown", ""),
        ("opl", "", "unknown", ""),
        ("cc-by", "https://creativecommons.org/licenses/by-nc/4.0/", "unknown", ""),
    ],
)
def test_wellcome(id: str, url: str, name: str, spdx: str) -> None:  # noqa: A002
    licence = wellcome_licence(id, url)
    assert (licence.name, licence.spdx) == (name, spdx)
    assert licence.label == name


def test_the_smithsonian_is_open_only_where_it_says_so() -> None:
    assert smithsonian_licence("CC0").family is Family.CC0
    for access in ("", "Usage conditions apply", "Not CC0", "CC0 except logos"):
        assert smithsonian_licence(access).family is Family.UNKNOWN
    assert smithsonian_licence("") is UNKNOWN


def test_the_internet_archive() -> None:
    assert internet_archive_licence(BY).name == "CC BY 4.0"
    assert internet_archive_licence("http://creativecommons.org/licenses/publicdomain/").spdx == "CC-PDDC"
    statement = internet_archive_licence("https://rightsstatements.org/vocab/InC/1.0/")
    assert statement.commercial is Permission.NO
    assert internet_archive_licence("https://a.example/terms").family is Family.UNKNOWN
    assert internet_archive_licence("").evidence is None


def test_the_library_of_congress_licenses_nothing() -> None:
    none_known = library_of_congress_licence("No known restrictions on publication.")
    assert (none_known.family, none_known.name) == (Family.RIGHTS_STATEMENT, "No known restrictions")
    unseen = library_of_congress_licence("Rights status not evaluated. Copyright may apply.")
    assert unseen.name == "Copyright not evaluated"
    prose = library_of_congress_licence("No known restrictions on publication, but ask the family.")
    assert prose.family is Family.UNKNOWN
    assert library_of_congress_licence("") is UNKNOWN
    assert not any(allows(one, "commercial") for one in (none_known, unseen, prose))


@given(st.text(max_size=40))
def test_free_text_allows_nothing(text: str) -> None:
    for licence in (
        wellcome_licence(f"x{text}", text),
        smithsonian_licence(f"{text}."),
        internet_archive_licence(text),
        library_of_congress_licence(text),
    ):
        assert not allows(licence, "commercial")
