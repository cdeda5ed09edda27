"""Ids as models and people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import UnknownId
from opsin.store.ids import CellId, parse_id


@given(st.integers(1, 10**18 - 1), st.integers(1, 999))
def test_an_id_reads_back(search: int, cell: int) -> None:
    assert parse_id(str(CellId(search, cell))) == CellId(search, cell)


@pytest.mark.parametrize("text", ["S3:4", " s3:4 ", "`s3:4`", '"s3:4"', "[s3:4]"])
def test_what_models_put_around_an_id_is_ignored(text: str) -> None:
    assert parse_id(text) == CellId(3, 4)


@pytest.mark.parametrize(
    "text", ["", "4", "s3", "s0:1", "s1:0", "s3:4:5", "s-3:4", "s3.4", "s٣:4", "s3:1000"]
)
def test_anything_else_is_no_id(text: str) -> None:
    with pytest.raises(UnknownId, match="is not an id"):
        parse_id(text)


@given(st.text(max_size=60))
def test_no_other_text_is_taken_for_an_id(text: str) -> None:
    with pytest.raises(UnknownId) as caught:
        parse_id(f"x{text}")
    assert caught.value.hint
    assert len(caught.value.message) < 400
