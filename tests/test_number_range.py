"""A whole number in its range is taken, and anything else is named with what is allowed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import InvalidInput
from opsin.number_range import check_whole


@pytest.mark.parametrize("value", [0, 17, 9.0, True, "9", None, float("nan"), [9]])
def test_what_is_no_whole_number_of_the_range_is_named(value: object) -> None:
    with pytest.raises(InvalidInput) as told:
        check_whole("count", value, 1, 16)
    assert told.value.message == f"count is {value}; it must be a whole number from 1 to 16."
    assert told.value.hint


@given(st.integers(), st.integers(), st.integers())
def test_every_whole_number_between_the_ends_is_taken(low: int, value: int, high: int) -> None:
    if low <= value <= high:
        check_whole("count", value, low, high)
    else:
        with pytest.raises(InvalidInput):
            check_whole("count", value, low, high)
