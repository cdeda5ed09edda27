import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.icon import Icon
from opsin.icons.licences.expression import NoExpression, alternatives, parse
from opsin.icons.licences.lists import ADDED, never
from opsin.icons.licences.policy import Policy, allowed, judged, known_ids
from opsin.icons.licences.spdx import _licences
from opsin.icons.licences.terms import terms_of
from opsin.icons.licences.wishes import allow_list, deny_list
from tests.icons.licences.made import icon, icon_set

PERMISSIVE = ["MIT", "Apache-2.0", "ISC", "BSD-3-Clause", "CC0-1.0", "Unlicense", "OFL-1.1", "MPL-2.0"]
ATTRIBUTION = ["CC-BY-4.0", "CC-BY-3.0"]
COPYLEFT = [
    "GPL-1.0-only",
    "GPL-1.0-or-later",
    "GPL-2.0-only",
    "GPL-2.0-or-later",
    "GPL-3.0-only",
    "GPL-3.0-or-later",
    *(
        f"CC-BY-SA-{version}"
        for version in ["1.0", "2.0", "2.0-UK", "2.1-JP", "2.5", "3.0", "3.0-AT", "3.0-DE", "3.0-IGO", "4.0"]
    ),
]


def why_not(spdx: str, policy: Policy = Policy.ALL, allow: str = "", deny: str = "") -> str:
    return allowed(terms_of(icon(spdx=spdx)), policy, allow_list(allow), deny_list(deny), "made")


def test_the_policies_have_the_names_of_the_contract() -> None:
    assert [str(policy) for policy in Policy] == ["permissive", "permissive_plus_attribution", "all"]


@pytest.mark.parametrize(
    ("policy", "ids"),
    [
        (Policy.PERMISSIVE, PERMISSIVE),
        (Policy.PERMISSIVE_PLUS_ATTRIBUTION, [*PERMISSIVE, *ATTRIBUTION]),
        (Policy.ALL, [*PERMISSIVE, *ATTRIBUTION, *COPYLEFT]),
    ],
)
def test_a_policy_allows_its_list_and_nothing_else_of_all_of_spdx(policy: Policy, ids: list[str]) -> None:
    passed = {str(parse(name)) for name in _licences().values() if not why_not(name, policy)}
    assert passed - {name for name in passed if " WITH " in name} == set(ids)


def test_a_policy_may_be_given_as_its_name_and_another_name_is_refused() -> None:
    assert not allowed(terms_of(icon()), "permissive")
    with pytest.raises(ValueError, match="free"):
        allowed(terms_of(icon()), "free")


@pytest.mark.parametrize(
    ("spdx", "reason"),
    [
        ("CC-BY-4.0", "CC-BY-4.0: needs license_policy=permissive_plus_attribution"),
        ("GPL-3.0", "GPL-3.0-only: needs license_policy=all"),
        ("GPL-2.0+", "GPL-2.0-or-later: needs license_policy=all"),
        ("CC-BY-SA-4.0", "CC-BY-SA-4.0: needs license_policy=all"),
        ("CC-BY-NC-4.0", "CC-BY-NC-4.0: NonCommercial is never offered"),
        ("CC-BY-NC-SA-4.0", "CC-BY-NC-SA-4.0: NonCommercial is never offered"),
        ("CC-BY-ND-4.0", "CC-BY-ND-4.0: NoDerivatives is never offered"),
        ("CC-BY-NC-ND-4.0", "CC-BY-NC-ND-4.0: NonCommercial is never offered"),
        ("PolyForm-Noncommercial-1.0.0", "PolyForm-Noncommercial-1.0.0: NonCommercial is never offered"),
        ("AGPL-3.0-only", "AGPL-3.0-only: no policy allows it"),
        ("LGPL-3.0", "LGPL-3.0-only: no policy allows it"),
        ("CC-BY-2.5", "CC-BY-2.5: no policy allows it"),
        ("BSL-1.0", "BSL-1.0: no policy allows it"),
        ("LicenseRef-Own", "LicenseRef-Own: no policy allows it"),
        ("LicenseRef-CC-BY-NC", "LicenseRef-CC-BY-NC: NonCommercial is never offered"),
        ("", "licence unknown"),
        ("custom", "licence of its own: not one that can be judged"),
        ("CC-BY", "licence of its own: not one that can be judged"),
        ("CC BY-NC 4.0", "NonCommercial is never offered"),
        ("MIT AND CC-BY-NC-4.0", "CC-BY-NC-4.0: NonCommercial is never offered"),
        ("MIT AND AGPL-3.0-only", "AGPL-3.0-only: no policy allows it"),
        ("MIT WITH Classpath-exception-2.0", "MIT WITH Classpath-exception-2.0: no policy allows it"),
        (
            "GPL-2.0-only WITH u-boot-exception-2.0",
            "GPL-2.0-only WITH u-boot-exception-2.0: no policy allows it",
        ),
        ("Apache-2.0 WITH Font-exception-2.0", "Apache-2.0 WITH Font-exception-2.0: no policy allows it"),
        ("CC-BY-SA-4.0 WITH Font-exception-2.0", "CC-BY-SA-4.0 WITH Font-exception-2.0: no policy allows it"),
    ],
)
def test_what_is_out_under_permissive_says_why(spdx: str, reason: str) -> None:
    assert why_not(spdx, Policy.PERMISSIVE) == reason


@pytest.mark.parametrize(
    "spdx",
    [
        "CC-BY-NC-4.0",
        "CC-BY-ND-4.0",
        "CC-BY-NC-SA-3.0",
        "AGPL-3.0-or-later",
        "LGPL-2.1+",
        "custom",
        "Fair Use",
        "CC BY 4.0",
        "MIT/X11",
        "",
    ],
)
def test_what_is_out_under_every_policy(spdx: str) -> None:
    assert all(why_not(spdx, policy) for policy in Policy)


@pytest.mark.parametrize(
    ("spdx", "taken"),
    [
        ("AGPL-3.0-only OR MIT", ["MIT"]),
        ("GPL-3.0-only OR CC-BY-4.0", ["CC-BY-4.0"]),
        ("GPL-3.0-only OR CC-BY-4.0 OR ISC", ["ISC"]),
        ("CC-BY-NC-4.0 OR GPL-2.0", ["GPL-2.0-only"]),
        ("MIT AND (AGPL-3.0-only OR ISC)", ["MIT", "ISC"]),
        ("Apache-2.0+", ["Apache-2.0+"]),
        ("Apache-2.0 WITH LLVM-exception", ["Apache-2.0 WITH LLVM-exception"]),
        ("GPL-2.0-with-font-exception", ["GPL-2.0-only WITH Font-exception-2.0"]),
    ],
)
def test_of_several_licences_the_one_that_asks_least_is_taken(spdx: str, taken: list[str]) -> None:
    verdict = judged(terms_of(icon(spdx=spdx)), Policy.ALL)
    assert (verdict.reason, [str(one) for one in verdict.taken], verdict.wished) == ("", taken, False)


def test_what_is_denied_is_out_whatever_else_is_said() -> None:
    assert why_not("MIT", deny="mit") == "MIT: denied by OPSIN_ICON_DENY"
    assert why_not("MIT", allow="MIT,made", deny="MIT") == "MIT: denied by OPSIN_ICON_DENY"
    assert why_not("MIT", allow="made", deny="made") == "made: denied by OPSIN_ICON_DENY"
    assert why_not("GPL-3.0", deny="GPL-3.0") == "GPL-3.0-only: denied by OPSIN_ICON_DENY"
    assert why_not("Apache-2.0+", deny="Apache-2.0") == "Apache-2.0+: denied by OPSIN_ICON_DENY"
    assert why_not("MIT AND ISC", deny="ISC") == "ISC: denied by OPSIN_ICON_DENY"
    assert not why_not("MIT OR ISC", deny="MIT")
    assert [
        str(one) for one in judged(terms_of(icon(spdx="MIT OR ISC")), Policy.ALL, deny=deny_list("MIT")).taken
    ] == ["ISC"]
    assert not why_not("GPL-3.0-or-later", deny="GPL-3.0")


def test_what_the_user_allows_is_in_by_exact_name() -> None:
    assert not why_not("AGPL-3.0-only", allow="agpl-3.0")
    assert why_not("AGPL-3.0-or-later", allow="AGPL-3.0-only")
    assert not why_not("CC-BY-4.0", Policy.PERMISSIVE, allow="CC-BY-4.0")
    assert not why_not("LicenseRef-Own", allow="LicenseRef-Own")
    assert not why_not("", allow="made")
    assert not why_not("custom", allow="other,made")
    assert why_not("", allow="other")
    assert why_not("GPL-2.0-only WITH u-boot-exception-2.0", allow="GPL-2.0-only")
    assert judged(terms_of(icon(spdx="")), Policy.PERMISSIVE, allow_list("made"), prefix="made").wished
    assert not judged(terms_of(icon()), Policy.PERMISSIVE, allow_list("made"), prefix="made").wished


@pytest.mark.parametrize(
    "spdx", ["CC-BY-NC-4.0", "CC-BY-ND-4.0", "MIT AND CC-BY-NC-SA-4.0", "CC BY-NC 4.0", "no derivatives"]
)
def test_noncommercial_and_noderivatives_are_not_offered_whatever_is_allowed(spdx: str) -> None:
    wished = frozenset({"made", "CC-BY-NC-4.0", "CC-BY-ND-4.0", "CC-BY-NC-SA-4.0", "MIT"})
    assert "is never offered" in allowed(terms_of(icon(spdx=spdx)), Policy.ALL, wished, prefix="made")


@pytest.mark.parametrize(("prefix", "version"), [("vscode-icons", ""), ("uil", "4.2.0"), ("ri", "4.9.1")])
def test_a_set_that_is_allowed_is_in_under_what_was_found_about_it(prefix: str, version: str) -> None:
    terms = terms_of(icon(prefix=prefix, version=version))
    assert allowed(terms, Policy.PERMISSIVE, prefix=prefix)
    verdict = judged(terms, Policy.PERMISSIVE, frozenset({prefix}), prefix=prefix)
    assert (verdict.reason, verdict.wished) == ("", True)


def test_a_set_that_is_allowed_does_not_bring_in_an_icon_with_a_licence_of_its_own() -> None:
    logos = icon_set("simple-icons", "CC0-1.0")
    terms = terms_of(Icon(logos, "fedora"))
    assert allowed(terms, Policy.ALL, frozenset({"simple-icons"}), prefix="simple-icons")
    assert allowed(
        terms_of(Icon(logos, "no-such")), Policy.ALL, frozenset({"simple-icons"}), prefix="simple-icons"
    )


@pytest.mark.parametrize(
    "name", ["vuedotjs", "sass", "letsencrypt", "tauri", "rubocop", "nodebb", "jpeg", "slint"]
)
def test_a_noncommercial_logo_appears_under_no_policy(name: str) -> None:
    terms = terms_of(Icon(icon_set("simple-icons", "CC0-1.0"), name))
    for policy in Policy:
        assert "is never offered" in allowed(terms, policy, prefix="simple-icons")
        assert "is never offered" in allowed(
            terms, policy, frozenset({"simple-icons", terms.spdx}), prefix="simple-icons"
        )


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("CC-BY-NC-4.0", "NonCommercial"),
        ("by-nd/2.0", "NoDerivatives"),
        ("Longbridge Brand Guidelines - non-commercial use only", "NonCommercial"),
        ("NoDerivs", "NoDerivatives"),
        ("No derivative works", "NoDerivatives"),
        ("NCSA", ""),
        ("Vendor", ""),
        ("OFL-1.1", ""),
        ("branding", ""),
    ],
)
def test_words_that_say_noncommercial_or_noderivatives(words: str, kind: str) -> None:
    assert never(words) == kind


_PIECES = st.lists(
    st.sampled_from(
        ["CC", "BY", "NC", "ND", "SA", "4.0", "3.0", "GPL", "AGPL", "LGPL", "2.0", "only", "MIT", "ISC"]
    ),
    max_size=6,
).map("-".join)


@given(st.one_of(st.text(max_size=40), _PIECES, _PIECES.map(str.lower)))
def test_no_text_is_allowed_whose_ids_are_not_all_listed(text: str) -> None:
    if why_not(text):
        return
    options = alternatives(parse(text.strip(" \t\n")))
    assert any(all(one.id in known_ids() for one in option) for option in options)


@given(st.one_of(_PIECES, st.sampled_from(sorted(_licences().values()))))
def test_no_id_with_nc_or_nd_in_it_is_ever_allowed(text: str) -> None:
    if re.search(r"(?:^|-)N[CD](?:-|$)", text.upper()):
        assert why_not(text)
        assert allowed(terms_of(icon(spdx=text)), Policy.ALL, frozenset({"made", text}), prefix="made")


@given(st.sampled_from(sorted(known_ids())), st.text(alphabet="abNCD-. 0", min_size=1, max_size=6))
def test_what_begins_as_a_listed_id_is_not_allowed_for_that(name: str, tail: str) -> None:
    try:
        ids = {one.id for option in alternatives(parse((name + tail).strip(" "))) for one in option}
    except NoExpression:
        assert why_not(name + tail)
        return
    assert bool(why_not(name + tail)) == (not ids <= known_ids())


def test_each_policy_adds_to_the_one_before() -> None:
    lists = list(ADDED.values())
    assert sum(map(len, lists)) == len(frozenset().union(*lists))


def test_words_that_forbid_count_against_an_id_that_does_not() -> None:
    forbidding = (
        icon(spdx="MIT", licence_title="CC BY-NC 4.0"),
        icon(spdx="MIT", licence_url="https://creativecommons.org/licenses/by-nc/4.0/"),
    )
    for one in forbidding:
        reason = allowed(terms_of(one), Policy.ALL, frozenset({"made", "MIT"}), prefix="made")
        assert reason == "NonCommercial is never offered"


def test_words_that_tell_of_a_choice_leave_it() -> None:
    one = icon(spdx="MIT OR CC-BY-NC-4.0", licence_title="MIT or CC BY-NC 4.0")
    assert allowed(terms_of(one), Policy.PERMISSIVE) == ""
