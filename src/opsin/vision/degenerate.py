"""An answer that is none: empty, or the same again and again until it was cut off.

Screens repeat themselves too: tables of zeros, logs, rules, progress bars. Therefore much repetition is needed, more
of it in a reply that came to an end by itself than in one that was cut off while it repeated, and more of lines and
of digits and signs than of words.
"""

import operator
import re
from dataclasses import dataclass

_WINDOW = 20_000
"""Characters at the end of a reply that are looked at."""

_TOKEN = re.compile(r"\n|[A-Za-z\u00c0-\u02af\u0370-\u1fff]+|\d+|\S")
_LETTERS = re.compile(r"([^\W\d_]{1,8}?)\1{24,}")
_END_OF_JSON = " \t\r\n\"',]}"

_EQUAL = 31
"""Ollama ends a reply after 31 equal tokens in a row, blanks among them."""

_LETTERS_CUT, _LETTERS_ENDED = 100, 200
"""Characters of letters without anything between them; keys and Base64 hold runs of some dozen."""

_LONGEST_UNIT = 40
_LEAST_TIMES = 4
_LEAST_COVERED = 60
_SIGNS_CUT, _SIGNS_ENDED = 3_000, 6_000
"""Characters of digits and signs in a repetition that no screen holds."""

_WORDS_OF_A_PARAGRAPH, _WORDS_OF_A_SENTENCE, _WORDS_OF_A_PHRASE = 40, 12, 3
_RULE = frozenset("=-_*~.·#+─━═█▓▒░▪■□●○•|:'\"`^<>/\\ ")


@dataclass(frozen=True, slots=True)
class _Loop:
    """Something that repeats.

    Attributes:
        rest: Where the repetitions begin; what is before holds the unit once.
        times: How often it stands there.
        words: How many words the unit has.
        unit: How many characters lie between the beginnings of two.
    """

    rest: int
    times: int
    words: int
    unit: int


def why_degenerate(text: str, *, cut: bool) -> str:
    """Say why a text is no answer, as the end of a sentence; empty where it may be one.

    Args:
        text: What a model wrote: a whole reply, or the answer in it.
        cut: It was cut off, or ended without an end.
    """
    if not text:
        return "it is empty."
    if not text.strip():
        return "it is nothing but white space."
    if cut and len(text) - len(text.rstrip()) >= _EQUAL:
        return "it runs on in white space."
    loop = _loop(text, cut=cut)
    if loop is None:
        return ""
    if not loop.words:
        return f"it repeats the same signs {loop.times:,} times in a row."
    plural = "word" if loop.words == 1 else f"{loop.words} words"
    return f"it repeats the same {plural} {loop.times:,} times in a row."


def salvage(text: str) -> str:
    """Give what was good of a reply before it began to repeat itself, with what it repeats once."""
    loop = _loop(text, cut=True)
    return (text if loop is None else text[: loop.rest]).strip()


def _loop(text: str, *, cut: bool) -> _Loop | None:
    """Find the first thing in a text that repeats too often."""
    shift = max(0, len(text) - _WINDOW)
    window = text[shift:]
    end = len(window.rstrip(_END_OF_JSON))
    found = [_run_of_letters(window, end, cut=cut), *_runs_of_tokens(window, end, cut=cut)]
    loops = [loop for loop in found if loop is not None]
    if not loops:
        return None
    first = min(loops, key=lambda loop: loop.rest)
    rest, times, unit = first.rest + shift, first.times, first.unit
    if first.rest <= 2 * unit:
        # It began before the window.
        one = text[rest - unit : rest]
        while rest >= 2 * unit and text.startswith(one, rest - 2 * unit):
            rest, times = rest - unit, times + 1
    return _Loop(rest, times, first.words, unit)


def _run_of_letters(text: str, end: int, *, cut: bool) -> _Loop | None:
    for run in _LETTERS.finditer(text):
        enough = _LETTERS_CUT if cut and run.end() >= end else _LETTERS_ENDED
        if run.end() - run.start() >= enough:
            unit = len(run[1])
            return _Loop(run.start() + unit, (run.end() - run.start()) // unit, 1, unit)
    return None


def _runs_of_tokens(text: str, end: int, *, cut: bool) -> list[_Loop | None]:
    tokens = list(_TOKEN.finditer(text))
    words = [token[0] for token in tokens]
    found = [_tail(text, tokens, words, end)] if cut else []
    for period in range(1, min(_LONGEST_UNIT, len(words) // 2) + 1):
        # One byte for each token that is equal to the one a period before it.
        equal = bytes(map(operator.eq, words, words[period:]))
        for run in re.finditer(b"\1{%d,}" % (period * _LEAST_TIMES), equal):
            loop = _judged(text, tokens, words, run.start(), run.end() + period, period, cut=False)
            if loop is not None:
                return [*found, loop]
    return found


def _tail(text: str, tokens: list[re.Match[str]], words: list[str], end: int) -> _Loop | None:
    """Find what a text repeats up to its end, whatever the length of it.

    The failure function of Knuth, Morris and Pratt over the reversed tokens gives the shortest period of each tail.
    """
    stop = sum(token.end() <= end for token in tokens)
    backwards = words[:stop][::-1]
    border = [0] * stop
    longest: dict[int, int] = {}
    for at in range(1, stop):
        length = border[at - 1]
        while length and backwards[at] != backwards[length]:
            length = border[length - 1]
        border[at] = length + 1 if backwards[at] == backwards[length] else 0
        period = at + 1 - border[at]
        if border[at] >= period * _LEAST_TIMES:
            longest[period] = at + 1
    judged = (
        _judged(text, tokens, words, stop - length, stop, period, cut=True)
        for period, length in longest.items()
    )
    return next((loop for loop in judged if loop is not None), None)


def _judged(
    text: str,
    tokens: list[re.Match[str]],
    words: list[str],
    begin: int,
    stop: int,
    period: int,
    *,
    cut: bool,
) -> _Loop | None:
    """Make a loop of tokens that repeat, if they do so often enough."""
    times = (stop - begin) // period
    unit = words[begin : begin + period]
    if any(period % part == 0 and unit == unit[:part] * (period // part) for part in range(1, period)):
        return None
    lettered = sum(word[0].isalpha() for word in unit)
    covered = tokens[stop - 1].end() - tokens[begin].start()
    if times < _enough(unit, lettered, cut=cut) or (lettered and cut and covered < _LEAST_COVERED):
        return None
    if not lettered and not _meaningless(unit, covered, len(text), cut=cut):
        return None
    after = tokens[begin + period - 1].end()
    return _Loop(after, times, lettered, tokens[begin + period].start() - tokens[begin].start())


def _enough(unit: list[str], lettered: int, *, cut: bool) -> int:
    if not lettered:
        return _EQUAL
    # Whole lines, or items of a JSON list: logs hold the same one many times.
    if "\n" in unit or "\\" in unit or ('"' in unit and "," in unit):
        if not cut:
            return 60
        return 6 if lettered >= _WORDS_OF_A_PARAGRAPH else 20 if lettered >= _WORDS_OF_A_PHRASE else _EQUAL
    if lettered >= _WORDS_OF_A_SENTENCE:
        return 6
    return 15 if lettered >= _WORDS_OF_A_PHRASE else _EQUAL if cut else 40


def _meaningless(unit: list[str], covered: int, length: int, *, cut: bool) -> bool:
    """Whether a repetition of digits and signs is no table, no rule and no bar."""
    signs = set("".join(unit))
    if len(signs) == 1 and not signs & _RULE and not unit[0].isdigit() and covered * 10 >= length * 9:
        return True
    return covered >= (_SIGNS_CUT if cut else _SIGNS_ENDED)
