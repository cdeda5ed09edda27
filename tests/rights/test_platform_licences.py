import pytest

from opsin.rights.licence import Credit, Evidence, Family, Permission
from opsin.rights.platforms import Platform, platform_licence, unsplash_licence
from opsin.rights.policy import allows


@pytest.mark.parametrize(
    ("platform", "spdx"),
    [
        ("unsplash", "LicenseRef-Unsplash"),
        ("pexels", "LicenseRef-Pexels"),
        ("pixabay", "LicenseRef-Pixabay"),
    ],
)
def test_a_platform_has_a_licence_of_its_own(platform: Platform, spdx: str) -> None:
    licence = platform_licence(platform)
    assert (licence.spdx, licence.family) == (spdx, Family.PLATFORM)
    assert (licence.commercial, licence.modify) == (Permission.YES, Permission.YES)
    assert licence.attribution is Credit.REQUESTED
    assert licence.restrictions
    assert licence.url.startswith("https://")
    assert licence.label == licence.name
    assert licence.evidence == Evidence("provider", platform)


def test_it_is_not_cc0_and_lets_no_picture_be_sold() -> None:
    licence = platform_licence("pixabay")
    assert not allows(licence, "commercial")
    assert not allows(licence, "share-alike")


def test_unsplash_plus_is_another_licence() -> None:
    assert unsplash_licence() == platform_licence("unsplash")
    plus = unsplash_licence(plus=True)
    assert (plus.spdx, plus.commercial) == ("LicenseRef-Unsplash-Plus", Permission.UNKNOWN)
    assert plus.label == "Unsplash+ licence"
