"""Whole numbers that a caller gives, within their range."""

from opsin.errors import InvalidInput
from opsin.text import clean


def check_whole(
    name: str, value: object, low: int, high: int, *, hint: str = "Call again with a value in that range."
) -> None:
    """Make sure that a value is a whole number from `low` to `high`.

    Args:
        name: Of the parameter.
        value: What was given.
        low: The least.
        high: The most.
        hint: What to do instead.

    Raises:
        InvalidInput: it is not; the sentence names it and what is allowed.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidInput(
            f"{name} is {clean(str(value), 20)}; it must be a whole number from {low:,} to {high:,}.",
            hint=hint,
        )
