import pytest

from opsin.rights.creative_commons import cc_licence, cc_zero, from_url, public_domain_mark
from opsin.rights.licence import Credit, Evidence, Family, Permission

WHERE = Evidence("license", "as it stood")


@pytest.mark.parametrize(
    ("parts", "commercial", "modify", "share_alike"),
    [
        ("by", Permission.YES, Permission.YES, False),
        ("by-sa", Permission.YES, Permission.YES, True),
        ("by-nd", Permission.YES, Permission.NO, False),
        ("by-nc", Permission.NO, Permission.YES, False),
        ("by-nc-sa", Permission.NO, Permission.YES, True),
        ("by-nc-nd", Permission.NO, Permission.NO, False),
    ],
)
def test_the_six_licences(
    parts: str, commercial: Permission, modify: Permission, *, share_alike: bool
) -> None:
    licence = cc_licence(parts, "4.0", "", WHERE)
    assert licence is not None
    assert (licence.family, licence.commercial, licence.modify) == (Family.CC, commercial, modify)
    assert licence.share_alike is share_alike
    assert licence.attribution is Credit.REQUIRED
    assert licence.name == f"CC {parts.upper()} 4.0"
    assert licence.spdx == f"CC-{parts.upper()}-4.0"
    assert licence.url == f"https://creativecommons.org/licenses/{parts}/4.0/"
    assert licence.evidence == WHERE


def test_no_version_is_invented() -> None:
    licence = cc_licence("by-sa", "", "", WHERE)
    assert licence is not None
    assert (licence.name, licence.version, licence.spdx, licence.url) == ("CC BY-SA", "", "", "")


@pytest.mark.parametrize(
    ("parts", "version", "port"),
    [
        ("by-xx", "4.0", ""),
        ("nc", "1.0", ""),
        ("byncnd", "4.0", ""),
        ("by", "9.9", ""),
        ("by", "4.0", "de"),
        ("by", "", "de"),
        ("by", "3.0", "../x"),
        ("by", "3.0", "zz"),
        ("", "4.0", ""),
    ],
)
def test_what_creative_commons_does_not_have_is_nothing(parts: str, version: str, port: str) -> None:
    assert cc_licence(parts, version, port, WHERE) is None


@pytest.mark.parametrize(
    ("version", "port", "spdx"),
    [
        ("3.0", "de", "CC-BY-SA-3.0-DE"),
        ("3.0", "IGO", "CC-BY-SA-3.0-IGO"),
        ("2.1", "jp", "CC-BY-SA-2.1-JP"),
        ("2.0", "fr", "LicenseRef-CC-BY-SA-2.0-FR"),
        ("2.5", "scotland", "LicenseRef-CC-BY-SA-2.5-SCOTLAND"),
        ("2.1", "", "LicenseRef-CC-BY-SA-2.1"),
    ],
)
def test_ports_have_an_spdx_id_only_where_the_list_has_one(version: str, port: str, spdx: str) -> None:
    licence = cc_licence("by-sa", version, port, WHERE)
    assert licence is not None
    assert licence.spdx == spdx
    assert licence.port == port.lower()


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://creativecommons.org/licenses/by-sa/4.0", "CC BY-SA 4.0"),
        ("http://creativecommons.org/licenses/by/2.0/", "CC BY 2.0"),
        ("//creativecommons.org/licenses/by-nc/3.0/deed.en", "CC BY-NC 3.0"),
        ("https://creativecommons.org/licenses/by-sa/3.0/de/deed.en", "CC BY-SA 3.0 DE"),
        ("https://www.creativecommons.org/licenses/by-nd-nc/1.0/legalcode", "CC BY-NC-ND 1.0"),
        ("https://creativecommons.org/licenses/by-nc-nd/4.0/deed.zh_TW?ref=x#y", "CC BY-NC-ND 4.0"),
        ("https://creativecommons.org/publicdomain/zero/1.0/deed.en", "CC0 1.0"),
        ("https://creativecommons.org/publicdomain/mark/1.0/", "PDM 1.0"),
        ("https://creativecommons.org/licenses/by/", "CC BY"),
        ("creativecommons.org/licenses/by/4.0/", "CC BY 4.0"),
        ("https://creativecommons.org/licenses/publicdomain/", "CC PDDC"),
        ("https://creativecommons.org/licenses/sampling+/1.0/", "CC Sampling Plus 1.0"),
        ("https://creativecommons.org/licenses/nc-sa/1.0/", "CC NC-SA 1.0"),
        ("https://creativecommons.org/licenses/by/3.0/igo/legalcode", "CC BY 3.0 IGO"),
    ],
)
def test_addresses_of_licences(url: str, name: str) -> None:
    licence = from_url(url, WHERE)
    assert licence is not None
    assert licence.name == name


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://example.org/creativecommons.org/licenses/by/4.0/",
        "https://creativecommons.org.example/licenses/by/4.0/",
        "https://creativecommons.org/licenses/by-what/4.0/",
        "https://creativecommons.org/licenses/by/4.0/de/and/more/",
        "https://creativecommons.org/publicdomain/zero/",
        "https://creativecommons.org/share-your-work/by/4.0",
        "https://creativecommons.org/licenses/by/4.0/ but not really",
        "https://creativecommons.org/licenses/sampling+/4.0/",
        "https://user@creativecommons.org/licenses/by/4.0/",
    ],
)
def test_other_addresses_are_nothing(url: str) -> None:
    assert from_url(url, WHERE) is None


def test_the_public_domain_mark_is_not_the_cc0_dedication() -> None:
    mark, zero = public_domain_mark("1.0", WHERE), cc_zero("1.0", WHERE)
    assert (mark.family, mark.spdx) == (Family.PUBLIC_DOMAIN, "CC-PDM-1.0")
    assert (zero.family, zero.spdx) == (Family.CC0, "CC0-1.0")


def test_what_has_one_text_needs_no_version_to_be_named() -> None:
    zero, mark = cc_zero("", WHERE), public_domain_mark("", WHERE)
    assert (zero.name, zero.version, zero.spdx) == ("CC0", "", "CC0-1.0")
    assert (mark.name, mark.version, mark.spdx) == ("PDM", "", "CC-PDM-1.0")
    assert cc_zero("2.0", WHERE).spdx == public_domain_mark("2.0", WHERE).spdx == ""
