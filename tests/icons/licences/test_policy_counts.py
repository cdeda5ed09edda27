"""The policies over the whole data of Iconify, icon by icon, against a second reckoning that shares no code with them."""

import json
from collections import Counter
from collections.abc import Iterable
from importlib import resources

import pytest

from opsin.icons.catalogue.embedded import open_embedded
from opsin.icons.icon import Icon
from opsin.icons.licences.policy import Policy, allowed
from opsin.icons.licences.terms import terms_of
from tests.icons.licences.iconify_folder import data_version, iconify_folder, icons_of

MEASURED = "2.2.535"
FREE = {"MIT", "Apache-2.0", "ISC", "BSD-3-Clause", "CC0-1.0", "Unlicense", "OFL-1.1", "MPL-2.0"}
CREDITED = {"CC-BY-4.0", "CC-BY-3.0"}
ALIKE = {
    *("GPL-2.0", "GPL-3.0", "GPL-2.0-only", "GPL-3.0-only", "GPL-2.0-or-later", "GPL-3.0-or-later"),
    *("CC-BY-SA-2.0", "CC-BY-SA-2.5", "CC-BY-SA-3.0", "CC-BY-SA-4.0"),
}
LISTS = {
    Policy.PERMISSIVE: FREE,
    Policy.PERMISSIVE_PLUS_ATTRIBUTION: FREE | CREDITED,
    Policy.ALL: FREE | CREDITED | ALIKE,
}
BY_SET_ALONE = {
    Policy.PERMISSIVE: (284_117, 276_646),
    Policy.PERMISSIVE_PLUS_ATTRIBUTION: (352_963, 345_064),
    Policy.ALL: (377_238, 368_506),
}
"""Icons that the licences of the sets alone would allow: of all sets, and of those that are not hidden."""

BY_ICON = {
    Policy.PERMISSIVE: (279_017, 271_546),
    Policy.PERMISSIVE_PLUS_ATTRIBUTION: (347_931, 340_032),
    Policy.ALL: (374_059, 365_327),
}
"""Icons that are allowed: the same, without those whose own licence is another, and with none where it is unknown."""

WITHOUT_SIZE = 1
"""Of them one, thesvg-color:logitech-g, has a drawing of no size, and is left out of the catalogue."""

FINDINGS = {
    "vscode-icons": "CC-BY-SA-4.0",
    **dict.fromkeys(("gg", "uil", "uim", "uis", "uit"), "a licence of its own"),
}


def stated() -> dict[str, dict[str, str]]:
    data = json.loads(resources.files("opsin.icons.licences").joinpath("by_icon.json").read_bytes())
    return {
        prefix: {name: licence for licence, names in source["licences"].items() for name in names.split()}
        for source in data["sources"]
        for prefix in source["sets"]
    }


def licence_of(icon: Icon, by_icon: dict[str, dict[str, str]]) -> str:
    prefix = icon.set.prefix
    if prefix not in by_icon:
        return FINDINGS.get(prefix, icon.set.spdx)
    names = by_icon[prefix]
    base = icon.name.removesuffix("-dark").removesuffix("-light")
    return names.get(icon.name, names.get(base, "unknown")) or icon.set.spdx


def check(icons: Iterable[Icon]) -> Counter[tuple[Policy, str]]:
    """Decide every icon in both ways; give how many visible ones are offered."""
    by_icon = stated()
    counts: Counter[tuple[Policy, str]] = Counter()
    prefixes: set[str] = set()
    for icon in icons:
        terms, licence, prefix = terms_of(icon), licence_of(icon, by_icon), icon.set.prefix
        prefixes.add(prefix)
        for policy, listed in LISTS.items():
            offered = not allowed(terms, policy, prefix=prefix)
            assert offered == (licence in listed), (icon.id, policy, licence)
            if not icon.hidden:
                counts[policy, "by set"] += icon.set.spdx in listed
                counts[policy, "by set, shown"] += icon.set.spdx in listed and not icon.set.hidden
                counts[policy, "by icon"] += offered
                counts[policy, "by icon, shown"] += offered and not icon.set.hidden
    assert FINDINGS.keys() | by_icon.keys() <= prefixes
    return counts


@pytest.mark.full
@pytest.mark.timeout(600)
def test_every_icon_of_the_published_data_is_decided_by_its_own_licence() -> None:
    folder = iconify_folder()
    counts = check(icons_of(folder))
    if data_version(folder) == MEASURED:
        for policy in Policy:
            by_set = (counts[policy, "by set"], counts[policy, "by set, shown"])
            by_icon = (counts[policy, "by icon"], counts[policy, "by icon, shown"])
            assert (by_set, by_icon) == (BY_SET_ALONE[policy], BY_ICON[policy]), policy


@pytest.mark.full
@pytest.mark.timeout(600)
def test_every_icon_of_the_embedded_catalogue_is_decided_by_its_own_licence() -> None:
    catalogue = open_embedded()
    icons = (icon for prefix in catalogue.sets for icon in catalogue.icons(prefix))
    counts = check(icons)
    if catalogue.data_version.endswith(MEASURED):
        assert {policy: counts[policy, "by icon, shown"] for policy in Policy} == {
            policy: shown - WITHOUT_SIZE for policy, (_, shown) in BY_ICON.items()
        }


@pytest.mark.parametrize("prefix", ["cbi", "ps", "gg", "uit"])
def test_a_set_that_is_out_has_no_icon_under_any_policy(prefix: str) -> None:
    icons = open_embedded().icons(prefix)
    assert len(icons) > 100
    assert all(allowed(terms_of(icon), Policy.ALL, prefix=prefix) for icon in icons)


def test_noncommercial_logos_are_in_the_catalogue_and_appear_under_no_policy() -> None:
    for name in ("vuedotjs", "sass", "letsencrypt", "cocoapods", "pycqa"):
        icon = open_embedded().icon(f"simple-icons:{name}")
        assert icon is not None
        assert "is never offered" in allowed(terms_of(icon), Policy.ALL, prefix="simple-icons")


@pytest.mark.full
def test_only_sets_without_doubt_have_their_drawings_embedded() -> None:
    catalogue = open_embedded()
    assert catalogue.bodies
    for prefix in catalogue.bodies:
        terms = terms_of(catalogue.icons(prefix)[0])
        assert not allowed(terms, Policy.PERMISSIVE, prefix=prefix)
        assert (terms.doubt, terms.share_alike.value, terms.trademark) == ("", "none", False), prefix
