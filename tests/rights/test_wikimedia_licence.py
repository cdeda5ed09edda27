import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.rights.licence import UNKNOWN, Credit, Evidence, Family, Permission
from opsin.rights.policy import allows
from opsin.rights.wikimedia import wikimedia_licence


@pytest.mark.parametrize(
    ("code", "name", "spdx"),
    [
        ("cc-by-sa-4.0", "CC BY-SA 4.0", "CC-BY-SA-4.0"),
        ("cc-by-2.0-fr", "CC BY 2.0 FR", "LicenseRef-CC-BY-2.0-FR"),
        ("cc-by-sa-3.0-de", "CC BY-SA 3.0 DE", "CC-BY-SA-3.0-DE"),
        ("cc-by-3.0-igo", "CC BY 3.0 IGO", "CC-BY-3.0-IGO"),
        ("cc-by-2.5-scotland", "CC BY 2.5 SCOTLAND", "LicenseRef-CC-BY-2.5-SCOTLAND"),
        ("cc-by-sa-3.0-migrated", "CC BY-SA 3.0", "CC-BY-SA-3.0"),
        ("cc-by-sa-4.0,3.0,2.5,2.0,1.0", "CC BY-SA 4.0", "CC-BY-SA-4.0"),
        ("CC-BY-NC-ND-3.0", "CC BY-NC-ND 3.0", "CC-BY-NC-ND-3.0"),
        ("cc0", "CC0", "CC0-1.0"),
        ("cc-zero", "CC0", "CC0-1.0"),
        ("pd", "Public domain", ""),
        ("pd-old-100", "Public domain", ""),
    ],
)
def test_machine_codes(code: str, name: str, spdx: str) -> None:
    licence = wikimedia_licence({"License": code})
    assert (licence.name, licence.spdx) == (name, spdx)
    assert licence.evidence == Evidence("License", code)


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("CC BY-SA 3.0 de", "CC BY-SA 3.0 DE"),
        ("CC BY 2.0", "CC BY 2.0"),
        ("CC BY-SA", "CC BY-SA"),
        ("CC BY-SA 4.0-3.0-2.5-2.0-1.0", "CC BY-SA 4.0"),
        ("Public domain", "Public domain"),
        ("PD-old-100", "PD-old-100"),
        ("Public domain mark 1.0", "PDM 1.0"),
        ("CC0", "CC0"),
        ("GFDL", "GFDL"),
        ("No restrictions", "No known restrictions"),
    ],
)
def test_short_names_where_the_code_is_missing(short: str, name: str) -> None:
    licence = wikimedia_licence({"LicenseShortName": short})
    assert licence.name == name
    assert licence.evidence == Evidence("LicenseShortName", short)


def test_an_address_alone() -> None:
    licence = wikimedia_licence({"LicenseUrl": "https://creativecommons.org/licenses/by-sa/4.0"})
    assert licence.spdx == "CC-BY-SA-4.0"


def test_cc0_gets_its_version_from_the_address() -> None:
    licence = wikimedia_licence(
        {"License": "cc0", "LicenseUrl": "http://creativecommons.org/publicdomain/zero/1.0/deed.en"}
    )
    assert (licence.family, licence.spdx) == (Family.CC0, "CC0-1.0")


def test_public_domain_is_not_cc0() -> None:
    licence = wikimedia_licence(
        {"License": "pd", "LicenseShortName": "Public domain", "Copyrighted": "False"}
    )
    assert (licence.family, licence.spdx, licence.attribution) == (Family.PUBLIC_DOMAIN, "", Credit.NO)
    both = {"License": "pd", "LicenseUrl": "https://creativecommons.org/publicdomain/zero/1.0/"}
    assert wikimedia_licence(both).family is Family.PUBLIC_DOMAIN


def test_the_version_that_the_code_lacks_comes_from_the_short_name() -> None:
    licence = wikimedia_licence({"License": "cc-by-sa", "LicenseShortName": "CC BY-SA 2.5"})
    assert licence.spdx == "CC-BY-SA-2.5"


@pytest.mark.parametrize(
    ("terms", "name", "spdx"),
    [
        ("", "GFDL", ""),
        ("GNU Free Documentation License 1.2", "GFDL 1.2", ""),
        ("GNU Free Documentation License, version 1.2 or later", "GFDL 1.2+", "GFDL-1.2-or-later"),
        (
            "GNU Free Documentation License, Version 1.2 or any later version",
            "GFDL 1.2+",
            "GFDL-1.2-or-later",
        ),
        ("GFDL 1.2 only", "GFDL 1.2", "GFDL-1.2-only"),
    ],
)
def test_the_gfdl_gets_only_what_the_text_says(terms: str, name: str, spdx: str) -> None:
    licence = wikimedia_licence({"LicenseShortName": "GFDL", "UsageTerms": terms})
    assert (licence.name, licence.spdx, licence.share_alike) == (name, spdx, True)


def test_no_restrictions_is_no_licence() -> None:
    licence = wikimedia_licence(
        {"LicenseShortName": "No restrictions", "LicenseUrl": "https://www.flickr.com/commons/usage/"}
    )
    assert (licence.family, licence.commercial) == (Family.RIGHTS_STATEMENT, Permission.UNKNOWN)
    assert licence.url == "https://www.flickr.com/commons/usage/"
    assert not allows(licence, "commercial")


def test_a_name_that_is_not_understood_is_kept_and_allows_nothing() -> None:
    licence = wikimedia_licence({"License": "fal", "LicenseShortName": "FAL", "AttributionRequired": "true"})
    assert (licence.family, licence.name, licence.attribution) == (Family.OTHER, "FAL", Credit.REQUIRED)
    assert not allows(licence, "share-alike")


def test_a_contradiction_is_unknown_and_told() -> None:
    licence = wikimedia_licence({"License": "cc-by-2.0", "LicenseShortName": "CC BY-NC 2.0"})
    assert licence.family is Family.UNKNOWN
    assert licence.evidence is not None
    assert licence.evidence.value == "License=cc-by-2.0 / LicenseShortName=CC BY-NC 2.0"


def test_nothing_stated_is_unknown() -> None:
    assert wikimedia_licence({}) == UNKNOWN
    assert wikimedia_licence({"Copyrighted": "False"}).family is Family.UNKNOWN


def test_restrictions_are_carried_along() -> None:
    licence = wikimedia_licence({"License": "cc-by-4.0", "Restrictions": "trademarked|personality"})
    assert licence.restrictions == ("trademarked", "personality")
    assert wikimedia_licence({"Restrictions": "insignia"}).restrictions == ("insignia",)


@given(st.text(alphabet="cbynsadp-0.4 3zerogfl,1", max_size=24))
def test_only_whole_codes_are_understood(code: str) -> None:
    licence = wikimedia_licence({"License": code})
    if "nc" in code.split("-"):
        assert not allows(licence, "commercial")
    if licence.family is Family.CC and licence.version:
        assert licence.version in code


@pytest.mark.parametrize(
    "code",
    [
        "pd-nc",
        "pd-art-nd",
        "public domain, mostly",
        "gfdl obey",
        "not-cc-by-4.0",
        "cc-by-4.0-like",
        "fpd",
        "xpd-old",
        "cc-by-4.0 but not really",
    ],
)
def test_codes_within_other_words_are_not_understood(code: str) -> None:
    assert not allows(wikimedia_licence({"License": code}), "commercial")
