"""Words of a text in one form, and their stems: the same at building an index and at searching it."""

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Letters and digits of any script, with the marks that belong to them.
_WORD = re.compile(
    r"[^\W_]+(?:[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0e31\u0e34-\u0e4e]+[^\W_]*)*"
)


def tokens(text: str) -> list[str]:
    """The words of a text in their order, in one form: compatibility forms unified (Unicode's NFKC), case folded.

    An apostrophe within a word is dropped ("don't" is "dont"). Scripts without spaces stay whole runs.
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return _WORD.findall(plain.replace("'", "").replace("\u2019", ""))


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """The stem of a word by the Snowball algorithm for English (snowballstem.org), whatever its language.

    Used as a key only: words with one stem count as one, and no stem is ever shown.
    """
    return _stemmer()(word)


@lru_cache(maxsize=1)
def _stemmer() -> "Callable[[str], str]":
    import threading

    from Stemmer import Stemmer

    stemmer = Stemmer("english")
    # It keeps its place in the word in itself.
    one_at_a_time = threading.Lock()

    def stem_of(word: str) -> str:
        try:
            with one_at_a_time:
                return str(stemmer.stemWord(word))
        except UnicodeEncodeError:
            # Half of a surrogate pair, as names of files may have: no word of English.
            return word

    return stem_of
