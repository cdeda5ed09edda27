"""Texts as the index has them: words in one form, their stems beside them; the same for what is asked."""

import re
import unicodedata
from collections.abc import Iterable

from opsin.words import stem, tokens

MOST_WORDS = 3_000
_WORD_CHARACTERS = 40
_STEMMED = re.compile(r"[a-z]{3,}")
_JOINT = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
"""Where a name such as IMG20250301 or myNewScreenshot is taken apart."""
_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
"""Scripts that put no blanks between words: each pair of neighbouring signs is a word."""


def plain_words(text: str) -> list[str]:
    """The words of a text in their order: one form, case folded, without accents, at most 3,000."""
    words: list[str] = []
    for word in tokens(text):
        if len(words) >= MOST_WORDS:
            break
        if word.isascii():
            words.append(word[:_WORD_CHARACTERS])
            continue
        bare = "".join(
            one for one in unicodedata.normalize("NFKD", word) if unicodedata.category(one) != "Mn"
        )
        bare = unicodedata.normalize("NFC", bare)
        at = 0
        for run in _RUN.finditer(bare):
            words += _piece(bare[at : run.start()])
            pairs = [run[0][start : start + 2] for start in range(len(run[0]) - 1)]
            words += pairs or [run[0]]
            at = run.end()
        words += _piece(bare[at:])
    return words[:MOST_WORDS]


def index_text(*texts: str) -> str:
    """Texts as a column of the index holds them: the words, those within words, and the stems of all."""
    found: dict[str, None] = {}
    for text in texts:
        for word in (*plain_words(text), *plain_words(_JOINT.sub(" ", text))):
            found[word] = None
            found[stem_of(word)] = None
    return " ".join(found)


def stem_of(word: str) -> str:
    """The stem of a word in plain letters; another word is its own."""
    return stem(word) if _STEMMED.fullmatch(word) else word


def joined(parts: Iterable[str]) -> str:
    """Parts of a column as one text."""
    return " ".join(filter(None, parts))


def _piece(text: str) -> list[str]:
    return [text[:_WORD_CHARACTERS]] if text else []
