"""Letters that look alike pixel by pixel are the same letter: what was read once need not be read again.

On a screen a letter of one font is drawn with the same pixels wherever it stands. So the lines that the network has
read teach how each stroke looks, and most of the following ones are read by looking, which takes a tenth of the work.
Nothing is guessed: a stroke must be the same to a few hundredths, and what is unknown goes to the network. In
photographs nothing is ever the same, and the network reads it all. Only the reading process imports this.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import fmean
from typing import Any

import numpy as np

from opsin.ocr.ink import Stroke

SAME = 0.11
"""By how much a pixel may differ, of the way from ground to ink."""

SURE = 0.93
"""The confidence of a line from which on it teaches."""

_AGREE = 4
"""How often more a stroke must have been one text than any other."""

_MOST_TOUCHING = 4
_NEAR = 0.8
_SLACK = 4
_WIDER = 1.5
_NARROW_BLANK = 0.3
_CLEARLY_WIDER = 1.4
_KEPT = 6
_AMISS = 6
_MUCH, _STRANGE = 30, 0.2
_FIRST_IDEOGRAPH = 0x2E80
_MOST_KNOWN = 4_000


@dataclass(slots=True)
class Glyph:
    """A stroke that was read.

    Attributes:
        ink: Its pixels.
        rise: Rows from its upper edge to the foot of the line.
        texts: What it was read as, and how often.
        within: The widest gaps within words of the lines where it was seen, in pixels.
        blanks: The narrowest gaps between words there.
        confidence: Of the line that taught it.
    """

    ink: Any
    rise: int
    texts: Counter[str]
    within: list[int]
    blanks: list[int]
    confidence: float

    @property
    def text(self) -> str:
        """What it is; empty where readings disagree."""
        (first, often), *others = self.texts.most_common(2)
        return first if not others or often >= _AGREE * others[0][1] else ""


@dataclass(frozen=True, slots=True)
class Word:
    """Strokes between two blanks.

    Attributes:
        strokes: From the left.
        glyphs: Theirs; None for those that are not known.
        clear: No gap between them is wider than those within words are known to be.
    """

    strokes: tuple[Stroke, ...]
    glyphs: tuple[Glyph | None, ...]
    clear: bool

    @property
    def known(self) -> bool:
        """Whether all of it is."""
        return self.clear and all(glyph is not None and glyph.text for glyph in self.glyphs)


@dataclass(slots=True)
class Memory:
    """The glyphs of one picture."""

    _known: dict[tuple[int, int, int], list[Glyph]] = field(default_factory=dict)
    _widths: dict[tuple[str, int, int], set[int]] = field(default_factory=dict)
    _count: int = 0

    def look(self, strokes: Sequence[Stroke]) -> list[Word]:
        """The words of a line; none where too little of it is known to tell where words end."""
        glyphs = [self._find(stroke) for stroke in strokes]
        known = [glyph for glyph in glyphs if glyph is not None]
        if 2 * len(known) < len(strokes) or not known:
            return []
        # A line that was read amiss shall not count: so it is nearly the widest, and nearly the narrowest.
        withins = sorted(gap for glyph in known for gap in glyph.within)
        blanks = sorted(gap for glyph in known for gap in glyph.blanks)
        within = withins[-1 - len(withins) // _AMISS]
        blank = blanks[len(blanks) // _AMISS] if blanks else 0
        widest = max((_gap(strokes, number) for number in range(1, len(strokes))), default=0)
        if blank == 0:
            if widest > _NARROW_BLANK * max(stroke.ink.shape[0] for stroke in strokes):
                return []
            within, blank = widest, widest + 1
        # Gaps that are neither usual within words nor usual between them are judged by the network.
        surely_within, surely_blank = min(within, blank - 1), max(blank, within + 1)
        starts = [
            0,
            *(number for number in range(1, len(strokes)) if _gap(strokes, number) >= surely_blank),
            len(strokes),
        ]
        return [
            Word(
                tuple(strokes[start:end]),
                tuple(glyphs[start:end]),
                clear=all(_gap(strokes, number) <= surely_within for number in range(start + 1, end)),
            )
            for start, end in pairwise(starts)
        ]

    def is_strange(self, strokes: Sequence[Stroke]) -> bool:
        """Whether a line has next to nothing of what is known, though much is."""
        known = sum(self._find(stroke) is not None for stroke in strokes)
        return self._count > _MUCH and known < _STRANGE * len(strokes)

    def learn(self, strokes: Sequence[Stroke], text: str, places: Sequence[float], confidence: float) -> None:
        """Learn from a line that was read.

        Args:
            strokes: Of it.
            text: What it says.
            places: Column of each character.
            confidence: 0 to 1; only sure lines teach.
        """
        words = text.split()
        if confidence < SURE or not words or ord(max(text)) >= _FIRST_IDEOGRAPH or self._count > _MOST_KNOWN:
            return
        where = [place for character, place in zip(text, places, strict=True) if character != " "]
        split, at = [], 0
        for word in words:
            split.append(where[at : at + len(word)])
            at += len(word)
        parted = _parted(strokes, split)
        if parted is None:
            return
        for word, group, mine in zip(words, parted.words, split, strict=True):
            self._learn_word(list(group), word, mine, parted, confidence)

    def _learn_word(
        self, strokes: list[Stroke], word: str, places: list[float], parted: "_Parted", confidence: float
    ) -> None:
        if not _fits(strokes, places):
            return
        # What is known at both ends is left out: so letters that touch are found between those that do not.
        while (
            len(strokes) > 1
            and (glyph := self._find(strokes[0]))
            and glyph.text
            and word.startswith(glyph.text)
        ):
            if len(strokes) == len(word):
                break
            strokes, word = strokes[1:], word[len(glyph.text) :]
        while (
            len(strokes) > 1
            and (glyph := self._find(strokes[-1]))
            and glyph.text
            and word.endswith(glyph.text)
        ):
            if len(strokes) == len(word):
                break
            strokes, word = strokes[:-1], word[: -len(glyph.text)]
        if len(strokes) == len(word):
            for stroke, character in zip(strokes, word, strict=True):
                self._add(stroke, character, parted, confidence)
        elif len(strokes) == 1 and 1 < len(word) <= _MOST_TOUCHING:
            self._add(strokes[0], word, parted, confidence)

    def _add(self, stroke: Stroke, text: str, parted: "_Parted", confidence: float) -> None:
        glyph = self._find(stroke)
        if glyph is not None:
            glyph.texts[text] += 1
            glyph.within = [*glyph.within[-_KEPT:], parted.within]
            glyph.blanks = [*glyph.blanks[-_KEPT:], *parted.blanks]
            return
        key = _key(stroke)
        of_text = self._widths.setdefault((text, key[0], key[2]), set())
        if of_text and key[1] > _WIDER * min(of_text):
            # Two letters of which one was read.
            return
        of_text.add(key[1])
        self._count += 1
        learned = Glyph(
            stroke.ink, stroke.rise, Counter({text: 1}), [parted.within], parted.blanks, confidence
        )
        self._known.setdefault(key, []).append(learned)

    def _too_wide(self, glyph: Glyph) -> bool:
        """Whether the same text was seen much narrower: then it is two letters of which one was read."""
        high, wide = glyph.ink.shape
        return any(
            wide > _WIDER * min(self._widths.get((text, high, glyph.rise), {wide})) for text in glyph.texts
        )

    def _find(self, stroke: Stroke) -> Glyph | None:
        alike = self._known.get(_key(stroke))
        if not alike:
            return None
        differ = np.abs(np.stack([glyph.ink for glyph in alike]) - stroke.ink).max(axis=(1, 2))
        which = int(differ.argmin())
        return None if differ[which] >= SAME or self._too_wide(alike[which]) else alike[which]


def said_by(word: Word) -> tuple[str, list[float], float]:
    """What a known word says, the column of each character, and how sure that is."""
    text, columns = "", []
    for stroke, glyph in zip(word.strokes, word.glyphs, strict=True):
        part = glyph.text if glyph is not None else ""
        step = (stroke.right - stroke.left) / max(1, len(part))
        columns += [stroke.left + step * (number + 0.5) for number in range(len(part))]
        text += part
    return text, columns, fmean(glyph.confidence for glyph in word.glyphs if glyph is not None)


def _key(stroke: Stroke) -> tuple[int, int, int]:
    return stroke.ink.shape[0], stroke.ink.shape[1], stroke.rise


@dataclass(frozen=True, slots=True)
class _Parted:
    """The strokes of each word of a line, the widest gap within words, and the narrowest between, if any."""

    words: list[Sequence[Stroke]]
    within: int
    blanks: list[int]


def _parted(strokes: Sequence[Stroke], places: Sequence[Sequence[float]]) -> _Parted | None:
    """The strokes of each word; None where they do not part.

    Args:
        strokes: Of a line.
        places: Columns of the characters of each word.
    """
    ends = _widest(strokes, len(places) - 1) or _between(strokes, places)
    if ends is None:
        return None
    words = [strokes[start:end] for start, end in pairwise([0, *ends, len(strokes)])]
    within = [_gap(strokes, number) for number in range(1, len(strokes)) if number not in ends]
    between = [_gap(strokes, number) for number in ends]
    return _Parted(words, max(within, default=0), [min(between)] if between else [])


def _widest(strokes: Sequence[Stroke], count: int) -> list[int] | None:
    """Before which strokes the widest gaps are; None where these are not clearly wider than the rest."""
    numbers = sorted(range(1, len(strokes)), key=lambda number: -_gap(strokes, number))
    if not 0 < count < len(numbers):
        return None
    clear = _gap(strokes, numbers[count - 1]) >= _CLEARLY_WIDER * _gap(strokes, numbers[count])
    return sorted(numbers[:count]) if clear else None


def _between(strokes: Sequence[Stroke], places: Sequence[Sequence[float]]) -> list[int] | None:
    """Before which strokes the widest gaps between the words are, by the places of their characters."""
    ends = []
    for before, after in pairwise(places):
        between = [
            number
            for number in range(1, len(strokes))
            if strokes[number].left > before[-1] - _SLACK and strokes[number - 1].right < after[0] + _SLACK
        ]
        if not between:
            return None
        ends.append(max(between, key=lambda number: _gap(strokes, number)))
    return ends if ends == sorted(set(ends)) else None


def _gap(strokes: Sequence[Stroke], number: int) -> int:
    """Columns between a stroke and the one before."""
    return strokes[number].left - strokes[number - 1].right


def _fits(strokes: Sequence[Stroke], places: Sequence[float]) -> bool:
    """Whether characters stand where the strokes are: so nothing of another word is among them."""
    wide = strokes[-1].right - strokes[0].left if strokes else 0
    spare = _NEAR * wide / max(1, len(places)) + 2
    return bool(strokes) and strokes[0].left - spare < places[0] and places[-1] < strokes[-1].right + spare
