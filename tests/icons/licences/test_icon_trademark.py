import pytest

from opsin.icons.icon import Icon
from opsin.icons.licences.trademark import is_brand
from tests.icons.licences.made import icon, icon_set


@pytest.mark.parametrize(
    "prefix", ["fa-brands", "fa6-brands", "devicon", "skill-icons", "vscode-icons", "unjs", "gcp", "k8s"]
)
def test_sets_that_are_made_of_brands(prefix: str) -> None:
    assert is_brand(icon("anything", prefix))


def test_sets_whose_category_is_logos() -> None:
    assert is_brand(icon("anything", "selfhst", category="Logos"))
    assert not is_brand(icon("anything", "selfhst", category="UI 24px"))


@pytest.mark.parametrize(
    "name",
    [
        "brand-github",
        "logo-apple",
        "apple-logo-fill",
        "github",
        "github-fill",
        "google-drive",
        "facebook-messenger",
    ],
)
def test_names_that_say_it(name: str) -> None:
    assert is_brand(icon(name))


@pytest.mark.parametrize(
    "name", ["apple", "target", "rocket", "logout", "branding", "battery-android", "threads", "tesla-coil"]
)
def test_words_of_their_own_do_not_say_it(name: str) -> None:
    assert not is_brand(icon(name))


@pytest.mark.parametrize("category", ["Brand", "Brand / Logo", "Brands", "Logos", "Brand Logos"])
def test_categories_of_icons_that_say_it(category: str) -> None:
    assert is_brand(Icon(icon_set(), "apple", categories=("Fruit", category)))
    assert not is_brand(Icon(icon_set(), "apple", categories=("Social",)))
