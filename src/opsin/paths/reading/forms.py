"""The forms in which a person or a model writes a path, turned into one that this system takes.

Nothing is looked up here: the text, the system and the home folder go in, a path comes out. What the path leads to, and
whether it may be read, is judged where it is opened. A variable other than the home folder's is left as it stands: its
value would depend on an environment that clients cut down, and an answer that repeats it would tell it.
"""

import re
import unicodedata
from dataclasses import dataclass

from opsin.paths.reading.file_urls import path_of_url
from opsin.paths.reading.refused import invalid, not_a_file
from opsin.paths.reading.system import System
from opsin.paths.reading.windows_forms import foreign_form, names_device, windows_form, wsl_form

MOST_CHARACTERS = 4_096
LATEST = "latest"

_QUOTES = {'"': '"', "'": "'", "`": "`", "\u201c": "\u201d", "\u2018": "\u2019", "<": ">"}
_LATEST = re.compile(rf"{LATEST}(?:\s*:(.*))?", re.IGNORECASE | re.DOTALL)
_WEB = re.compile(r"(?:https?|ftp):", re.IGNORECASE)
_INLINE = re.compile(r"(?:data|blob):", re.IGNORECASE)
_FILE = re.compile(r"file:", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_HOME = re.compile(
    r"(?:~|\$HOME|\$\{HOME\}|(?i:%userprofile%|\$env:userprofile|\$\{env:userprofile\}))(?=[/\\]|\Z)"
)
_ESCAPED = re.compile(r"\\([ '\"()\[\]{}&;$`!#*?~<>|=,@\u00a0\u202f])")
"""What a terminal puts a backslash before, when a file is dragged into it."""


@dataclass(frozen=True, slots=True)
class Form:
    """A path as the system writes it.

    Attributes:
        path: Absolute, or relative to one of the places that relative paths count from. Empty only where `newest` is
            set and no folder was named.
        newest: The newest picture of that folder is meant.
    """

    path: str
    newest: bool = False


def read_form(given: str, system: System, *, home: str, distribution: str = "") -> Form:
    """Read a path in any of the forms: plain, quoted, with `~`, a file URL, as Windows or WSL writes it, or `latest`.

    Args:
        given: The text.
        system: Where the path is to be used.
        home: The user's home folder.
        distribution: The name of the distribution under WSL, empty where it is not known.

    Raises:
        ReadRefused: it is no path, or one of another system or machine.
    """
    text = _bare(given[: 2 * MOST_CHARACTERS])
    if not text:
        raise invalid(given, "is empty", "Give the path of an image, an id such as s3:4, or latest:FOLDER.")
    latest = _LATEST.fullmatch(text)
    if latest is None:
        return Form(_path(given, text, system, home, distribution))
    folder = _bare(latest[1] or "")
    return Form(_path(given, folder, system, home, distribution) if folder else "", newest=True)


def _path(given: str, text: str, system: System, home: str, distribution: str) -> str:
    _refuse_other_addresses(given, text)
    from_url = _FILE.match(text) is not None
    if from_url:
        text = path_of_url(given, text)
    _refuse_what_no_name_has(given, text)
    if not from_url and (start := _HOME.match(text)):
        text = home + text[start.end() :]
    if system is System.WINDOWS:
        text = windows_form(given, text)
        if device := names_device(text):
            raise not_a_file(given, f"a device of Windows ({device})")
    elif system is System.WSL and (found := wsl_form(given, text, distribution)):
        return found
    elif system is not System.WSL and from_url and text.startswith("\\\\"):
        raise invalid(
            given,
            "is a file URL that names another machine between its second and its third slash",
            "A file of this machine is file:///folder/picture.png, with three slashes, or just its path.",
        )
    elif system is not System.WSL and foreign_form(text):
        raise invalid(
            given, f"is one of Windows, and this is {system}", "Give the path as it is on this machine."
        )
    elif not from_url:
        text = _ESCAPED.sub(r"\1", text)
        if system is System.WSL and "\\" in text and "/" not in text:
            text = text.replace("\\", "/")
    return text


def _refuse_other_addresses(given: str, text: str) -> None:
    if _INLINE.match(text):
        raise invalid(
            text[:40], "is a picture written out as text, not a path", "Save it as a file and give its path."
        )
    if _WEB.match(text):
        raise invalid(
            given,
            "is an address of the web, and only files of this machine are read",
            "Save the picture as a file first; pictures that image_search found go by their ids, such as s3:4.",
        )
    if not _FILE.match(text) and _SCHEME.match(text):
        raise invalid(given, "is an address, not a path", "Give the path of a file on this machine.")


def _refuse_what_no_name_has(given: str, text: str) -> None:
    if not text.strip():
        raise invalid(given, "is empty", "Give the path of an image.")
    if len(text) > MOST_CHARACTERS:
        raise invalid(
            text[:80], f"has more than {MOST_CHARACTERS:,} characters", "Give the path of an image alone."
        )
    if any(unicodedata.category(character) == "Cc" for character in text):
        raise invalid(given, "has a control character in it", "Give the path on one line, as it is.")
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise invalid(given, "has half a character in it", "Give the path as it is.") from None


def _bare(text: str) -> str:
    """Take away what stands around a path: blanks, marks that cannot be seen, and pairs of quotes."""
    while True:
        before = text
        text = text.strip()
        while text and unicodedata.category(text[0]) == "Cf":
            text = text[1:]
        while text and unicodedata.category(text[-1]) == "Cf":
            text = text[:-1]
        if len(text) > 1 and _QUOTES.get(text[0]) == text[-1]:
            text = text[1:-1]
        if text == before:
            return text
