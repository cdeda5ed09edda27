"""Private keys that stand in a text as blocks of lines (PEM, RFC 7468; OpenPGP; PuTTY)."""

import re
from bisect import bisect_right
from collections.abc import Sequence

# Text recognition loses dashes, and takes several for one long one.
_RULE = r"[-–—_=~]{1,10}"
_NAME = r"(?:[A-Z0-9]{2,12} ){0,3}PR[I1l]VATE ?KEY(?: BL[O0]CK)?"
_BEGIN = re.compile(rf"(?:{_RULE} ?)BEG[I1l]N ?{_NAME} ?(?:{_RULE})?")
"""The line that begins a block, or the words of it within a line."""

_END = re.compile(rf"END ?{_NAME} ?(?:{_RULE})?")
_PUTTY = re.compile(r"^\W{0,3}Private-Lines: ?(\d{1,3})\s*$")
_INLINE = re.compile(r"[A-Za-z0-9+/=\\ ]{0,20000}")
_BODY = re.compile(r"^[\s\d|│>:.]{0,10}[A-Za-z0-9+/=\\\" ]{1,200}$")
_FIELD = re.compile(r"^\s*(?:Proc-Type|DEK-Info|Version|Comment|Hash):|^\s*$")
_MOST_LINES = 250
_LONG_WORD = 20


def in_line(line: str) -> list[tuple[int, int]]:
    """Find keys that stand in one line from begin to end, as in a JSON string with escapes for the line ends.

    A key whose end is not in the line goes as far as its letters do.
    """
    found: list[tuple[int, int]] = []
    ends = [match.end() for match in _END.finditer(line)]
    position = 0
    while begin := _BEGIN.search(line, position):
        following = bisect_right(ends, begin.end())
        if following < len(ends):
            position = ends[following]
        else:
            body = _INLINE.match(line, begin.end())
            position = body.end() if body else begin.end()
        found.append((begin.start(), position))
    return found


def blocks(lines: Sequence[str]) -> list[range]:
    """Find keys that go on in the lines below the one where they begin.

    A block ends with its own last line. Where that is missing, as at the edge of a screen, it ends before the first line
    that is none of a key's.

    Returns:
        The lines of each block, in order.
    """
    found: list[range] = []
    number = 0
    while number < len(lines):
        length = _length(lines, number)
        if length > 1:
            found.append(range(number, number + length))
        number += length
    return found


def _length(lines: Sequence[str], start: int) -> int:
    if putty := _PUTTY.match(lines[start]):
        stated = int(putty[1])
        return 1 + _while_body(lines, start + 1, stated)
    begins = list(_BEGIN.finditer(lines[start]))
    if not begins or _END.search(lines[start], begins[-1].end()):
        return 1
    for number in range(start + 1, min(start + _MOST_LINES, len(lines))):
        if _END.search(lines[number]):
            return number - start + 1
        if _BEGIN.search(lines[number]):
            break
    return 1 + _while_body(lines, start + 1, _MOST_LINES)


def _while_body(lines: Sequence[str], start: int, most: int) -> int:
    count = 0
    for number, line in enumerate(lines[start : start + most], 1):
        if _BODY.match(line) and _looks_encoded(line):
            count = number
        elif not _FIELD.match(line):
            break
    return count


def _looks_encoded(line: str) -> bool:
    """Whether a line has one long word, as base64 is, or the filling at its end."""
    return max(map(len, line.split()), default=0) >= _LONG_WORD or line.rstrip().endswith("=")
