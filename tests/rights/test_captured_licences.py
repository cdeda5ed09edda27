"""Every licence that real servers stated, where their answers are at hand: OPSIN_CAPTURED_ANSWERS names a folder.

Each distinct statement of a file stands here with the record that a person would give it and with how often it occurs.
A statement that is not listed fails the test, and so does a file that is not.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from opsin.rights.europeana import europeana_licence
from opsin.rights.flickr import flickr_licence
from opsin.rights.internet_archive import internet_archive_licence
from opsin.rights.library_of_congress import library_of_congress_licence
from opsin.rights.licence import UNKNOWN, Licence
from opsin.rights.met import met_licence
from opsin.rights.openverse import openverse_licence
from opsin.rights.smithsonian import smithsonian_licence
from opsin.rights.wellcome import wellcome_licence
from opsin.rights.wikimedia import wikimedia_licence
from opsin.text import strip_html

FOLDER = os.environ.get("OPSIN_CAPTURED_ANSWERS", "")

pytestmark = pytest.mark.skipif(
    not FOLDER, reason="OPSIN_CAPTURED_ANSWERS names no folder of captured answers"
)

CC = "https://creativecommons.org/licenses"
ZERO = "https://creativecommons.org/publicdomain/zero/1.0/"
MARK = "https://creativecommons.org/publicdomain/mark/1.0/"

Record = tuple[str, str, str, str, str, str, str]
"""Family, name, SPDX id, version, address, commercial use, changes."""

NOTHING: Record = ("unknown", "unknown", "", "", "", "unknown", "unknown")
CC0: Record = ("cc0", "CC0 1.0", "CC0-1.0", "1.0", ZERO, "yes", "yes")
PUBLIC_DOMAIN: Record = ("public-domain", "Public domain", "", "", "", "yes", "yes")
BY_SA_4: Record = ("cc", "CC BY-SA 4.0", "CC-BY-SA-4.0", "4.0", f"{CC}/by-sa/4.0/", "yes", "yes")
Statement = tuple[str, ...]
Found = Iterator[tuple[Statement, Licence]]


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object within a JSON value, itself included."""
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(one)


def openverse(answer: Any) -> Found:
    for row in objects(answer):
        if "license" in row or "license_url" in row:
            stated = tuple(str(row.get(key) or "") for key in ("license", "license_version", "license_url"))
            yield stated, openverse_licence(*stated)


_FIELDS = ("License", "LicenseShortName", "LicenseUrl", "UsageTerms", "Restrictions", "Copyrighted")


def wikimedia(answer: Any) -> Found:
    for row in objects(answer):
        if "extmetadata" in row:
            metadata = row["extmetadata"]
            fields = {key: strip_html(str(metadata[key]["value"])) for key in _FIELDS if key in metadata}
            yield tuple(fields.get(key, "") for key in _FIELDS[:3]), wikimedia_licence(fields)


def flickr(answer: Any) -> Found:
    for row in objects(answer):
        if "license" in row:
            yield (str(row["license"]),), flickr_licence(row["license"])


def europeana(answer: Any) -> Found:
    for row in objects(answer):
        if "rights" in row:
            yield tuple(row["rights"]), europeana_licence(row["rights"])


def met(answer: Any) -> Found:
    for row in objects(answer):
        if "isPublicDomain" in row:
            yield (
                (str(row["isPublicDomain"]), str(row["rightsAndReproduction"])),
                met_licence(row["isPublicDomain"]),
            )


def internet_archive(answer: Any) -> Found:
    for row in objects(answer):
        if "licenseurl" in row or "rights" in row:
            yield (row["licenseurl"], row["rights"]), internet_archive_licence(row["licenseurl"])


def library_of_congress(answer: Any) -> Found:
    for row in objects(answer):
        if "rights" in row:
            yield (row["rights"],), library_of_congress_licence(row["rights"])


def wellcome(answer: Any) -> Found:
    for row in objects(answer):
        if "license" in row:
            stated = (row["license"].get("id", ""), row["license"].get("url", ""))
            yield stated, wellcome_licence(*stated)


def smithsonian(answer: Any) -> Found:
    for row in objects(answer):
        if row.get("type") == "Images":
            access = str(row.get("usage", {}).get("access", ""))
            yield (access,), smithsonian_licence(access)


def nasa(answer: Any) -> Found:
    # No field of its answers states a licence.
    for row in objects(answer):
        if "nasa_id" in row:
            yield (), UNKNOWN


def none(_answer: Any) -> Found:
    """An answer without a picture whose licence it states."""
    yield from ()


WIKI_ARTIST = [
    f"cccatalog_image_info_artist_{one}.json"
    for one in ("div", "internal_link", "link", "partial_link", "string")
]

OPENVERSE_CC0: dict[Statement, tuple[int, Record]] = {("cc0", "1.0", ZERO): (1, CC0)}
WIKI_URL_ONLY: dict[Statement, tuple[int, Record]] = {("", "", f"{CC}/by-sa/4.0"): (1, BY_SA_4)}

FILES: dict[str, tuple[Callable[[Any], Found], dict[Statement, tuple[int, Record]]]] = {
    "openverse/images_search_200.json": (openverse, OPENVERSE_CC0),
    "openverse/images_detail_200.json": (openverse, OPENVERSE_CC0),
    "openverse/images_related_200.json": (
        openverse,
        {
            ("by", "2.0", f"{CC}/by/2.0/"): (
                1,
                ("cc", "CC BY 2.0", "CC-BY-2.0", "2.0", f"{CC}/by/2.0/", "yes", "yes"),
            )
        },
    ),
    **{f"openverse/images_{one}.json": (none, {}) for one in ("detail_404", "search_400", "search_401")},
    "wikimedia/cccatalog_wmc_pretty1.json": (
        wikimedia,
        {
            ("pd", "Public domain", ""): (3, PUBLIC_DOMAIN),
            ("cc-by-sa-4.0", "CC BY-SA 4.0", f"{CC}/by-sa/4.0"): (5, BY_SA_4),
            ("cc-by-sa-3.0-de", "CC BY-SA 3.0 de", f"{CC}/by-sa/3.0/de/deed.en"): (
                1,
                ("cc", "CC BY-SA 3.0 DE", "CC-BY-SA-3.0-DE", "3.0", f"{CC}/by-sa/3.0/de/", "yes", "yes"),
            ),
        },
    ),
    "wikimedia/cccatalog_wmc_pretty2.json": (wikimedia, {}),
    "wikimedia/cccatalog_image_info_missing_license_url.json": (
        wikimedia,
        {("cc-by-sa-4.0", "CC BY-SA 4.0", ""): (1, BY_SA_4)},
    ),
    "wikimedia/cccatalog_image_data_minimal.json": (wikimedia, WIKI_URL_ONLY),
    "wikimedia/cccatalog_image_data_missing_foreign_url.json": (wikimedia, WIKI_URL_ONLY),
    "wikimedia/cccatalog_image_data_missing_image_url.json": (wikimedia, WIKI_URL_ONLY),
    "wikimedia/cccatalog_image_data_missing_imageinfo.json": (wikimedia, {}),
    "wikimedia/cccatalog_image_data_html_description.json": (wikimedia, {("", "", ""): (1, NOTHING)}),
    "wikimedia/cccatalog_image_info_html_description.json": (wikimedia, {("", "", ""): (1, NOTHING)}),
    **{f"wikimedia/{one}": (wikimedia, {("", "", ""): (1, NOTHING)}) for one in WIKI_ARTIST},
    "flickr/cccatalog_flickr_example_pretty.json": (
        flickr,
        {
            ("1",): (
                30,
                (
                    "cc",
                    "CC BY-NC-SA 2.0",
                    "CC-BY-NC-SA-2.0",
                    "2.0",
                    f"{CC}/by-nc-sa/2.0/",
                    "no",
                    "yes",
                ),
            )
        },
    ),
    "europeana/cccatalog_image_data_example.json": (
        europeana,
        {(ZERO.replace("https", "http"),): (1, CC0)},
    ),
    "met/cccatalog_sample_response.json": (
        met,
        {("True", ""): (1, ("cc0", "CC0", "CC0-1.0", "", ZERO, "yes", "yes"))},
    ),
    "other/webfetch_internet-archive.json": (internet_archive, {(ZERO, "public domain"): (1, CC0)}),
    "other/webfetch_library-of-congress.json": (
        library_of_congress,
        {
            ("No known restrictions on publication.",): (
                1,
                ("rights-statement", "No known restrictions", "", "", "", "unknown", "unknown"),
            ),
            ("Rights status not evaluated. Copyright may apply.",): (
                1,
                ("rights-statement", "Copyright not evaluated", "", "", "", "unknown", "unknown"),
            ),
        },
    ),
    "other/webfetch_nasa.json": (nasa, {(): (1, NOTHING)}),
    "other/webfetch_smithsonian.json": (smithsonian, {("",): (1, NOTHING)}),
    "other/webfetch_wellcome-collection.json": (
        wellcome,
        {
            ("pdm", MARK): (1, ("public-domain", "PDM 1.0", "CC-PDM-1.0", "1.0", MARK, "yes", "yes")),
            ("pdm", ""): (1, ("public-domain", "PDM", "CC-PDM-1.0", "", MARK, "yes", "yes")),
            ("cc-by", f"{CC}/by/4.0/"): (
                1,
                ("cc", "CC BY 4.0", "CC-BY-4.0", "4.0", f"{CC}/by/4.0/", "yes", "yes"),
            ),
            ("cc-by", ""): (1, ("cc", "CC BY", "", "", "", "yes", "yes")),
            ("cc-by-nc-nd", ""): (2, ("cc", "CC BY-NC-ND", "", "", "", "no", "no")),
        },
    ),
    **{f"duckduckgo/{one}.json": (none, {}) for one in ("default", "noResults")},
}


def answer(name: str) -> Any:
    return json.loads((Path(FOLDER) / name).read_text(encoding="utf-8"))


def record(licence: Licence) -> Record:
    return (
        licence.family,
        licence.name,
        licence.spdx,
        licence.version,
        licence.url,
        licence.commercial,
        licence.modify,
    )


@pytest.mark.parametrize("name", FILES)
def test_every_statement_of_a_file(name: str) -> None:
    read, wanted = FILES[name]
    found = list(read(answer(name)))
    assert Counter(stated for stated, _ in found) == {stated: count for stated, (count, _) in wanted.items()}
    for stated, licence in found:
        assert record(licence) == wanted[stated][1], stated


def test_no_file_is_passed_over() -> None:
    assert {str(path.relative_to(FOLDER).as_posix()) for path in Path(FOLDER).rglob("*.json")} == set(FILES)


def test_the_statements_in_all() -> None:
    kinds = {stated for _, wanted in FILES.values() for stated in wanted}
    assert len(kinds) == 21
    assert sum(count for _, wanted in FILES.values() for count, _ in wanted.values()) == 66


_KEYS = ("licen", "rights", "publicdomain", "copyright", "usageterms")


def stated_fields(value: Any) -> Counter[str]:
    """How often each field occurs whose name speaks of rights, empty ones left out."""
    return Counter(
        key
        for row in objects(value)
        for key, one in row.items()
        if one not in ("", None) and any(word in key.lower().replace("_", "") for word in _KEYS)
    )


def test_no_field_that_speaks_of_rights_is_passed_over() -> None:
    found: Counter[str] = Counter()
    for name in FILES:
        found += stated_fields(answer(name))
    assert found == {
        "license": 39,  # 30 of Flickr, 6 of Wellcome, 3 of Openverse
        "license_version": 3,
        "license_url": 3,
        "License": 10,
        "LicenseShortName": 10,
        "LicenseUrl": 9,
        "UsageTerms": 10,
        "Copyrighted": 10,
        "rights": 4,  # 2 of the Library of Congress, 1 of the Internet Archive, 1 of Europeana
        "isPublicDomain": 1,
        "licenseurl": 1,
    }
