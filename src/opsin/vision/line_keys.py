"""What of a line counts when two readings of it are compared."""

import re
import unicodedata

_ALIKE = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u2022\u00b7\u25cf\u25e6\u2219\u30fb\u25aa", "\u2022"),
    }
)
_RULE = re.compile(r"[-=_*~.\u2500-\u257f\u2580-\u259f]{3,}")
_UNREADABLE = "[?]"
_BLANK = re.compile(r"\s+")
_EDGE = re.compile(r"^[^\w$\u20ac\u00a3#@+%&(\[{<\-]+|[.,;:!\u2026'\"\u2022|]+$")


def essence(line: str) -> str:
    """A line without what readings differ in all the time: blanks, the shapes of quotes and dashes, rules, signs not read."""
    plain = unicodedata.normalize("NFKC", line).translate(_ALIKE)
    return _RULE.sub("", _BLANK.sub("", plain)).replace(_UNREADABLE, "").replace("'", "").replace('"', "")


def key(line: str) -> str:
    """The essence of a line without case, and without punctuation at its edges."""
    plain = essence(line).casefold()
    return _EDGE.sub("", plain) or plain
