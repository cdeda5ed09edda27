"""The ways in which the Iconify API does not serve."""

from typing import ClassVar

from opsin.errors import OpsinError


class IconifyError(OpsinError):
    """The Iconify API did not bring what was asked."""

    code: ClassVar[str] = "iconify"


class BadAnswer(IconifyError):
    """An answer in a shape that is not the known one: another host may give a good one.

    Args:
        what: What it is instead, in words of our own.
        host: Who gave it.
    """

    code: ClassVar[str] = "iconify-answer"

    def __init__(self, what: str, host: str = "The Iconify API") -> None:
        super().__init__(f"{host} answered in another shape than expected: {what}.")
        self.what = what


class NotThere(IconifyError):
    """The API knows no such thing. That is an answer: no other host is asked."""

    code: ClassVar[str] = "iconify-unknown"


class IconifyDown(IconifyError):
    """No host of the API answered well."""

    code: ClassVar[str] = "iconify-down"
