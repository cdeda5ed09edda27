"""The corpus: all pieces, by name."""

from tests.corpus import (
    avifs,
    bitmaps,
    cut_short,
    extremes,
    foreign,
    gifs,
    icons,
    jpegs,
    metadata,
    pngs,
    pngs_refused,
    profiles,
    tiffs,
    tiffs_refused,
    webps,
)
from tests.corpus.piece import Piece

PIECES: tuple[Piece, ...] = tuple(
    piece
    for part in (
        jpegs,
        pngs,
        pngs_refused,
        gifs,
        webps,
        avifs,
        bitmaps,
        icons,
        tiffs,
        tiffs_refused,
        profiles,
        metadata,
        foreign,
        cut_short,
        extremes,
    )
    for piece in part.PIECES
)
