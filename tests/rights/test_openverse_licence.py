import pytest

from opsin.rights.licence import UNKNOWN, Evidence, Family, Permission
from opsin.rights.openverse import openverse_licence


@pytest.mark.parametrize(
    ("slug", "version", "name", "spdx"),
    [
        ("by", "2.0", "CC BY 2.0", "CC-BY-2.0"),
        ("by-sa", "4.0", "CC BY-SA 4.0", "CC-BY-SA-4.0"),
        ("by-nc-nd", "2.0", "CC BY-NC-ND 2.0", "CC-BY-NC-ND-2.0"),
        ("cc0", "1.0", "CC0 1.0", "CC0-1.0"),
        ("pdm", "1.0", "PDM 1.0", "CC-PDM-1.0"),
        ("by-sa", "", "CC BY-SA", ""),
        ("cc0", "", "CC0", "CC0-1.0"),
        ("cc0", "4.0", "cc0 4.0", ""),
        ("pdm", "", "PDM", "CC-PDM-1.0"),
        ("sampling+", "1.0", "CC Sampling Plus 1.0", ""),
        ("nc-sampling+", "1.0", "CC NC Sampling Plus 1.0", ""),
        ("new-one", "1.0", "new-one 1.0", ""),
    ],
)
def test_slugs_and_versions(slug: str, version: str, name: str, spdx: str) -> None:
    licence = openverse_licence(slug, version)
    assert (licence.name, licence.spdx) == (name, spdx)


def test_by_nc_nd_is_never_by() -> None:
    assert openverse_licence("by-nc-nd", "4.0").commercial is Permission.NO
    assert openverse_licence("by-nc-nd", "4.0").modify is Permission.NO


def test_a_missing_version_comes_from_an_address_of_the_same_licence() -> None:
    licence = openverse_licence("by", "", "https://creativecommons.org/licenses/by/3.0/us/")
    assert (licence.name, licence.spdx) == ("CC BY 3.0 US", "CC-BY-3.0-US")
    assert (
        openverse_licence("cc0", "", "https://creativecommons.org/publicdomain/zero/1.0/").spdx == "CC0-1.0"
    )


def test_an_address_of_another_licence_makes_it_unknown() -> None:
    address = "https://creativecommons.org/licenses/by-nc-nd/4.0/"
    licence = openverse_licence("by", "4.0", address)
    assert (licence.family, licence.commercial) == (Family.UNKNOWN, Permission.UNKNOWN)
    assert licence.evidence == Evidence("contradiction", f"license=by 4.0 / license_url={address}")


def test_the_mark_and_the_dedication_allow_the_same_and_keep_their_own_names() -> None:
    assert openverse_licence("pdm", "", "https://creativecommons.org/publicdomain/zero/1.0/").version == ""


def test_an_address_of_another_version_changes_nothing() -> None:
    licence = openverse_licence("by", "2.0", "https://creativecommons.org/licenses/by/3.0/us/")
    assert licence.name == "CC BY 2.0"


def test_no_statement_is_unknown() -> None:
    assert openverse_licence("") is UNKNOWN
    assert openverse_licence("", "4.0", "https://example.org/terms") is UNKNOWN


def test_an_address_alone_is_evidence() -> None:
    url = "https://creativecommons.org/licenses/by/4.0/"
    assert openverse_licence("", "", url).evidence == Evidence("license_url", url)


def test_sampling_may_not_be_sold_whole() -> None:
    assert openverse_licence("sampling+", "1.0").commercial is Permission.NO
    assert openverse_licence("sampling+", "1.0").family is Family.OTHER


def test_the_evidence_is_the_field_as_it_stood() -> None:
    assert openverse_licence("by-sa", "4.0").evidence == Evidence("license", "by-sa 4.0")
