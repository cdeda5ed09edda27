"""IPTC datasets, well and ill."""

from hypothesis import given
from hypothesis import strategies as st

from opsin.pixels.iptc import read_iptc


def dataset(number: int, content: bytes, record: int = 2) -> bytes:
    return bytes([0x1C, record, number]) + len(content).to_bytes(2, "big") + content


def test_datasets_by_name() -> None:
    data = dataset(90, b"\x1b%G", record=1) + dataset(5, "Brücke".encode()) + dataset(25, b"steel")
    found = read_iptc(data + dataset(25, b"river") + dataset(80, b"Ada") + dataset(200, b"nothing"))
    assert found == {"title": ("Brücke",), "subject": ("steel", "river"), "creator": ("Ada",)}


def test_text_of_no_stated_encoding_is_read_as_utf8_or_else_latin1() -> None:
    assert read_iptc(dataset(120, "é".encode()))["description"] == ("é",)
    assert read_iptc(dataset(120, b"\xe9t\xe9"))["description"] == ("été",)


def test_what_stands_before_damage_is_read() -> None:
    assert read_iptc(dataset(5, b"kept") + b"\x00" + dataset(25, b"lost")) == {"title": ("kept",)}
    assert read_iptc(dataset(5, b"kept") + bytes([0x1C, 2, 25, 0xFF, 0xFF])) == {"title": ("kept",)}


@given(st.binary(max_size=300))
def test_no_bytes_raise(data: bytes) -> None:
    read_iptc(b"\x1c\x02" + data)
