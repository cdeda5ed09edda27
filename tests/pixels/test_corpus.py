import re
import traceback
from pathlib import Path

import pytest
from PIL import Image

from opsin.errors import PictureError
from opsin.pixels.encode import encode_to_fit
from tests.corpus.doors import BOX, EDGE, MOST_BYTES, through
from tests.corpus.piece import DOORS, Door, Look, Piece
from tests.corpus.pieces import PIECES
from tests.pixels.pictures import near
from tests.sampling import full_but_every

LIGHT = [piece for piece in PIECES if not piece.heavy]
HEAVY = [piece for piece in PIECES if piece.heavy]


def judge(piece: Piece, door: Door, data: bytes) -> None:
    """The right picture, or the right refusal; any other exception is a fault."""
    words = piece.refused.get(door)
    if words is not None:
        with pytest.raises(PictureError) as caught:
            through(door, data)
        assert re.search(words, caught.value.message)
        assert caught.value.hint
        assert not is_a_slip(caught.value.__cause__)
        return
    assert piece.look is not None
    facts, shown = through(door, data)
    look = piece.look
    assert (facts.width, facts.height) == look.size
    assert (facts.has_alpha, facts.animated, facts.orientation) == (
        look.has_alpha,
        look.animated,
        look.orientation,
    )
    assert facts.size_bytes == len(data)
    if shown is not None:
        look_at(shown, look, BOX if door == "thumbnail" else (EDGE, EDGE))


def is_a_slip(cause: BaseException | None) -> bool:
    """Whether a refusal covers up a fault of our own code; a decoder may raise what it likes, our parsers two errors."""
    if cause is None or isinstance(cause, (ValueError, EOFError)):
        return False
    return Path(traceback.extract_tb(cause.__traceback__)[-1].filename).parent.name == "pixels"


def look_at(shown: Image.Image, look: Look, box: tuple[int, int]) -> None:
    assert shown.mode == "RGB"
    assert shown.width <= box[0]
    assert shown.height <= box[1]
    wanted, got = (max(size) / min(size) for size in (look.size, shown.size))
    # One pixel is the least that there is, and the shape is as true as whole pixels allow.
    assert min(shown.size) == 1 or abs(got / wanted - 1) <= 1.1 / min(shown.size)
    for x, y, colour in look.spots:
        pixel = shown.getpixel(
            (min(int(x * shown.width), shown.width - 1), min(int(y * shown.height), shown.height - 1))
        )
        assert near(pixel, colour, look.tolerance), (x, y, pixel, colour)
    sent = encode_to_fit(shown, max_bytes=MOST_BYTES)
    assert len(sent.data) <= MOST_BYTES
    assert (sent.width, sent.height) == shown.size


@pytest.mark.parametrize("piece", full_but_every(5, LIGHT), ids=lambda piece: piece.name)
def test_every_file_is_shown_right_or_refused_cleanly(piece: Piece) -> None:
    data = piece.make()
    for door in DOORS:
        judge(piece, door, data)


@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.parametrize("piece", HEAVY, ids=lambda piece: piece.name)
def test_every_large_file_is_shown_right_or_refused_cleanly(piece: Piece) -> None:
    data = piece.make()
    for door in DOORS:
        judge(piece, door, data)


def test_the_corpus_is_large_and_every_file_has_a_name_of_its_own() -> None:
    names = [piece.name.lower() for piece in PIECES]
    assert len(set(names)) == len(names) >= 120
    assert all(piece.look is not None or set(piece.refused) == set(DOORS) for piece in PIECES)


def test_nothing_that_a_download_would_keep_is_refused_elsewhere_for_damage() -> None:
    """A check decodes a JPEG at an eighth, and could miss what a closer look would find."""
    for piece in LIGHT:
        if "check" not in piece.refused:
            assert "original" not in piece.refused


@pytest.mark.full
def test_the_files_are_the_same_each_time() -> None:
    for piece in LIGHT:
        assert piece.make() == piece.make(), piece.name
