"""What holds of every reader: only a known form allows anything, and every way to write a licence says the same."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.rights.creative_commons import cc_licence, from_url
from opsin.rights.europeana import europeana_licence
from opsin.rights.flickr import flickr_licence
from opsin.rights.internet_archive import internet_archive_licence
from opsin.rights.licence import Evidence, Family, Licence, Permission
from opsin.rights.met import met_licence
from opsin.rights.openverse import openverse_licence
from opsin.rights.platforms import platform_licence
from opsin.rights.policy import allows
from opsin.rights.wellcome import wellcome_licence
from opsin.rights.wikimedia import wikimedia_licence

WHERE = Evidence("field", "value")
CODES = ("by", "by-nc", "by-nd", "by-sa", "by-nc-nd", "by-nc-sa")
VERSIONS = ("1.0", "2.0", "2.5", "3.0", "4.0")

PARTS = st.sampled_from(
    [
        "cc",
        "by",
        "nc",
        "nd",
        "sa",
        "zero",
        "pd",
        "0",
        "mark",
        "4.0",
        "3.0",
        "de",
        "old",
        "us",
        "gfdl",
        "not",
        "",
    ]
)
STATEMENTS = st.builds(
    "".join, st.lists(st.tuples(PARTS, st.sampled_from(["-", " ", "/", "+", ""])).map("".join), max_size=7)
)


def readings(text: str) -> list[Licence]:
    """The text as every reader takes it."""
    address = f"https://creativecommons.org/licenses/{text}"
    return [
        openverse_licence(text),
        openverse_licence("", "", address),
        wikimedia_licence({"License": text}),
        wikimedia_licence({"LicenseShortName": text}),
        wikimedia_licence({"LicenseUrl": address}),
        europeana_licence([address]),
        internet_archive_licence(address),
        wellcome_licence(text, address),
        flickr_licence(text),
    ]


@given(STATEMENTS)
def test_nc_is_never_commercial_and_nd_never_changed(text: str) -> None:
    words = set(text.lower().replace("/", "-").replace(" ", "-").split("-"))
    for licence in readings(text):
        if "nc" in words:
            assert not allows(licence, "commercial")
            assert licence.commercial is not Permission.YES
        if "nd" in words:
            assert not allows(licence, "share-alike")
            assert licence.modify is not Permission.YES
        if licence.family is Family.CC and licence.version:
            assert licence.version in text


@given(st.text(max_size=40))
def test_what_is_no_known_form_allows_nothing(text: str) -> None:
    for value in (f"{text}!", f"xyzzy {text}", f"{text} or not"):
        for licence in readings(value):
            assert not allows(licence, "commercial")
            assert licence.commercial is not Permission.YES


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("version", VERSIONS)
def test_slug_code_name_and_address_of_one_licence_agree(code: str, version: str) -> None:
    made = cc_licence(code, version, "", WHERE)
    assert made is not None
    wanted = (made.name, made.spdx, made.url, made.commercial, made.modify, made.share_alike)
    for licence in (
        openverse_licence(code, version),
        openverse_licence("", "", made.url),
        wikimedia_licence({"License": f"cc-{code}-{version}"}),
        wikimedia_licence({"LicenseShortName": made.name}),
        wikimedia_licence({"LicenseUrl": made.url}),
        europeana_licence([made.url.replace("https", "http")]),
        internet_archive_licence(made.url),
        wellcome_licence(f"cc-{code}", made.url),
    ):
        found = (
            licence.name,
            licence.spdx,
            licence.url,
            licence.commercial,
            licence.modify,
            licence.share_alike,
        )
        assert found == wanted


@pytest.mark.parametrize("code", ["sampling+", "nc-sampling+", "sa", "nc", "nd", "nc-sa"])
def test_slug_and_address_of_a_withdrawn_licence_agree(code: str) -> None:
    slug = openverse_licence(code, "1.0")
    address = from_url(f"https://creativecommons.org/licenses/{code}/1.0/", WHERE)
    assert address is not None
    assert (slug.name, slug.url, slug.commercial) == (address.name, address.url, address.commercial)
    assert not allows(slug, "commercial")


@given(
    st.sampled_from(CODES),
    st.sampled_from(["", *VERSIONS]),
    st.sampled_from(["", "de", "igo", "scotland"]),
    st.floats(0, 4e9),
)
def test_a_record_and_its_address_survive(code: str, version: str, port: str, time: float) -> None:
    licence = cc_licence(code, version, port, WHERE)
    if licence is None:
        return
    timed = licence.read_at(time)
    assert Licence.from_json(json.loads(json.dumps(timed.to_json()))) == timed
    if licence.url:
        assert from_url(licence.url, WHERE) == licence


def test_public_domain_is_not_cc0() -> None:
    for licence in (
        openverse_licence("pdm", "1.0"),
        wikimedia_licence({"License": "pd"}),
        flickr_licence("10"),
        flickr_licence("8"),
    ):
        assert licence.family is Family.PUBLIC_DOMAIN
        assert licence.spdx != "CC0-1.0"
    assert met_licence(True).family is Family.CC0
    assert platform_licence("unsplash").family is not Family.CC0
