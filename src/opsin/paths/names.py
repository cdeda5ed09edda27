"""File names out of any text: they work on Linux, macOS and Windows, and keep the letters of every script.

Rules: Windows' reserved names and characters
(https://learn.microsoft.com/windows/win32/fileio/naming-a-file), control and invisible characters of Unicode
(general categories C and Z, Default_Ignorable_Code_Point), and 200 bytes of UTF-8, which leaves room within
the 255 of most file systems for an extension, a number and a temporary name.
"""

import re
import unicodedata

MAX_CHARACTERS = 80
MAX_BYTES = 200

_DEVICES = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$"}) | {
    f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"
}
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_KEPT_ASCII = re.compile(r"[a-z0-9._]", re.ASCII)
_SEPARATORS = re.compile(r"((?<=\d)\.(?=\d))|[-._]+")
"""A dot within a number, as in 2.5, or any run of what parts words."""
_EDGES = ".-"


def safe_name(text: str, *, fallback: str) -> str:
    """Make the stem of a file name, in lower case, its words joined by hyphens: 80 characters, 200 bytes at most.

    A dot stays only within a number: elsewhere it would read as the start of an extension.

    Args:
        text: A title, or any text from outside.
        fallback: A text to take where nothing of the first can be kept; itself made safe.
    """
    for candidate in (text, fallback):
        if name := _slug(candidate):
            return name
    return "picture"


def is_device(name: str) -> bool:
    """Say whether Windows takes a file or folder name for a device, whatever its extension: `con.tar.gz`."""
    return name.partition(".")[0].rstrip(" ").casefold() in _DEVICES


def same_name_key(name: str) -> str:
    """Return what two names share that some file system takes for one: case and normal form do not count."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).casefold())


def _slug(text: str) -> str:
    # No name of use comes from further on; the bound keeps the work small.
    lowered = unicodedata.normalize("NFC", text[: MAX_CHARACTERS * 16]).lower()
    visible = _INVISIBLE.sub("", unicodedata.normalize("NFC", lowered))
    kept = "".join(map(_kept, visible))
    name = _tidy(unicodedata.normalize("NFC", kept))
    name = _tidy(_cut(name))
    if is_device(name):
        name = _tidy(_cut(f"_{name}"))
    return name


def _kept(char: str) -> str:
    """Give the character itself, a hyphen for what parts words, or nothing for what cannot be seen."""
    if char.isascii():
        if _KEPT_ASCII.match(char):
            return char
        # White space that is a control character still parts words.
        return "" if unicodedata.category(char) == "Cc" and not char.isspace() else "-"
    category = unicodedata.category(char)
    if category[0] == "C":
        return "-" if char == "\u0085" else ""
    # Windows may turn wide look-alikes of its reserved characters into these; so all punctuation goes.
    return char if category[0] in "LMN" or category in {"So", "Sc"} else "-"


def _tidy(name: str) -> str:
    name = _SEPARATORS.sub(lambda run: run[1] or ("_" if "_" in run[0] else "-"), name).strip(_EDGES)
    # A mark with no letter before it would join whatever stands before the name.
    while name and unicodedata.category(name[0])[0] == "M":
        name = name[1:].lstrip(_EDGES)
    return "" if set(name) <= {"_", ".", "-"} else name


def _cut(name: str) -> str:
    end = min(len(name), MAX_CHARACTERS)
    while len(name[:end].encode()) > MAX_BYTES:
        end -= 1
    # A letter is not parted from its marks.
    while 0 < end < len(name) and unicodedata.category(name[end])[0] == "M":
        end -= 1
    return name[:end]
