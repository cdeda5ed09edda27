"""SPDX licence expressions, read by their grammar (spdx.github.io/spdx-spec, annex "SPDX license expressions").

Nothing is matched by how it begins or by what it contains: `CC-BY-NC-4.0` is no `CC-BY`, `AGPL-3.0-only` no `GPL`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from opsin.icons.licences.spdx import exception_id, licence_id

MOST_CHARACTERS = 400
MOST_DEPTH = 12
MOST_ALTERNATIVES = 64

_SPACE = " \t\n"
_TOKEN = re.compile(r"[ \t\n]*([()]|[A-Za-z0-9.:-]+\+?)")
_REFERENCE = re.compile(r"(?:DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+")
_WORDS = {"AND": "AND", "and": "AND", "OR": "OR", "or": "OR", "WITH": "WITH", "with": "WITH"}


class NoExpression(ValueError):
    """A text that is no SPDX expression of licences that the SPDX list knows."""


@dataclass(frozen=True, slots=True)
class Licence:
    """One licence of an expression.

    Attributes:
        id: Its id as the SPDX list writes it, or a `LicenseRef-…`, which the list does not know.
        plus: Later versions count too.
        exception: The exception that stands behind WITH; empty for none.
    """

    id: str
    plus: bool = False
    exception: str = ""

    def __str__(self) -> str:
        return f"{self.id}{'+' if self.plus else ''}{f' WITH {self.exception}' if self.exception else ''}"

    @property
    def is_reference(self) -> bool:
        """It is somebody's own name for a licence."""
        return _REFERENCE.fullmatch(self.id) is not None


@dataclass(frozen=True, slots=True)
class Every:
    """All parts hold at once (AND)."""

    parts: tuple["Expression", ...]

    def __str__(self) -> str:
        return " AND ".join(f"({part})" if isinstance(part, Either) else str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Either:
    """One part may be chosen (OR)."""

    parts: tuple["Expression", ...]

    def __str__(self) -> str:
        return " OR ".join(str(part) for part in self.parts)


Expression = Licence | Every | Either


@lru_cache(maxsize=1_024)
def parse(text: str) -> Expression:
    """Read an expression. `str()` of what is returned is its normal form.

    Ids are read whatever their capitals, operators in capitals or small letters, as SPDX 3 has them. Ids that were
    withdrawn become those of today. AND binds more strongly than OR, WITH more strongly than both.

    Raises:
        NoExpression: The text is none, has an id that the SPDX list does not know, or is beyond all reason long.
    """
    if not 0 < len(text) <= MOST_CHARACTERS:
        raise NoExpression("an expression has 1 to 400 characters")
    reader = _Reader(tuple(_tokens(text)))
    expression = reader.either(0)
    if reader.next() is not None:
        raise NoExpression("something stands behind the end of the expression")
    alternatives(expression)
    return expression


def alternatives(expression: Expression) -> tuple[tuple[Licence, ...], ...]:
    """Give what may be chosen: the licences of one alternative all hold at once.

    Raises:
        NoExpression: There are more than 64.
    """
    found: list[tuple[Licence, ...]]
    match expression:
        case Licence():
            found = [(expression,)]
        case Either(parts):
            found = [one for part in parts for one in alternatives(part)]
        case Every(parts):
            found = [()]
            for part in parts:
                found = [(*one, *other) for one, other in product(found, alternatives(part))]
                _bounded(found)
    _bounded(found)
    return tuple(dict.fromkeys(tuple(dict.fromkeys(one)) for one in found))


def _bounded(found: list[tuple[Licence, ...]]) -> None:
    if len(found) > MOST_ALTERNATIVES:
        raise NoExpression("the expression has more than 64 alternatives")


def _tokens(text: str) -> Iterator[str]:
    end = len(text.rstrip(_SPACE))
    at = 0
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            raise NoExpression("a character that no expression has")
        at = found.end()
        yield found[1]


class _Reader:
    """Reads tokens from left to right, one function for each rule of the grammar."""

    def __init__(self, tokens: tuple[str, ...]) -> None:
        self._tokens = tokens
        self._at = 0

    def next(self) -> str | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _take(self, word: str) -> bool:
        token = self.next()
        taken = token is not None and _WORDS.get(token, token) == word
        self._at += taken
        return taken

    def either(self, depth: int) -> Expression:
        parts = [self._every(depth)]
        while self._take("OR"):
            parts.append(self._every(depth))
        flat = [one for part in parts for one in (part.parts if isinstance(part, Either) else (part,))]
        return parts[0] if len(parts) == 1 else Either(tuple(flat))

    def _every(self, depth: int) -> Expression:
        parts = [self._one(depth)]
        while self._take("AND"):
            parts.append(self._one(depth))
        flat = [one for part in parts for one in (part.parts if isinstance(part, Every) else (part,))]
        return parts[0] if len(parts) == 1 else Every(tuple(flat))

    def _one(self, depth: int) -> Expression:
        if not self._take("("):
            return self._licence()
        if depth >= MOST_DEPTH:
            raise NoExpression("parentheses stand too deep")
        inner = self.either(depth + 1)
        if not self._take(")"):
            raise NoExpression("a parenthesis is not closed")
        return inner

    def _licence(self) -> Licence:
        word = self.next()
        if word is None or word in {"(", ")"} or word in _WORDS:
            raise NoExpression("a licence is missing")
        self._at += 1
        plus = word.endswith("+")
        name = word.removesuffix("+")
        own = _REFERENCE.fullmatch(name) is not None
        known = ("" if plus else name) if own else licence_id(name, or_later=plus)
        if not known:
            raise NoExpression("an id that the SPDX list does not know")
        known, _, exception = known.partition(" WITH ")
        later = plus and not known.endswith("-or-later")
        if not self._take("WITH"):
            return Licence(known, later, exception)
        named = exception_id(self.next() or "")
        self._at += 1
        if exception or not named:
            raise NoExpression("an exception that the SPDX list does not know")
        return Licence(known, later, named)
