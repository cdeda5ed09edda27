"""File names out of any text: they work on Linux, macOS and Windows, and keep the letters of every script.

Rules: Windows' reserved names and characters
(https://learn.microsoft.com/windows/win32/fileio/naming-a-file), control and invisible characters of Unicode
(general categories C and Z, Default_Ignorable_Code_Point), and 200 bytes of UTF-8, which leaves room within
the 255 of most file systems for an extension, a number and a temporary name. Decomposed, as HFS+ and some
programs that copy files write it (https://unicode.org/reports/tr15/), a name has room as well.
"""

import re
import unicodedata

MAX_CHARACTERS = 80
MAX_BYTES = 200
MAX_DECOMPOSED_BYTES = 235
"""Bytes of UTF-8 in normal form D; a Korean syllable has six or nine of them. UTF-16 units are never more."""

_MOST_MARKS = 8
"""Marks on one letter; scripts that stack them have up to six."""

_DEVICES = frozenset({"con", "prn", "aux", "nul", "conin$", "conout$"}) | {
    f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789"
}
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_KEPT_ASCII = re.compile(r"[a-z0-9._]", re.ASCII)
_SEPARATORS = re.compile(r"((?<=\d)\.(?=\d))|[-._]+")
"""A dot within a number, as in 2.5, or any run of what parts words."""
_EDGES = ".-"
_FLAG_LETTERS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
_INNER_JAMO = re.compile("[\u1160-\u11ff\ud7b0-\ud7ff]")
_ASCII_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i"}
)


def safe_name(text: str, *, fallback: str, ascii_only: bool = False) -> str:
    """Make the stem of a file name, in lower case, its words joined by hyphens: 80 characters, 200 bytes at most.

    A dot stays only within a number: elsewhere it would read as the start of an extension.

    Args:
        text: A title, or any text from outside.
        fallback: A text to take where nothing of the first can be kept; itself made safe.
        ascii_only: Keep ASCII alone: letters lose their marks, and those of other scripts go.
    """
    for candidate in (text, fallback):
        if name := _slug(_in_ascii(candidate) if ascii_only else candidate):
            return name
    return "picture"


def is_device(name: str) -> bool:
    """Say whether Windows takes a file or folder name for a device, whatever its extension: `con.tar.gz`.

    Wide letters and raised digits count as the plain ones: Windows turns them into these for programs that use a
    code page.
    """
    return unicodedata.normalize("NFKC", name).partition(".")[0].rstrip(" ").casefold() in _DEVICES


def same_name_key(name: str) -> str:
    """Return what two names share that some file system takes for one: case and normal form do not count.

    Case is folded in full and by way of the capitals, which is more than any one of them does: ß is ss, a dotless
    i is i. Only İ stays apart from i, as it does everywhere.
    """
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name).upper().casefold())


def _slug(text: str) -> str:
    # No name of use comes from further on; the bound keeps the work small.
    lowered = unicodedata.normalize("NFC", text[: MAX_CHARACTERS * 16]).lower()
    visible = _INVISIBLE.sub("", unicodedata.normalize("NFC", lowered))
    kept = "".join(map(_kept, visible))
    name = _tidy(_with_few_marks(unicodedata.normalize("NFC", kept)))
    name = _tidy(_cut(name))
    if is_device(name):
        name = _tidy(_cut(f"_{name}"))
    return name


def _in_ascii(text: str) -> str:
    lowered = text[: MAX_CHARACTERS * 16].lower().translate(_ASCII_LETTERS)
    plain = unicodedata.normalize("NFKD", lowered)
    return "".join(
        char if char.isascii() or unicodedata.category(char)[0] == "C" else "-"
        for char in plain
        if unicodedata.category(char)[0] != "M"
    )


def _with_few_marks(name: str) -> str:
    marks, kept = 0, []
    for char in name:
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)


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
    end = size = decomposed = 0
    for char in name[:MAX_CHARACTERS]:
        size += len(char.encode())
        decomposed += len(unicodedata.normalize("NFD", char).encode())
        if size > MAX_BYTES or decomposed > MAX_DECOMPOSED_BYTES:
            break
        end += 1
    while 0 < end < len(name) and _belong_together(name, end):
        end -= 1
    return name[:end]


def _belong_together(name: str, at: int) -> bool:
    """Say whether a cut would part a letter from its marks, a syllable, or the two letters of a flag."""
    if unicodedata.category(name[at])[0] == "M" or _INNER_JAMO.match(name[at]):
        return True
    letters = at - len(name[:at].rstrip(_FLAG_LETTERS))
    return name[at] in _FLAG_LETTERS and letters % 2 == 1
