"""Every error that opsin raises on purpose, as one tree.

OpsinError
  InvalidInput            an argument that cannot be used
  SettingError            a setting that cannot be used; stops the start
  UnknownId, ExpiredId    an id that names no cell, or no longer does
    NotAnId               what was given has not the form of an id
  PathRefused             a path outside the folders that may be written or read
  StoreError              the store answered with an error
  WebError                a request that did not bring what was asked
    AddressRefused        the address is not one that opsin talks to
      NotThisMachine      what may be sent on this machine only would have left it
    Unreachable           no connection, or one that broke
    TimedOut              no answer in time
    TooLarge              more bytes than allowed
    BadStatus             an HTTP status other than success
    BadRedirect           too many redirects, or one to where none may lead
    BadReply              an answer that does not keep to HTTP or to its own headers
  PictureError            bytes that are not a picture that may be shown
  ProviderError           a provider that did not serve, and how (see opsin.images.outcome)
"""

from typing import ClassVar

NO_NAME = "no name"
"""The host's name was not resolved."""
NO_CONNECTION = "no connection"


class OpsinError(Exception):
    """An error with a sentence for the model and a hint for what to do next.

    Args:
        message: What happened, to which input. One sentence, fit to be shown to a model.
        hint: What to try next; empty where there is nothing to try.
        outside: What the other side said, as `opsin.text.quoted` gives it; empty where it said nothing. It is
            outside text: message and hint hold our own words, numbers and checked host names only.
    """

    code: ClassVar[str] = "opsin-error"

    def __init__(self, message: str, *, hint: str = "", outside: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.outside = outside

    def __str__(self) -> str:
        return f"{self.message} {self.hint}" if self.hint else self.message


class InvalidInput(OpsinError):
    """An argument has a value that cannot be used."""

    code = "invalid-input"


class SettingError(OpsinError):
    """A setting has a value that cannot be used."""

    code = "bad-setting"


class UnknownId(OpsinError):
    """No search of this store gave out the id."""

    code = "unknown-id"


class NotAnId(UnknownId):
    """What was given has not the form of an id."""


class ExpiredId(OpsinError):
    """The id was given out, but its search is no longer kept."""

    code = "expired-id"


class PathRefused(OpsinError):
    """A path leads outside the folders that may be used."""

    code = "path-refused"


class StoreError(OpsinError):
    """The store could not do what was asked."""

    code = "store-error"


class WebError(OpsinError):
    """A request did not bring what was asked for.

    Attributes:
        cut_off: `NO_NAME` or `NO_CONNECTION` where no connection came about; else empty.
    """

    code = "web-error"
    cut_off = ""


class AddressRefused(WebError):
    """The address is one that opsin does not talk to."""

    code = "address-refused"


class NotThisMachine(AddressRefused):
    """What may be sent to this machine only would have gone to another."""

    code = "not-this-machine"


class Unreachable(WebError):
    """No connection came about, or it broke."""

    code = "unreachable"


class TimedOut(WebError):
    """The answer did not come in time.

    Attributes:
        queued: The time passed in our own queue for a free connection, so that the other side is not to blame.
    """

    code = "timed-out"
    queued = False


class TooLarge(WebError):
    """The answer has more bytes than allowed."""

    code = "too-large"


class BadStatus(WebError):
    """The server answered with an HTTP status other than success."""

    code = "bad-status"

    def __init__(self, message: str, *, status: int, hint: str = "", outside: str = "") -> None:
        super().__init__(message, hint=hint, outside=outside)
        self.status = status


class BadRedirect(WebError):
    """A redirect leads where none may lead, or there are too many."""

    code = "bad-redirect"


class BadReply(WebError):
    """The answer breaks HTTP, its own headers or its own encoding."""

    code = "bad-reply"


class PictureError(OpsinError):
    """The bytes are not a picture that can be shown."""

    code = "bad-picture"
