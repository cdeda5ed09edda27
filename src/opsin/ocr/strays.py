"""Single signs that are read from icons: a magnifying glass as "a", a menu's three strokes as a Chinese three."""

import re
from collections.abc import Sequence
from dataclasses import replace

from opsin.ocr.piece import Piece

_SURE_LETTER, _SURE_DIGIT = 0.8, 0.5
"""Confidence under which a letter or digit by itself may be an icon. Digits are numbers of items more often."""

_DOUBTED = 0.4
_HAN = re.compile(r"[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_LETTER = re.compile(r"[^\W\d_]")
_FEWEST_LETTERS = 8


def is_stray(text: str, confidence: float) -> bool:
    """Whether a text that stands by itself is likelier an icon: one letter or digit, read without certainty."""
    sign = text.strip()
    if len(sign) != 1 or not sign.isalnum():
        return False
    return confidence < (_SURE_DIGIT if sign.isdigit() else _SURE_LETTER)


def doubted(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, of which single Chinese or Japanese signs are doubted where all other text is in another writing.

    Recognition is sure of them: a plus sign is drawn as a Chinese ten is.
    """
    text = "".join(piece.text for piece in pieces if len(piece.text.strip()) > 1)
    if _HAN.search(text) or len(_LETTER.findall(text)) < _FEWEST_LETTERS:
        return list(pieces)
    return [
        replace(piece, confidence=min(piece.confidence, _DOUBTED))
        if len(piece.text.strip()) == 1 and _HAN.search(piece.text)
        else piece
        for piece in pieces
    ]
