"""What a line says: its pixels made flat and 48 high, the recognition network, and the best path through its answer.

The network gives a probability for every character in every column of eight pixels (connectionist temporal
classification, Graves et al. 2006): repeats are one, and the empty character parts what repeats. The columns tell where
in the line each character stands. Only the reading process imports this.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from statistics import fmean
from typing import Any

import cv2
import numpy as np

from opsin.ocr.glyphs import Memory, Word, said_by
from opsin.ocr.ink import distances, ground_of, strokes_of
from opsin.ocr.joining import Quad
from opsin.ocr.models import COLUMN, LINE_HEIGHT, TELLING
from opsin.ocr.sessions import Session
from opsin.ocr.spaces import respaced

NARROWEST = 64
WIDEST = 4_000
ENOUGH_COLUMNS = 1.75
"""Columns that a character needs on average. A line that has more of them is made narrower, which saves work."""

TOO_FEW_COLUMNS = 1.3
"""What was read with fewer is read again in its full width: its characters are narrower than those before it."""

NARROWED = 0.5
"""The least share of its width that is left of a line."""

ALMOST_WHOLE = 0.9

SHORT = 8
"""Heights of a line that it must be longer than to be narrowed."""

SIMILAR = 0.2
"""By how much the heights of lines may differ whose characters are about as wide."""

MOST_UNKNOWN = 0.6
"""The share of a line up to which only its unknown words are read."""

SURE = 0.9
"""A narrowed line of which the network is less sure is read again in its full width."""

_INK = 0.3
_LEVEL = 2.0
"""Pixels by which a line may lean and still be cut out without being turned."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a line says.

    Attributes:
        text: Its characters.
        confidence: Mean of theirs, 0 to 1.
        places: Where each stands, from 0 (left edge of the line) to 1.
    """

    text: str
    confidence: float
    places: tuple[float, ...]


def cut_out(picture: Any, quad: Quad) -> Any:
    """The pixels of one line, made level."""
    high, wide = picture.shape[:2]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    if max(abs(y0 - y1), abs(y3 - y2), abs(x0 - x3), abs(x1 - x2)) <= _LEVEL:
        left, right = max(0, int(min(x0, x3))), min(wide, round(max(x1, x2)))
        top, bottom = max(0, round(min(y0, y1))), min(high, round(max(y2, y3)))
        return picture[
            _unclipped(picture, slice(top, max(bottom, top + 1)), slice(left, max(right, left + 1)))
        ]
    corners = np.array(quad, np.float32)
    length = max(
        1, int(max(np.linalg.norm(corners[0] - corners[1]), np.linalg.norm(corners[2] - corners[3])))
    )
    breadth = max(
        1, int(max(np.linalg.norm(corners[0] - corners[3]), np.linalg.norm(corners[1] - corners[2])))
    )
    flat = np.array([[0, 0], [length, 0], [length, breadth], [0, breadth]], np.float32)
    turn = cv2.getPerspectiveTransform(corners, flat)
    return cv2.warpPerspective(
        picture, turn, (length, breadth), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )


def _unclipped(picture: Any, rows: slice, columns: slice) -> tuple[slice, slice]:
    """The rows and columns of a line, its edges moved out by a few pixels where letters reach them."""
    strip = picture[rows, columns]
    ground = ground_of(strip)
    least = _INK * max(8.0, float(np.percentile(distances(strip[:, ::4], ground), 98)))
    reach = max(1, len(strip) // 5)

    def moved_out(pixels: Any, span: slice) -> slice:
        """Rows of pixels that begin and end with a blank one, where there is one near."""

        def is_inked(row: int) -> bool:
            return bool(distances(pixels[row], ground).max() > least)

        start, stop = span.start, span.stop
        if is_inked(start):
            near = range(start - 1, max(-1, start - reach - 1), -1)
            start = next((row for row in near if not is_inked(row)), start)
        if is_inked(stop - 1):
            near = range(stop, min(len(pixels), stop + reach))
            stop = next((row + 1 for row in near if not is_inked(row)), stop)
        return slice(start, stop)

    rows = moved_out(picture[:, columns], rows)
    return rows, moved_out(picture[rows].swapaxes(0, 1), columns)


@dataclass(slots=True)
class Reader:
    """Reads the lines of one picture, and remembers how its letters look.

    Attributes:
        session: The recognition network.
        characters: By its index, as `Session.characters` gives them.
        memory: What is known already.
        advances: Pixels from one character to the next, by the height of the line.
    """

    session: Session
    characters: Sequence[str]
    memory: Memory = field(default_factory=Memory)
    advances: dict[int, float] = field(default_factory=dict)

    def read(self, line: Any) -> Reading:
        """What a line says, whose pixels are as `cut_out` gives them."""
        strokes = strokes_of(line)
        words = self.memory.look(strokes)
        reading = self._by_looking(line, words) if words else None
        if reading is None:
            if self.memory.is_strange(strokes):
                # Another font, whose characters may be narrower.
                self.advances.pop(self._similar(line.shape[0]), None)
            reading = self._by_network(line, len(strokes))
            columns = [place * line.shape[1] for place in reading.places]
            self.memory.learn(strokes, reading.text, columns, reading.confidence)
        return reading

    def _by_looking(self, line: Any, words: Sequence[Word]) -> Reading | None:
        """What a line says of which most words are known; None where the network had better read all of it."""
        unknown = sum(word.strokes[-1].right - word.strokes[0].left for word in words if not word.known)
        if unknown > MOST_UNKNOWN * line.shape[1]:
            return None
        text, columns, sure = "", list[float](), list[float]()
        at = 0
        for known, run in groupby(words, key=lambda word: word.known):
            some = list(run)
            before, after = (
                words[at - 1] if at else None,
                words[at + len(some)] if at + len(some) < len(words) else None,
            )
            at += len(some)
            part = _joined(some) if known else self._read_part(line, some, before, after)
            if part is None:
                return None
            if text:
                text, columns = f"{text} ", [*columns, (columns[-1] + part[1][0]) / 2]
            text, columns = text + part[0], columns + part[1]
            sure += [part[2]] * len(part[0])
        return Reading(text, fmean(sure), tuple(min(1.0, column / line.shape[1]) for column in columns))

    def _read_part(
        self, line: Any, words: Sequence[Word], before: Word | None, after: Word | None
    ) -> tuple[str, list[float], float] | None:
        """What words say that are not known; None where that is not sure.

        Nothing of the words before and after them is read with them.
        """
        margin = line.shape[0] // 4
        left = max(before.strokes[-1].right + 1 if before else 0, words[0].strokes[0].left - margin)
        right = min(
            after.strokes[0].left - 1 if after else line.shape[1], words[-1].strokes[-1].right + margin
        )
        strokes = [stroke for word in words for stroke in word.strokes]
        reading = self._by_network(line[:, left:right], len(strokes))
        text = reading.text.strip()
        if not text or reading.confidence < SURE or text != reading.text:
            return None
        columns = [left + place * (right - left) for place in reading.places]
        self.memory.learn(strokes, text, columns, reading.confidence)
        return text, columns, reading.confidence

    def _by_network(self, line: Any, strokes: int) -> Reading:
        columns = self._columns_expected(line, strokes)
        width = max(NARROWED, ENOUGH_COLUMNS / columns) if columns else 1.0
        narrow = width < ALMOST_WHOLE and line.shape[1] > SHORT * line.shape[0]
        reading = _read(self.session, self.characters, line, width if narrow else 1.0)
        if narrow and (reading.confidence < SURE or 0 < columns_of(line, reading) * width < TOO_FEW_COLUMNS):
            whole = _read(self.session, self.characters, line, 1.0)
            reading = max(reading, whole, key=lambda one: one.confidence)
        if len(reading.text) >= TELLING:
            self.advances[line.shape[0]] = line.shape[1] / len(reading.text)
        return _respaced(line, reading)

    def _columns_expected(self, line: Any, strokes: int) -> float:
        """How many columns a character has in the full width of a line; 0 for not known.

        A line of about the same height tells, unless its own strokes tell of fewer.
        """
        high, wide = line.shape[:2]
        advance = self.advances.get(self._similar(high), 0.0)
        if strokes >= TELLING:
            advance = min(advance, wide / strokes)
        return float(advance / high * LINE_HEIGHT / COLUMN)

    def _similar(self, high: int) -> int:
        """The height of a line that is known and about as high; 0 for none."""
        nearest = min(self.advances, key=lambda known: abs(known - high), default=0)
        return nearest if abs(nearest - high) <= SIMILAR * high else 0


def _joined(words: Sequence[Word]) -> tuple[str, list[float], float]:
    """What known words say, with a blank between two."""
    text, columns, sure = said_by(words[0])
    for word in words[1:]:
        part, places, more = said_by(word)
        text, columns = f"{text} {part}", [*columns, (columns[-1] + places[0]) / 2, *places]
        sure = min(sure, more)
    return text, columns, sure


def columns_of(line: Any, reading: Reading) -> float:
    """How many columns a character of a line has in its full width; 0 where it has too few to tell."""
    if len(reading.text) < TELLING:
        return 0.0
    return float(line.shape[1] / line.shape[0] * LINE_HEIGHT / COLUMN / len(reading.text))


def _respaced(line: Any, reading: Reading) -> Reading:
    signs = respaced(line, reading.text, reading.places)
    return Reading("".join(sign for sign, _ in signs), reading.confidence, tuple(place for _, place in signs))


def _read(session: Session, characters: Sequence[str], line: Any, narrowed: float) -> Reading:
    high, wide = line.shape[:2]
    width = min(WIDEST, max(1, math.ceil(LINE_HEIGHT * wide / high * narrowed)))
    how = cv2.INTER_CUBIC if high < LINE_HEIGHT else cv2.INTER_AREA
    flat = cv2.resize(line, (width, LINE_HEIGHT), interpolation=how)
    batch = np.zeros((1, 3, LINE_HEIGHT, max(NARROWEST, width)), np.float32)
    batch[0, :, :, :width] = (flat.astype(np.float32) / 127.5 - 1.0).transpose(2, 0, 1)
    return _best_path(session.run(batch)[0], characters, width / COLUMN)


def _best_path(chances: Any, characters: Sequence[str], columns: float) -> Reading:
    """The characters of one line, from columns x characters; so many of the columns are the line's."""
    best = chances.argmax(axis=1)
    sure = chances[np.arange(len(best)), best]
    starts = np.flatnonzero((best != 0) & (best != np.concatenate(([-1], best[:-1]))))
    text, places, certain = [], [], []
    for start in starts:
        end = start
        while end + 1 < len(best) and best[end + 1] == best[start]:
            end += 1
        text.append(characters[best[start]])
        places.append(min(1.0, (start + end + 1) / 2 / max(1.0, columns)))
        certain.append(float(sure[start : end + 1].max()))
    confidence = float(np.mean(certain)) if certain else 0.0
    return Reading("".join(text), confidence, tuple(places))
