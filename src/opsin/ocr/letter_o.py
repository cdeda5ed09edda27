"""The letter O in words of capitals, where it was read as a zero: some typefaces of code draw the two alike."""

import re

_TOKEN = re.compile(r"\S+")
_PART = re.compile(r"[A-Z0]{3,}")
_BETWEEN = re.compile(r"(?<=[A-Z])0+(?=[A-Z])")
_HEX = frozenset("ABCDEF0")


def with_letter_o(line: str) -> str:
    """A line in which zeros between two capitals of a word are the letter O.

    Nothing is changed where a number could be meant: beside any other digit or small letter (serial numbers, keys), in
    what may be hexadecimal, and at either end of a word (GPU0).
    """
    return _TOKEN.sub(lambda token: _corrected(token[0]), line) if "0" in line else line


def _corrected(token: str) -> str:
    if any(sign in "123456789" or sign.islower() for sign in token):
        return token
    return _PART.sub(lambda part: part[0] if _HEX.issuperset(part[0]) else _BETWEEN.sub(_o, part[0]), token)


def _o(zeros: re.Match[str]) -> str:
    return "O" * len(zeros[0])
