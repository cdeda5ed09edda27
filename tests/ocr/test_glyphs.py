"""Letters that were read are known again by their pixels, and nothing else is."""

from typing import Any

import pytest

np = pytest.importorskip("numpy")

from PIL import Image  # noqa: E402

from opsin.ocr.glyphs import Memory, said_by  # noqa: E402
from opsin.ocr.ink import Stroke, strokes_of  # noqa: E402
from tests.ocr.plain_pictures import written  # noqa: E402


def strokes(text: str, *, ink: str = "#111111", ground: str = "#ffffff", size: int = 22) -> list[Stroke]:
    image = written([text], size=size, ink=ink, ground=ground)
    return strokes_of(np.asarray(image.convert("RGB")))


def places(found: list[Stroke], text: str) -> list[float]:
    """Where each character stands, where every letter is one stroke."""
    middles = iter([one.middle for one in found])
    columns: list[float] = []
    for character in text:
        columns.append(columns[-1] + 8 if character == " " else next(middles))
    return columns


def taught(*texts: str) -> Memory:
    memory = Memory()
    for text in texts:
        found = strokes(text)
        memory.learn(found, text, places(found, text), 0.99)
    return memory


def said(memory: Memory, text: str, **style: Any) -> list[str]:
    return [said_by(word)[0] if word.known else "?" for word in memory.look(strokes(text, **style))]


def test_new_words_of_known_letters_are_read() -> None:
    memory = taught("the sad man ate", "one loud sound")
    assert said(memory, "a stone and the moon") == ["a", "stone", "and", "the", "moon"]


def test_ink_and_ground_do_not_matter() -> None:
    memory = taught("the sad man ate", "one loud sound")
    assert said(memory, "mend those", ink="#ffffff", ground="#000000") == ["mend", "those"]


def test_a_word_with_an_unknown_letter_is_not_known() -> None:
    memory = taught("the sad man ate", "one loud sound")
    assert said(memory, "the zone and moon") == ["the", "?", "and", "moon"]


def test_another_size_is_unknown() -> None:
    memory = taught("the sad man ate")
    assert memory.look(strokes("the man ate", size=30)) == []
    assert memory.is_strange(strokes("the man ate", size=30)) is False
    for text in (
        "one loud sound",
        "THE QUEEN BROUGHT FOOD",
        "STOP SUMS UP",
        "Gulls hum loud",
        "C D E H L N R S U V Z",
        "b c p k v w x z",
        "2 3 5 7 8 9 0",
    ):
        found = strokes(text)
        memory.learn(found, text, places(found, text), 0.99)
    assert not memory.is_strange(strokes("the man ate"))
    assert memory.is_strange(strokes("the man ate", size=30))


def test_what_is_not_sure_teaches_nothing() -> None:
    memory = Memory()
    found = strokes("the sad man")
    memory.learn(found, "the sad man", places(found, "the sad man"), 0.9)
    assert memory.look(found) == []


def test_a_line_that_lost_a_letter_teaches_nothing_wrong() -> None:
    memory = taught("the sad man ate", "one loud sound")
    text = "the sad man a"
    found = strokes("the sad man ate")
    memory.learn(found, text, [*places(found, "the sad man ate")[: len(text)]], 0.99)
    assert said(memory, "the sad man ate") == ["the", "sad", "man", "ate"]


def test_a_letter_read_in_two_ways_is_not_known() -> None:
    memory = taught("the sad man ate")
    for _ in range(2):
        found = strokes("the sad man ate")
        memory.learn(found, "the sad nan ate", places(found, "the sad nan ate"), 0.99)
    assert said(memory, "the man ate") == ["the", "?", "ate"]


def test_a_flat_picture_has_no_strokes() -> None:
    assert strokes_of(np.asarray(Image.new("RGB", (90, 30), "#808080"))) == []
    assert strokes_of(np.full((1, 1, 3), 7, np.uint8)) == []


def test_a_gap_that_was_seen_within_words_and_between_them_is_not_judged() -> None:
    memory = taught("see the man at one", "one loud sound")
    assert said(memory, "the man") == ["the", "man"]
    usual = max(
        max(glyph.within) for word in memory.look(strokes("the man")) for glyph in word.glyphs if glyph
    )
    apart = strokes("the man")
    wider = usual + 1 - (apart[1].left - apart[0].right)
    moved = [
        *apart[:1],
        *(Stroke(one.left + wider, one.right + wider, one.rise, one.ink) for one in apart[1:]),
    ]
    assert not memory.look(moved)[0].known
