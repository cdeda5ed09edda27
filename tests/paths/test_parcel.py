"""Files that are handed over: as many as fit, each under a name of its own."""

from base64 import b64encode

from hypothesis import given
from hypothesis import strategies as st

from opsin.paths.parcel import Parcel


@given(st.integers(0, 20_000), st.lists(st.binary(max_size=4_000), max_size=12))
def test_what_is_taken_fits_the_room(room: int, files: list[bytes]) -> None:
    parcel = Parcel(room)
    taken = [parcel.put("s1:1", "a", ".jpg", "image/jpeg", data, {}) is not None for data in files]
    assert sum(taken) == len(parcel.files)
    assert sum(len(b64encode(file.data)) for file in parcel.files) <= room
    assert parcel.left <= parcel.most


def test_an_empty_parcel_takes_the_largest_and_nothing_larger() -> None:
    most = Parcel(10_000).most
    assert Parcel(10_000).put("s1:1", "a", ".jpg", "image/jpeg", b"x" * most, {})
    assert Parcel(10_000).put("s1:1", "a", ".jpg", "image/jpeg", b"x" * (most + 1), {}) is None


def test_no_two_files_have_the_same_name() -> None:
    parcel = Parcel(10_000)
    names = [
        str(parcel.put("s1:1", stem, ".jpg", "image/jpeg", b"x", {})) for stem in ("panda", "Panda", "panda")
    ]
    assert names == ["panda.jpg", "Panda-2.jpg", "panda-3.jpg"]
