"""The sentences with which a picture is refused, as they may come from the worker.

An error's sentence is read by a model as our own words. So the worker's is not taken as it is: it must be one of these,
up to its numbers and the format's name, and else a plain one stands for it. The hint is never the worker's.
"""

import re

from opsin.errors import PictureError
from opsin.pixels.isolated.process import Reason
from opsin.pixels.sniff import Format

OUT_OF_MEMORY = "memory"
"""What the worker says where it was not a decoder that met the limit."""

_OTHER = "Choose another picture, or another rendition of it."
_AGAIN = "Fetch it again, or choose another picture."
_SHAPES = {
    "The * is cut short.": _AGAIN,
    "The * is damaged and cannot be decoded.": _OTHER,
    "The * has #x# pixels; at most # million and # a side are decoded.": "Choose a smaller rendition.",
    "The * has #x# pixels in more than # scans.": _OTHER,
    "The * has #x# pixels in tiles or strips of #x#, which is more than is decoded at once.": _OTHER,
    "The * has more tiles or strips than #x# pixels need.": _OTHER,
    "The * has more segments than pictures have.": _OTHER,
    "The * has #x# pixels by its header, and too few bytes for them.": _OTHER,
    "The * has no page #; it has # in all.": "Ask for one of those that it has.",
    "The * is encrypted and opens only with its password.": "Save a copy of it without a password.",
    "The * needs a package that cannot be loaded.": "Install it anew.",
    "The picture has values that are not numbers.": "Choose another picture.",
    "The picture does not fit into # bytes.": "Allow more bytes or ask for a smaller picture.",
}
_MOST_CHARACTERS = 200
_NUMBER = re.compile(r"[0-9]{1,12}")


def refusal(told: object, kind: Format) -> PictureError:
    """The error for what the worker says of a picture of this format."""
    if told in (OUT_OF_MEMORY, f"The {kind.label} needs more memory than there is."):
        return lost_over(kind, Reason.MEMORY, 0)
    if isinstance(told, str) and len(told) <= _MOST_CHARACTERS:
        shape = _NUMBER.sub("#", told.replace(f"The {kind.label} ", "The * ", 1))
        if shape in _SHAPES:
            return PictureError(told, hint=_SHAPES[shape])
    return PictureError(f"The {kind.label} is damaged and cannot be decoded.", hint=_OTHER)


def lost_over(kind: Format, reason: Reason, seconds: float) -> PictureError:
    """The error for a picture over which the worker ended, or was ended after so many seconds."""
    name = kind.label
    sentences = {
        Reason.TIME: f"The {name} took more time to decode than the {seconds:g} s that are allowed.",
        Reason.MEMORY: f"The {name} took more memory to decode than is allowed.",
        Reason.CRASH: f"The decoder crashed over the {name}.",
        Reason.NONSENSE: f"The decoder answered nonsense about the {name}.",
        Reason.GIVEN_UP: f"Decoding the {name} was given up.",
    }
    return PictureError(sentences[reason], hint=_OTHER)
