"""Words that are not written as the index has them: misspelt, joined, split, or begun only."""

from array import array
from bisect import bisect_left
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from opsin.icons.catalogue.index import Index
from opsin.icons.catalogue.words import stem

FEW = 5
"""A word that speaks for fewer glyphs may be a slip."""
_MOST_TIMES = 30
"""How many times more frequent a neighbour has to be before a word of the index counts as misspelt, for each slip."""
_SHORTEST = 4
_TWO_SLIPS_FROM = 7
_ENOUGH = 20
_RIGHT = 6
"""Glyphs from which on a word of a large index is rightly spelt: slips in the data are rarer than sheep and tigers."""
_LARGE = 5_000
"""Glyphs from which on a word may be there by chance or by somebody's slip."""
_MOST_CJK = 12
_NO_SPACES = (("\u0e00", "\u0e7f"), ("\u3040", "\u30ff"), ("\u3400", "\u9fff"))
"""Thai, kana, Han."""


class Near(NamedTuple):
    """A word of the index that is near to a given one."""

    distance: int
    weight: int
    text: str


def weight_of(index: Index, word: str) -> int:
    """For how many glyphs a word speaks, in all forms with its stem."""
    return sum(index.weight(one.number) for one in index.words_of(stem(word)))


def _few(index: Index) -> int:
    return FEW if len(index.glyphs) >= _LARGE else 1


def nearest(index: Index, word: str, count: int = 3) -> list[Near]:
    """Words of the index that a misspelt one may stand for, the likeliest first.

    Near is one slip, or two in a word of seven letters or more, counting a swap of neighbours as one (optimal string
    alignment). Of words as near, the more frequent is the likelier; a frequent one may outdo a rare one that is nearer.
    """
    return _near(index, word)[:count]


@lru_cache(maxsize=512)
def _near(index: Index, word: str) -> list[Near]:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    if len(word) < _SHORTEST or not word.isalpha():
        return []
    slips = 2 if len(word) >= _TWO_SLIPS_FROM else 1
    own = stem(word)
    near: list[Near] = []
    for length in range(len(word) - slips, len(word) + slips + 1):
        texts, numbers = _by_length(index).get(length, ([], array("I")))
        found = process.extract(
            word, texts, scorer=OSA.distance, processor=None, score_cutoff=slips, limit=None
        )
        near += [
            Near(int(distance), index.weight(numbers[place]), text)
            for text, distance, place in found
            if distance and stem(text) != own
        ]
    # One slip more has to be made up for by ten times the frequency; the first letter is seldom wrong.
    near.sort(
        key=lambda one: (-one.weight / 10**one.distance / (1 if one.text[0] == word[0] else 20), one.text)
    )
    return near


@lru_cache(maxsize=2)
def _by_length(index: Index) -> "dict[int, tuple[list[str], array[int]]]":
    """The words of letters alone and their numbers, by how many letters they have."""
    found: dict[int, tuple[list[str], array[int]]] = {}
    for number, text in enumerate(index.vocabulary):
        if text.isalpha():
            texts, numbers = found.setdefault(len(text), ([], array("I")))
            texts.append(text)
            numbers.append(number)
    return found


def correction(index: Index, word: str) -> str:
    """The word that a misspelt one most likely stands for; empty where it is right as far as can be told."""
    weight = weight_of(index, word)
    if weight >= (_RIGHT if len(index.glyphs) >= _LARGE else _ENOUGH):
        return ""
    best = next(iter(nearest(index, word, 1)), None)
    if best is None or best.weight < _few(index):
        return ""
    return best.text if best.weight >= _MOST_TIMES**best.distance * weight else ""


def begun(index: Index, word: str, count: int = 3) -> list[str]:
    """The most frequent words that begin with a word, or with most of it."""
    start = word if len(word) <= _SHORTEST else word[: max(_SHORTEST, len(word) * 2 // 3)]
    words, by_alphabet = index.vocabulary, _by_alphabet(index)
    found: list[tuple[int, str]] = []
    for number in islice(by_alphabet, bisect_left(by_alphabet, start, key=words.__getitem__), None):
        text = words[number]
        if not text.startswith(start):
            break
        if text != word and text.isalpha():
            found.append((-index.weight(number), text))
    return [text for weight, text in sorted(found)[:count] if -weight >= _few(index)]


@lru_cache(maxsize=2)
def _by_alphabet(index: Index) -> "array[int]":
    """The numbers of all words, by the alphabet."""
    words = index.vocabulary
    return array("I", sorted(range(len(words)), key=words.__getitem__))


def split_in_two(index: Index, word: str, *, compound: bool = False) -> tuple[str, str] | None:
    """Two words of the index that were written as one: "arrowleft"; none where there are no frequent ones.

    Args:
        index: The index.
        word: The word.
        compound: It may also be one of two rarer words, neither very short: "cornfield".
    """
    best: tuple[int, tuple[str, str]] | None = None
    usual = _RIGHT if compound else _ENOUGH
    enough = usual if len(index.glyphs) >= _LARGE else 1
    shortest = _SHORTEST if compound else 2
    for at in range(shortest, len(word) - shortest + 1):
        parts = word[:at], word[at:]
        weight = min(weight_of(index, part) for part in parts)
        if weight >= enough and (best is None or weight > best[0]):
            best = weight, parts
    return best[1] if best else None


def inner_words(index: Index, text: str) -> list[str]:
    """The words of the index within a run of a script that has no spaces between words, the longest first."""
    found: list[str] = []
    at = 0
    while at < len(text):
        ends = range(min(len(text), at + _MOST_CJK), at + 1, -1)
        end = next((end for end in ends if end - at < len(text) and index.words_of(stem(text[at:end]))), 0)
        if end:
            found.append(text[at:end])
        at = end or at + 1
    return found


def has_no_spaces(word: str) -> bool:
    """Whether a word is of a script that is written without spaces: Han, kana, Thai."""
    return any(first <= letter <= last for letter in word for first, last in _NO_SPACES)
