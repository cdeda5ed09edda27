"""What a model says is written in an image: the words that it puts between quotation marks."""

import re
from collections.abc import Iterator, Sequence

from opsin.vision.line_keys import essence, key

_MOST_CLAIMS = 200
_MOST_CHARACTERS = 300
_LEAST_CHARACTERS = 2
_NEARLY = 90.0
_LEAST_NEARLY = 8

_STARTS, _ENDS = '\u201c\u201e\u00ab\u300c\u300e"`', '\u201d\u201c\u00bb\u300d\u300f"`'
_QUOTED = re.compile(
    "|".join(
        rf"{re.escape(a)}([^{re.escape(a + b)}\n]{{1,{_MOST_CHARACTERS}}}){re.escape(b)}"
        for a, b in zip(_STARTS, _ENDS, strict=True)
    )
    # Single marks are apostrophes too: they count where a word does not go on beyond them.
    + rf"|(?<!\w)['\u2018]([^'\u2018\u2019\n]{{1,{_MOST_CHARACTERS}}})['\u2019](?!\w)"
)


def claims(text: str) -> Iterator[str]:
    """Give what stands between quotation marks, without marks at its edges that belong to the sentence."""
    for found in _QUOTED.finditer(text):
        words = next(group for group in found.groups() if group is not None).strip().rstrip(".,;:!?…")
        if len(words) >= _LEAST_CHARACTERS and any(map(str.isalnum, words)) and "[?]" not in words:
            yield words


def unfound(texts: Sequence[str], known: Sequence[str], question: str) -> list[str]:
    """Give the words that some texts quote and that are in no known line, each once.

    Args:
        texts: What the model says.
        known: Every line that is in the images, in reading order.
        question: Of the caller. What it quotes itself, or asks after, the answer may repeat.
    """
    from rapidfuzz import fuzz

    asked = essence(question).casefold()
    whole = "".join(essence(line).casefold() for line in known)
    missing: dict[str, str] = {}
    seen: set[str] = set()
    for text in texts:
        for claim in claims(text):
            one = key(claim)
            if not one or one in seen or one in asked:
                continue
            seen.add(one)
            if len(seen) > _MOST_CLAIMS:
                return list(missing.values())
            nearly = len(one) >= _LEAST_NEARLY and len(one) < len(whole)
            if one not in whole and not (nearly and fuzz.partial_ratio(one, whole, score_cutoff=_NEARLY)):
                missing[one] = claim
    return list(missing.values())
