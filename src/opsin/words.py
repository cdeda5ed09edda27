"""Words of a text in one form, and their stems: the same at building an index and at searching it."""

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any

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

    stemmer = _english()
    # It keeps its place in the word in itself.
    one_at_a_time = threading.Lock()

    def stem_of(word: str) -> str:
        with one_at_a_time:
            return str(stemmer.stemWord(word))

    return stem_of


def _english() -> Any:
    """The stemmer for English alone: the package's own start reads those of thirty languages, for a fifth of a second."""
    import importlib
    import sys
    from importlib.util import find_spec
    from types import ModuleType

    found = find_spec("snowballstemmer")
    bare = ModuleType("opsin_snowballstemmer")
    bare.__path__ = list(found.submodule_search_locations or ()) if found else []
    sys.modules.setdefault(bare.__name__, bare)
    try:
        return importlib.import_module(f"{bare.__name__}.english_stemmer").EnglishStemmer()
    except ImportError:  # A release of the package with other files.
        import snowballstemmer  # type: ignore[import-untyped]

        return snowballstemmer.stemmer("english")
