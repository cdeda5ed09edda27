"""A query goes on with the size of page that it began with."""

import pytest

from opsin.images.providers.sized_pages import place
from opsin.images.query import Orientation, Query

PLAIN = Query("ferry")
FILTERED = [Query("ferry", min_width=800), Query("ferry", orientation=Orientation.SQUARE)]


def test_the_first_page_is_full_where_filters_of_ours_leave_some_out() -> None:
    assert place(PLAIN, "", usual=40, full=80) == (1, 40)
    assert [place(query, "", usual=40, full=80) for query in FILTERED] == [(1, 80), (1, 80)]


@pytest.mark.parametrize("query", [PLAIN, *FILTERED])
@pytest.mark.parametrize("size", [40, 80])
def test_a_later_page_keeps_its_size(query: Query, size: int) -> None:
    assert place(query, f"3x{size}", usual=40, full=80) == (3, size)


@pytest.mark.parametrize(
    "cursor", ["3", "x", "0x40", "-1x40", "3x41", "3x", "x40", "ax40", "3x40x1", "3.5x40"]
)
def test_what_is_no_cursor_begins_anew(cursor: str) -> None:
    assert place(PLAIN, cursor, usual=40, full=80) == (1, 40)
