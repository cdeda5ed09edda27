"""Whether a reply that was cut off holds anything: the first letters of a form are no answer."""

import re

_STRING_OR_SIGN = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)("|\\?\Z)|[\[\]{}:,]', re.DOTALL)
_WORD = re.compile(r"[^\W_]+")
_LEAST_WORDS = 3
_LEAST_LETTERS = 8
_FORM_WITHIN = 200
_FENCE = re.compile(r"\s*```\w{0,20}\s*\Z")


def holds_text(words: str) -> bool:
    """Whether a cut reply says something: a whole value of its form, or the greater part of a phrase.

    Args:
        words: The reply without thinking; prose, or JSON as far as it came.
    """
    begin = words.find("{", 0, _FORM_WITHIN)
    if begin < 0:
        return _is_phrase(_FENCE.sub("", words))
    open_with: list[str] = []
    key = False
    for found in _STRING_OR_SIGN.finditer(words, begin):
        sign = found[0]
        if found[1] is not None:
            if not key and (_WORD.search(found[1]) if found[2] == '"' else _is_phrase(found[1])):
                return True
        elif sign in "[{":
            open_with.append(sign)
            key = sign == "{"
        elif sign in "]}":
            del open_with[-1:]
        else:
            key = sign == "," and open_with[-1:] == ["{"]
    return False


def _is_phrase(text: str) -> bool:
    found = _WORD.findall(text)
    return len(found) >= _LEAST_WORDS or sum(map(len, found)) >= _LEAST_LETTERS
