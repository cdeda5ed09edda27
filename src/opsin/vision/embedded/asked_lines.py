"""The lines of a picture that a question is about, as far as words tell: its words, or words that are nearly the same."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

_WORD = re.compile(r"[^\W_]+(?:[._/@-][^\W_]+)*")
_QUOTED = re.compile(r"[\"“”„'\u2018\u2019«»]([^\"“”„\u2018\u2019«»]{2,80})[\"“”'\u2019«»]")
_WORDS_OF_ANY_QUESTION = """
after before between change changed changes compare differ difference differences different new old same versus
a about above all also an and any anything are as at be been below both but by can color colors colour
colours could currently describe description did display displayed do does each else exactly for from get
give had happen happened happens has have how i if image in inside into is it its just like look looks many
me more most much my no not of on one or other our out page photo picture please problem read say says
screen screenshot see seen should show shown shows so some something somewhere tell text than that the their
them then there these they this those to under up us use used visible was we were what whats when where
which who whose why will with word words would write written wrong you your
"""
_EMPTY = frozenset(_WORDS_OF_ANY_QUESTION.split())
_CLOSE = 86.0
_SHORT = 4
"""Words up to this long have to be the very same."""
_LEAST = 0.34


def asked_words(question: str) -> list[str]:
    """Give the words of a question that say what it is about."""
    words = [word.lower() for word in _WORD.findall(question)]
    return list(
        dict.fromkeys(word for word in words if word not in _EMPTY and (len(word) > 1 or word.isdigit()))
    )


def asked_lines(question: str, lines: Sequence[str], most: int) -> list[int]:
    """Give the places of the lines that have most of the words of a question, the best first.

    A text that the question quotes counts above all.
    """
    wanted = asked_words(question)
    quotes = [quote.lower() for quote in _QUOTED.findall(question)]
    if not wanted:
        return []
    scored = []
    for place, line in enumerate(lines):
        low = line.lower()
        score = sum(_has(word, low) for word in wanted) / len(wanted) + sum(quote in low for quote in quotes)
        if score:
            scored.append((-score, place))
    scored.sort()
    best = -scored[0][0] if scored else 0.0
    return [place for score, place in scored if -score >= max(_LEAST * best, min(_LEAST, best))][:most]


def _has(word: str, line: str) -> bool:
    words = [one.lower() for one in _WORD.findall(line)]
    if word in words:
        return True
    if len(word) <= _SHORT:
        # Writing without blanks between words has no words to compare.
        return not word.isascii() and word in line
    return any(abs(len(one) - len(word)) <= 3 and fuzz.ratio(word, one) >= _CLOSE for one in words)  # noqa: PLR2004
