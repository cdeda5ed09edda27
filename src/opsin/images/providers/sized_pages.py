"""Pages of two sizes, for providers that leave the filtering to us: a cursor holds the page's number and size ("2x40")."""

from opsin.images.providers.fields import number
from opsin.images.query import Orientation, Query


def place(query: Query, cursor: str, *, usual: int, full: int) -> tuple[int, int]:
    """Which page to ask for, and of which size: a query goes on with the size that it began with.

    Args:
        query: The query.
        cursor: Of the page before; empty for the first page.
        usual: How many results a page has.
        full: How many it has where filters of ours leave some out.
    """
    page, _, size = cursor.partition("x")
    if number(page) and number(size) in {usual, full}:
        return number(page), number(size)
    filtered = query.min_width or query.orientation is not Orientation.ANY
    return 1, full if filtered else usual
