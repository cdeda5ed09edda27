"""Reading the fields of an answer that nobody vouches for: each reader gives a usable value or an empty one."""

import json
import re
from typing import Any
from urllib.parse import quote, urlsplit

_ADDRESS = re.compile(r"(?:https?:)?//[^\s/?#\x00-\x20\x7f]+[^\s\x00-\x1f\x7f]*", re.IGNORECASE)
_LONGEST_ADDRESS = 4_096
_LARGEST_NUMBER = 2**53
_MOST_DIGITS = 40
_MIME = re.compile(r"image/[a-z0-9][a-z0-9.+-]{0,40}")
_FORMAT = re.compile(r"[a-z0-9]{2,5}")
_MIMES = {"jpg": "image/jpeg", "tif": "image/tiff", "svg": "image/svg+xml", "ico": "image/x-icon"}
_STILLS = re.compile(r"(?:[\w-]+\.)*ytimg\.com|img\.youtube\.com")

HIDDEN = "(hidden)"
"""What stands where a secret stood."""


def json_object(body: bytes, *, secret: str = "") -> dict[str, Any] | None:
    """Read a JSON object; nothing where the bytes are something else, or nested beyond reason.

    A whole number of more digits than any of use is read as 0, so that it spoils nothing around it.

    Args:
        body: The bytes.
        secret: The key that was sent along: it is hidden wherever the answer repeats it.
    """
    try:
        value = json.loads(body, parse_int=_whole)
        value = _hidden(value, secret) if secret else value
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def without(told: str, secret: str) -> str:
    """The text with the secret hidden, as it is and as addresses write it."""
    if not secret:
        return told
    return told.replace(secret, HIDDEN).replace(quote(secret, safe=""), HIDDEN)


def text(value: Any) -> str:
    """Give the text, or an empty one for null and every other kind."""
    return value.strip() if isinstance(value, str) else ""


def number(value: Any) -> int:
    """Give a whole number of at least 0, written as a number or as digits; 0 for everything else."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16:  # noqa: PLR2004
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    usable = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST_NUMBER
    return value if usable else 0


def address(value: Any) -> str:
    """Give an http or https address; one without a scheme (`//host/…`) gets https, all else gives nothing.

    What is given can be taken apart again by `urllib.parse.urlsplit`.
    """
    found = text(value)
    if len(found) > _LONGEST_ADDRESS or not _ADDRESS.fullmatch(found):
        return ""
    try:
        urlsplit(found)
    except ValueError:
        return ""
    return f"https:{found}" if found.startswith("//") else found


def mime(value: Any) -> str:
    """Give the MIME type of a picture, from one or from a format's name such as "jpeg"; empty for all else."""
    found = text(value).lower()
    if _MIME.fullmatch(found):
        return found
    return _MIMES.get(found, f"image/{found}") if _FORMAT.fullmatch(found) else ""


def is_video_still(original: str) -> bool:
    """Whether a picture's address, as `address` gives it, is that of a still of a video."""
    return _STILLS.fullmatch(urlsplit(original).hostname or "") is not None


def mapping(value: Any) -> dict[str, Any]:
    """Give the object, or an empty one: PHP writes an empty object as a list."""
    return value if isinstance(value, dict) else {}


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= _MOST_DIGITS else 0


def _hidden(value: Any, secret: str) -> Any:
    if isinstance(value, str):
        return without(value, secret)
    if isinstance(value, list):
        return [_hidden(one, secret) for one in value]
    if isinstance(value, dict):
        return {name: _hidden(one, secret) for name, one in value.items()}
    return value
