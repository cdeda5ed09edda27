"""The error of a configuration that cannot be changed without risk to what else stands in it."""

from opsin.errors import OpsinError


class NotEditable(OpsinError):
    """A client's configuration was left as it is; what has to stand in it can be put in by hand.

    Args:
        message: Why.
        hint: What to do next.
        by_hand: What to put in, where that is something else than the entry with the keys above it.
        where: Where to put it; "into it" where this is empty.
    """

    code = "not-editable"

    def __init__(self, message: str, *, hint: str = "", by_hand: str = "", where: str = "") -> None:
        super().__init__(message, hint=hint)
        self.by_hand = by_hand
        self.where = where
