import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.rights.europeana import europeana_licence
from opsin.rights.licence import UNKNOWN, Evidence, Family, Permission
from opsin.rights.policy import allows

STATEMENTS = "https://rightsstatements.org/vocab"


@pytest.mark.parametrize(
    ("uri", "name", "family", "commercial", "modify"),
    [
        ("http://creativecommons.org/licenses/by-sa/4.0/", "CC BY-SA 4.0", "cc", "yes", "yes"),
        ("http://creativecommons.org/licenses/by-nc-nd/3.0/at/", "CC BY-NC-ND 3.0 AT", "cc", "no", "no"),
        ("http://creativecommons.org/publicdomain/mark/1.0/", "PDM 1.0", "public-domain", "yes", "yes"),
        ("http://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0", "cc0", "yes", "yes"),
        ("http://rightsstatements.org/vocab/InC/1.0/", "In copyright", "rights-statement", "no", "no"),
        (
            f"{STATEMENTS}/InC-OW-EU/1.0/",
            "In copyright (EU orphan work)",
            "rights-statement",
            "no",
            "no",
        ),
        (
            f"{STATEMENTS}/InC-EDU/1.0/",
            "In copyright (educational use)",
            "rights-statement",
            "no",
            "unknown",
        ),
        (
            f"{STATEMENTS}/InC-NC/1.0/",
            "In copyright (non-commercial use)",
            "rights-statement",
            "no",
            "unknown",
        ),
        (
            f"{STATEMENTS}/InC-RUU/1.0/",
            "In copyright (rights-holder not found)",
            "rights-statement",
            "no",
            "no",
        ),
        (
            f"{STATEMENTS}/NoC-CR/1.0/?relatedURL=https://a.example/x",
            "No copyright (contractual restrictions)",
            "rights-statement",
            "unknown",
            "unknown",
        ),
        (
            f"{STATEMENTS}/NoC-NC/1.0/",
            "No copyright (non-commercial use only)",
            "rights-statement",
            "no",
            "yes",
        ),
        (
            f"{STATEMENTS}/NoC-OKLR/1.0/",
            "No copyright (other legal restrictions)",
            "rights-statement",
            "unknown",
            "unknown",
        ),
        (
            f"{STATEMENTS}/NoC-US/1.0/",
            "No copyright in the United States",
            "rights-statement",
            "unknown",
            "unknown",
        ),
        (f"{STATEMENTS}/CNE/1.0/", "Copyright not evaluated", "rights-statement", "unknown", "unknown"),
        (f"{STATEMENTS}/UND/1.0/", "Copyright undetermined", "rights-statement", "unknown", "unknown"),
        (
            "https://rightsstatements.org/page/NKC/1.0/?language=en",
            "No known copyright",
            "rights-statement",
            "unknown",
            "unknown",
        ),
        ("http://www.europeana.eu/rights/rr-f/", "All rights reserved", "all-rights-reserved", "no", "no"),
        (
            "http://www.europeana.eu/rights/out-of-copyright-non-commercial/",
            "No copyright (non-commercial use only)",
            "rights-statement",
            "no",
            "yes",
        ),
    ],
)
def test_addresses(uri: str, name: str, family: str, commercial: str, modify: str) -> None:
    licence = europeana_licence([uri])
    assert (licence.name, licence.family, licence.commercial, licence.modify) == (
        name,
        family,
        commercial,
        modify,
    )
    assert licence.evidence == Evidence("rights", uri)
    assert licence.label == licence.name


def test_no_statement_passes_a_filter_and_its_limits_are_told() -> None:
    licence = europeana_licence([f"{STATEMENTS}/NoC-US/1.0/"])
    assert not allows(licence, "commercial")
    assert licence.restrictions == ("public domain in the United States; it may be protected elsewhere",)
    assert (licence.url, licence.spdx) == (f"{STATEMENTS}/NoC-US/1.0/", "")


def test_several_must_say_the_same() -> None:
    by, again = "https://creativecommons.org/licenses/by/4.0/", "http://creativecommons.org/licenses/by/4.0"
    assert europeana_licence([by, again]).name == "CC BY 4.0"
    for other in ("https://creativecommons.org/licenses/by-nc/4.0/", f"{STATEMENTS}/InC/1.0/", "prose"):
        licence = europeana_licence([by, other])
        assert (licence.family, licence.commercial) == (Family.UNKNOWN, Permission.UNKNOWN)
        assert licence.evidence == Evidence("contradiction", f"rights[0]={by} / rights[1]={other}")


def test_nothing_stated_is_unknown() -> None:
    assert europeana_licence([]) is UNKNOWN
    assert europeana_licence([" "]) is UNKNOWN


@given(st.lists(st.text(max_size=30), max_size=3))
def test_free_text_is_no_licence(rights: list[str]) -> None:
    assert europeana_licence(rights).family is Family.UNKNOWN
