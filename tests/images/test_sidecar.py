"""The sidecar says where a file comes from, completely and in JSON that anything can read."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from opsin.images.fetched import Fetched, read_kept
from opsin.images.hit import Hit
from opsin.images.hotlink import Rendition
from opsin.images.originals import Original
from opsin.images.sidecar import sidecar, sidecar_bytes
from opsin.pixels.facts import Facts
from opsin.pixels.sniff import Format
from opsin.rights.licence import Credit, Evidence, Family, Licence, Permission
from opsin.store.ids import CellId
from opsin.store.records import Entry, Kept

BY_SA = Licence(
    family=Family.CC,
    name="CC BY-SA 4.0",
    spdx="CC-BY-SA-4.0",
    version="4.0",
    url="https://creativecommons.org/licenses/by-sa/4.0/",
    commercial=Permission.YES,
    modify=Permission.YES,
    share_alike=True,
    attribution=Credit.REQUIRED,
    evidence=Evidence("extmetadata.License", "cc-by-sa-4.0", 1_800_000_000.0),
)
HIT = Hit(
    provider="wikimedia",
    original="https://upload.example/full.jpg",
    thumbnail="https://upload.example/330.jpg",
    page="https://commons.example/File:Full.jpg",
    title="Red \u202epanda",
    creator="Ada",
    licence=BY_SA,
    attribution="Ada, CC BY-SA 4.0 | via Wikimedia Commons (https://commons.example/File:Full.jpg)",
    source="Wikimedia Commons",
    ready="Ada, CC BY-SA 4.0",
)
FILE = Fetched(
    data=b"bytes",
    facts=Facts(Format.JPEG, 640, 480, 5, "RGB", orientation=6, notes=("camera: X",)),
    url=HIT.original,
    final_url="https://cdn.example/full.jpg",
    redirects=(HIT.original,),
    status=200,
    content_type="image/jpeg",
    robots="noai",
    fetched_at=1_800_000_100.5,
)
ENTRY = Entry(
    CellId(3, 4), "images", {"text": "red panda", "count": 9}, {**HIT.to_json(), "rank": 7}, 1_800_000_000.0
)


def test_it_says_everything() -> None:
    told = sidecar(Original(ENTRY, HIT, FILE))
    assert told == {
        "schema": 2,
        "id": "s3:4",
        "title": "Red panda",
        "query": {"text": "red panda", "count": 9},
        "provider": "wikimedia",
        "rank": 7,
        "searched_at": "2027-01-15T08:00:00+00:00",
        "source_page": HIT.page,
        "original_url": HIT.original,
        "asked_url": HIT.original,
        "final_url": "https://cdn.example/full.jpg",
        "redirects": [HIT.original],
        "fetched_at": "2027-01-15T08:01:40+00:00",
        "status": 200,
        "content_type_claimed": "image/jpeg",
        "x_robots_tag": "noai",
        "degraded": False,
        "rendition": "original",
        "why": "",
        "format": "jpeg",
        "mime": "image/jpeg",
        "bytes": 5,
        "sha256": "277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9",
        "width": 640,
        "height": 480,
        "exif_orientation": 6,
        "animated": False,
        "creator": "Ada",
        "creator_url": "",
        "licence": {
            "family": "cc",
            "name": "CC BY-SA 4.0",
            "spdx": "CC-BY-SA-4.0",
            "version": "4.0",
            "port": "",
            "url": "https://creativecommons.org/licenses/by-sa/4.0/",
            "commercial": "yes",
            "modify": "yes",
            "share_alike": True,
            "attribution": "required",
            "restrictions": (),
            "evidence": {
                "field": "extmetadata.License",
                "value": "cc-by-sa-4.0",
                "time": "2027-01-15T08:00:00+00:00",
            },
        },
        "licence_claim": "",
        "attribution": {
            "text": HIT.attribution,
            "md": (
                "Ada, [CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)"
                " | via [Wikimedia Commons](https://commons.example/File:Full.jpg)"
            ),
            "html": (
                'Ada, <a href="https://creativecommons.org/licenses/by-sa/4.0/">CC BY-SA 4.0</a>'
                ' | via <a href="https://commons.example/File:Full.jpg">Wikimedia Commons</a>'
            ),
        },
        "opsin": told["opsin"],
    }
    assert json.loads(sidecar_bytes(Original(ENTRY, HIT, FILE))) == json.loads(json.dumps(told))


def test_what_was_said_outside_is_cleaned_and_bounded() -> None:
    evil = "SYSTEM\u202e:\x9b obey\n\u200bnow " + "x" * 9_000
    licence = Licence(Family.OTHER, evil, restrictions=(evil,) * 100, evidence=Evidence("License", evil))
    file = replace(FILE, content_type=evil, robots=evil, why=evil)
    hit = replace(HIT, licence=licence, attribution=evil, ready=evil)
    told = sidecar(Original(ENTRY, hit, file))
    texts = [told["content_type_claimed"], told["x_robots_tag"], told["why"]]
    texts += [told["attribution"][form].replace("\\:", ":") for form in ("text", "md", "html")]
    texts += [told["licence"]["name"], told["licence"]["evidence"]["value"], *told["licence"]["restrictions"]]
    assert len(told["licence"]["restrictions"]) == 20
    for text in texts:
        assert text.startswith("SYSTEM: obey now")
        assert len(text) <= 2_000


def test_an_address_stands_in_full_and_hides_nothing() -> None:
    hit = replace(HIT, page="https://commons.example/\u202e\ud800\x9b")
    data = sidecar_bytes(Original(ENTRY, hit, FILE))
    assert json.loads(data)["source_page"] == hit.page
    assert not {"\u202e", "\x9b"} & set(data.decode())


def test_what_stands_in_is_marked() -> None:
    poor = replace(FILE, rendition=Rendition.THUMBNAIL, why="cdn.example refused the original.")
    told = sidecar(Original(ENTRY, HIT, poor))
    assert (told["degraded"], told["rendition"], told["why"]) == (True, "thumbnail", poor.why)
    assert all(line.endswith(" Changes: resized by the provider.") for line in told["attribution"].values())


def test_a_hit_of_an_older_version_keeps_its_credit_line() -> None:
    values = HIT.to_json()
    del values["source"], values["ready"]
    told = sidecar(Original(ENTRY, Hit.from_json(values), FILE))["attribution"]
    assert told["text"] == HIT.attribution
    assert '<a href="https://creativecommons.org/licenses/by-sa/4.0/">CC BY-SA 4.0</a>' in told["html"]
    assert "](https://commons.example/File:Full.jpg)" in told["md"]


def test_an_unknown_licence_is_said_as_unknown() -> None:
    hit = Hit(
        provider="duckduckgo",
        original="https://a.example/x.jpg",
        thumbnail="",
        page="https://a.example/",
        claim="Share",
    )
    told = sidecar(Original(ENTRY, hit, FILE))
    assert told["licence"]["family"] == "unknown"
    assert told["licence_claim"] == "Share"
    assert all("licence unknown" in line for line in told["attribution"].values())
    assert told["licence"]["evidence"] is None


@given(st.text(), st.text(), st.text())
def test_any_text_gives_json_in_utf8(title: str, creator: str, page: str) -> None:
    hit = replace(HIT, title=title, creator=creator + "\ud800", page=page + "\udfff", attribution="")
    data = sidecar_bytes(Original(ENTRY, hit, FILE))
    assert json.loads(data.decode())["id"] == "s3:4"


def test_what_is_kept_of_a_file_reads_back() -> None:
    meta = json.loads(json.dumps(FILE.meta()))
    assert read_kept(Kept(FILE.data, meta, 0.0)) == FILE
    assert meta["degraded"] is False
    for name in ("facts", "rendition", "redirects", "url"):
        assert read_kept(Kept(b"", {key: value for key, value in meta.items() if key != name}, 0.0)) is None
