"""Reading pictures of the user's folders, what stands beside them, and which licence follows from it."""

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.local.addresses import address_of, names_file, path_of, small_address_of
from opsin.local.folders import folders_of
from opsin.local.licences import licence_of
from opsin.local.reading import LocalRefused, read_picture
from opsin.local.sidecars import read_sidecar
from opsin.paths.reading.refused import Reason
from opsin.pixels.metadata import Metadata
from opsin.rights.licence import UNKNOWN, Family
from tests.local.own_pictures import put, settings_for

PICTURE = b"a picture"
TOLD = {
    "schema": 2,
    "title": "Red panda",
    "creator": "Ada",
    "query": {"text": "red panda"},
    "source_page": "https://commons.example/panda",
    "sha256": sha256(PICTURE).hexdigest(),
    "attribution": {"text": "“Red panda” by Ada, CC BY 4.0"},
    "opsin": "0.1.0",
    "licence": {
        "family": "cc",
        "name": "CC BY 4.0",
        "spdx": "CC-BY-4.0",
        "version": "4.0",
        "commercial": "yes",
        "modify": "yes",
        "attribution": "required",
        "evidence": {"field": "License", "value": "cc-by-4.0", "time": "2025-03-01T10:00:00+00:00"},
    },
}


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_no_way_leads_out_of_the_folders(tmp_path: Path) -> None:
    private = put(tmp_path, "outside/private.png", PICTURE)
    mine = put(tmp_path, "inside/mine.png", PICTURE)
    (mine.parent / "link.png").symlink_to(private)
    (mine.parent / "way").symlink_to(private.parent)
    os.mkfifo(mine.parent / "pipe.png")
    folders = folders_of(settings_for(tmp_path, mine.parent))
    assert read_picture(str(mine), folders, max_bytes=100).data == PICTURE
    for path in (
        private,
        mine.parent / "link.png",
        mine.parent / "way" / "private.png",
        mine.parent / ".." / "outside" / "private.png",
    ):
        with pytest.raises(LocalRefused) as refused:
            read_picture(str(path), folders, max_bytes=100)
        assert refused.value.reason is Reason.PATH_NOT_ALLOWED
        assert "private" not in str(refused.value)
    with pytest.raises(LocalRefused, match="Something else"):
        read_picture(str(mine.parent / "pipe.png"), folders, max_bytes=100)


def test_what_is_gone_or_too_large_is_told(tmp_path: Path) -> None:
    mine = put(tmp_path, "inside/mine.png", PICTURE)
    folders = folders_of(settings_for(tmp_path, mine.parent))
    with pytest.raises(LocalRefused, match="more bytes"):
        read_picture(str(mine), folders, max_bytes=3)
    mine.unlink()
    with pytest.raises(LocalRefused, match="not there any more"):
        read_picture(str(mine), folders, max_bytes=100)


def test_a_sidecar_gives_its_picture_a_licence_with_evidence() -> None:
    beside = read_sidecar(json.dumps(TOLD).encode(), sha256(PICTURE).hexdigest())
    assert beside is not None
    assert (beside.title, beside.creator, beside.query) == ("Red panda", "Ada", "red panda")
    assert beside.licence.label == "CC BY 4.0"
    assert beside.licence.evidence is not None
    assert "sidecar" in beside.licence.evidence.field
    assert beside.licence.evidence.time == 1_740_823_200


@pytest.mark.parametrize(
    "other",
    [
        {"sha256": "0" * 64},
        {"opsin": None, "sha256": ""},
    ],
)
def test_a_sidecar_of_another_file_says_nothing(other: dict[str, object]) -> None:
    assert read_sidecar(json.dumps({**TOLD, **other}).encode(), sha256(PICTURE).hexdigest()) is None


@pytest.mark.parametrize(
    "licence",
    [None, "CC BY", {"family": "cc"}, {**TOLD["licence"], "evidence": None}, {**TOLD["licence"], "name": 5}],  # type: ignore[dict-item]
)
def test_a_licence_without_evidence_is_none(licence: object) -> None:
    beside = read_sidecar(json.dumps({**TOLD, "licence": licence}).encode(), sha256(PICTURE).hexdigest())
    assert beside is not None
    assert beside.licence is UNKNOWN


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["licence", "evidence", "query", "attribution", "text", "title", "time"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=9,
)


@given(JSON)
def test_no_json_raises(told: object) -> None:
    base = {**TOLD, **told} if isinstance(told, dict) else told
    read_sidecar(json.dumps(base).encode(), sha256(PICTURE).hexdigest())


def test_a_licence_by_the_files_own_metadata() -> None:
    address = "https://creativecommons.org/licenses/by-sa/4.0/"
    assert licence_of(Metadata(licence_url=address)).label == "CC BY-SA 4.0"
    assert licence_of(Metadata(rights="© Ada. All rights reserved.")).family is Family.RESERVED
    assert licence_of(Metadata(rights="© Ada")) is UNKNOWN
    assert licence_of(Metadata(licence_url="https://example.org/cc-by")) is UNKNOWN
    assert licence_of(Metadata(licence_url=address, rights="All rights reserved")) is UNKNOWN


@pytest.mark.skipif(os.name == "nt", reason="paths of POSIX")
@given(
    st.binary(min_size=1, max_size=20).filter(
        lambda name: b"/" not in name and b"\0" not in name and name not in {b".", b".."}
    )
)
def test_an_address_leads_back_to_its_path(name: bytes) -> None:
    path = f"/home/ada/{os.fsdecode(name)}"
    assert path_of(address_of(path)) == path_of(small_address_of(path)) == path
    assert names_file(address_of(path))
    assert address_of(path) != small_address_of(path)
