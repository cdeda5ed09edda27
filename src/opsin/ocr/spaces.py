"""Blanks between words, judged by the ink: recognition adds some within words and drops some between them.

A line tells itself how wide its blanks are. One where there is hardly more room than between letters goes, and where
there is as much room as at its other blanks, one is put. Only the reading process imports this.
"""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Any

import numpy as np

from opsin.ocr.ink import distances, ground_of

FEWEST = 2
"""Blanks that a line must have to tell how wide they are."""

_INK = 0.3
_TOO_NARROW, _WIDE_ENOUGH = 0.45, 0.85
_CLEARLY = 2.0
_UNSURE = 0.15
"""How unsure places are, in heights of the line."""

_FIRST_IDEOGRAPH = 0x2E80


def respaced(line: Any, text: str, places: Sequence[float]) -> list[tuple[str, float]]:
    """The characters of a line with its blanks where the ink has them, each with its place.

    Args:
        line: Height x width x 3 bytes.
        text: What was recognised.
        places: Where each character stands, from 0 to 1.
    """
    signs = list(zip(text, places, strict=True))
    letters = [number for number, (sign, _) in enumerate(signs) if sign != " "]
    pairs = list(pairwise(letters))
    apart = [pair for pair in pairs if pair[1] > pair[0] + 1]
    if len(apart) < FEWEST or any(ord(sign) >= _FIRST_IDEOGRAPH for sign in text):
        return signs
    gaps = _gaps(line)
    spare = _UNSURE * line.shape[0] / line.shape[1]
    rooms = {
        (before, after): _room(
            gaps,
            signs[before][1] - (spare if after > before + 1 else 0),
            signs[after][1] + (spare if after > before + 1 else 0),
        )
        for before, after in pairs
    }
    usual = median(rooms[pair] for pair in apart)
    within = [rooms[pair] for pair in pairs if pair[1] == pair[0] + 1]
    close = median(within) if within else 0.0
    kept = [signs[letters[0]]]
    for pair in pairs:
        room = rooms[pair]
        if pair[1] > pair[0] + 1:
            blank = room >= _TOO_NARROW * usual
        else:
            blank = room >= _WIDE_ENOUGH * usual and room > _CLEARLY * close
        if blank:
            kept.append((" ", (signs[pair[0]][1] + signs[pair[1]][1]) / 2))
        kept.append(signs[pair[1]])
    return kept


def _gaps(line: Any) -> list[tuple[float, float]]:
    """Where columns without ink begin and end, from 0 to 1."""
    high, wide = line.shape[:2]
    pixels = line[high // 10 : max(high // 10 + 1, high - high // 10)]
    distance = distances(pixels, ground_of(pixels))
    inked = (distance > _INK * max(8.0, float(np.percentile(distance, 98)))).any(axis=0)
    edges = np.flatnonzero(np.diff(np.concatenate(([1], inked.astype(np.int8), [1]))))
    spans = zip(edges[0::2].tolist(), edges[1::2].tolist(), strict=False)
    return [(start / wide, end / wide) for start, end in spans if start > 0 and end < wide]


def _room(gaps: Sequence[tuple[float, float]], left: float, right: float) -> float:
    """The widest gap of which most lies between two places."""
    widest = 0.0
    for start, end in gaps:
        if start < right and end > left:
            inside = min(end, right) - max(start, left)
            widest = max(widest, end - start if inside > (end - start) / 2 else inside)
    return widest
