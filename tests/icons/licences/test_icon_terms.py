from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.icon import Icon
from opsin.icons.licences.duties import ShareAlike
from opsin.icons.licences.facts import Source, Stated
from opsin.icons.licences.overrides import Override
from opsin.icons.licences.terms import Terms, choices, terms_of
from tests.icons.licences.made import LUCIDE, icon, icon_set


def test_the_set_states_the_licence() -> None:
    assert terms_of(Icon(LUCIDE, "rocket")) == Terms(
        spdx="ISC",
        title="ISC",
        url="https://github.com/lucide-icons/lucide/blob/main/LICENSE",
        attribution_required=False,
        copyleft=False,
        notice_required=True,
        credit_required=False,
        share_alike=ShareAlike.NONE,
        trademark=False,
        doubt="",
        evidence="as published by the set",
    )


def test_an_id_is_brought_to_its_normal_form_and_the_title_stays() -> None:
    terms = terms_of(icon(spdx="GPL-3.0", licence_title="GPL"))
    assert (terms.spdx, terms.title) == ("GPL-3.0-only", "GPL")


def test_without_an_address_the_link_leads_to_the_spdx_page_and_that_is_told() -> None:
    terms = terms_of(icon(spdx="MIT OR Apache-2.0+"))
    assert terms.url == "https://spdx.org/licenses/MIT.html"
    assert terms.evidence.endswith("so the link leads to the SPDX page")
    assert (
        terms_of(icon(spdx="MIT", licence_url="javascript:alert(1)")).url
        == "https://spdx.org/licenses/MIT.html"
    )
    assert terms_of(icon(spdx="LicenseRef-Own")).url == ""


@pytest.mark.parametrize("spdx", ["", "custom", "CC 4.0", "MIT/X11"])
def test_a_licence_that_cannot_be_read_is_not_known(spdx: str) -> None:
    terms = terms_of(icon(spdx=spdx))
    assert (terms.spdx, terms.url, terms.doubt) == ("", "", "its licence is not known")
    assert terms.title == (spdx or "unknown")
    assert terms.attribution_required
    assert terms.notice_required
    assert choices(terms) == ()


def test_a_licence_stated_for_the_icon_comes_before_its_sets() -> None:
    terms = terms_of(Icon(icon_set("simple-icons", "CC0-1.0", category="Logos"), "vuedotjs"))
    assert terms.spdx == "CC-BY-NC-SA-4.0"
    assert terms.own
    assert terms.trademark
    assert terms.evidence.startswith("stated for this icon by simple-icons 16.33.0")
    custom = terms_of(Icon(icon_set("simple-icons", "CC0-1.0"), "fedora"))
    assert (custom.spdx, custom.title, custom.url) == (
        "",
        "custom",
        "https://docs.fedoraproject.org/en-US/project/brand/",
    )


def test_an_icon_without_a_licence_of_its_own_has_its_sets_and_the_rules_of_its_brand() -> None:
    terms = terms_of(Icon(icon_set("simple-icons", "CC0-1.0"), "github"))
    assert terms.spdx == "CC0-1.0"
    assert not terms.own
    assert terms.guidelines.startswith("https://")
    assert "simple-icons 16.33.0 states no other for this icon" in terms.evidence


@pytest.mark.parametrize("prefix", ["simple-icons", "thesvg", "thesvg-color"])
def test_an_icon_that_the_stated_licences_do_not_know_has_none(prefix: str) -> None:
    terms = terms_of(Icon(icon_set(prefix, "CC0-1.0"), "made-up-after-the-data"))
    assert (terms.spdx, terms.title, terms.own) == ("", "unknown", True)
    assert terms.evidence.startswith("not known to ")


def test_a_stated_licence_comes_before_a_finding_and_a_finding_before_the_set() -> None:
    sources = {
        "made": Source("made-icons", "1.0", "https://a.example/", {"one": Stated("ISC"), "two": Stated("")})
    }
    found = Override(
        "made", "Looked.", ("https://a.example/1",), date(2026, 11, 30), spdx="CC-BY-SA-4.0", doubt="Hm."
    )
    findings = {"made": (found,)}
    one, two = (terms_of(icon(name), sources, findings) for name in ("one", "two"))
    assert (one.spdx, two.spdx) == ("ISC", "CC-BY-SA-4.0")
    assert one.doubt == two.doubt == "Hm."
    assert two.evidence.startswith(
        "reviewed 2026-11-30: Looked; made-icons 1.0 states no other for this icon"
    )
    assert two.evidence_url == "https://a.example/1"
    assert terms_of(icon(), {}, {}).spdx == "MIT"


def test_findings_that_are_packaged() -> None:
    assert terms_of(icon(prefix="vscode-icons")).spdx == "CC-BY-SA-4.0"
    assert terms_of(icon(prefix="vscode-icons")).copyleft
    assert terms_of(icon(prefix="gcp", spdx="Apache-2.0")).doubt
    assert terms_of(icon(prefix="gcp", spdx="Apache-2.0")).spdx == "Apache-2.0"
    hugeicons = terms_of(icon(prefix="hugeicons"))
    assert (hugeicons.spdx, bool(hugeicons.doubt)) == ("MIT", True)
    assert hugeicons.url == "https://spdx.org/licenses/MIT.html"


@pytest.mark.parametrize(
    ("prefix", "version", "spdx"),
    [
        ("ri", "4.8.0", "Apache-2.0"),
        ("ri", "4.8", "Apache-2.0"),
        ("ri", "3.5.0", "Apache-2.0"),
        ("ri", "4.8.1", "LicenseRef-Remix-Icon-1.0"),
        ("ri", "4.9.1", "LicenseRef-Remix-Icon-1.0"),
        ("ri", "4.10", "LicenseRef-Remix-Icon-1.0"),
        ("ri", "4.8.0-beta", "LicenseRef-Remix-Icon-1.0"),
        ("ri", "latest", "LicenseRef-Remix-Icon-1.0"),
        ("ri", "", "LicenseRef-Remix-Icon-1.0"),
        ("uil", "4.2.0", "LicenseRef-IconScout-Simple"),
        ("uil", "4.0.0", "Apache-2.0"),
        ("gg", "2.1.4", "LicenseRef-CSS.GG-NC-ND"),
        ("gg", "2.0.0", "Apache-2.0"),
    ],
)
def test_where_the_licence_depends_on_the_version_only_a_known_one_counts(
    prefix: str, version: str, spdx: str
) -> None:
    assert terms_of(icon(prefix=prefix, spdx="Apache-2.0", version=version)).spdx == spdx


def test_icons_that_lucide_took_from_feather_are_under_both_licences() -> None:
    assert terms_of(Icon(LUCIDE, "search")).spdx == "ISC AND MIT"
    assert terms_of(Icon(LUCIDE, "circle-alert")).spdx == "ISC AND MIT"
    assert terms_of(Icon(LUCIDE, "made", aliases=("alert-circle",))).spdx == "ISC AND MIT"
    assert terms_of(Icon(LUCIDE, "rocket")).spdx == "ISC"


@given(st.text(), st.text(), st.text())
def test_any_text_of_a_set_gives_terms_that_can_be_shown(spdx: str, title: str, url: str) -> None:
    terms = terms_of(icon(spdx=spdx, licence_title=title, licence_url=url))
    assert terms.spdx.isascii()
    assert "\n" not in terms.title
    assert 0 < len(terms.title) <= 120
    assert terms.url == "" or terms.url.startswith(("https://", "http://"))
