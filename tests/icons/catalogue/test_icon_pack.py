from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import OpsinError
from opsin.icons.catalogue.pack import Pack, pack_bytes

PARTS = {"one": [b"first"], "many": [b"a" * 1000, b"", b"third"], "none": []}


def written(folder: Path, data: bytes) -> Pack:
    path = folder / "data.pack"
    path.write_bytes(data)
    return Pack(path, "Do this.")


def test_every_frame_comes_back(tmp_path: Path) -> None:
    pack = written(tmp_path, pack_bytes(PARTS))
    assert {name: [pack.read(name, n) for n in range(pack.frames(name))] for name in PARTS} == PARTS
    assert pack.names == set(PARTS)
    assert pack.frames("other") == 0


def test_the_same_parts_give_the_same_bytes() -> None:
    assert pack_bytes(PARTS) == pack_bytes(dict(PARTS))


def test_a_missing_file_says_what_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(OpsinError) as caught:
        Pack(tmp_path / "data.pack", "Do this.")
    assert "'data.pack' cannot be read" in caught.value.message
    assert caught.value.hint == "Do this."


@pytest.mark.parametrize("data", [b"", b"OPSINPK", b"PK\x03\x04" + bytes(60), b"OPSINPK1\xff\xff\xff\xff"])
def test_another_file_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(OpsinError, match=r"'data\.pack'"):
        written(tmp_path, data)


@pytest.mark.parametrize(("name", "frame"), [("other", 0), ("one", 1), ("none", 0)])
def test_what_is_not_there_is_told(tmp_path: Path, name: str, frame: int) -> None:
    with pytest.raises(OpsinError, match="lacks its part"):
        written(tmp_path, pack_bytes(PARTS)).read(name, frame)


def test_a_file_that_goes_away_is_told(tmp_path: Path) -> None:
    pack = written(tmp_path, pack_bytes(PARTS))
    (tmp_path / "data.pack").unlink()
    with pytest.raises(OpsinError, match="cannot be read"):
        pack.read("one")


def test_no_damage_is_read_as_data(tmp_path: Path) -> None:
    whole, wrong = pack_bytes(PARTS), []
    for bit in range(len(whole) * 8):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        try:
            pack = written(tmp_path, bytes(damaged))
            read = {name: [pack.read(name, n) for n in range(len(frames))] for name, frames in PARTS.items()}
        except OpsinError:
            continue
        if read != PARTS:
            wrong.append(bit)
    assert wrong == []


@given(st.integers(0, 200))
def test_a_cut_file_is_an_error(tmp_path_factory: pytest.TempPathFactory, length: int) -> None:
    whole = pack_bytes({"one": [bytes(range(256))]})
    try:
        pack = written(tmp_path_factory.mktemp("pack"), whole[:length])
        pack.read("one")
    except OpsinError:
        return
    assert length >= len(whole)
