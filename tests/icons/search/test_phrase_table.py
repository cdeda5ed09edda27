from pathlib import Path

import pytest
from scripts.catalogue.phrase_stems import stems

from opsin.icons.search import phrase_table
from opsin.icons.search.phrase_table import PhraseTable, packaged

TABLE = PhraseTable("""
# a remark
turn off, shut down: power plug-off
turn: rotate
how long: clock timer
what is this: help
log out: logout
""")


def texts(words: str) -> list[str]:
    return [hit.phrase.text for hit in TABLE.hits(words.split())]


def test_words_may_stand_between_and_have_other_endings() -> None:
    assert texts("turning the machine off") == ["turn off"]
    assert texts("it shuts down") == ["shut down"]


def test_too_many_words_between_are_another_sentence() -> None:
    assert texts("turn this large old red machine off") == ["turn"]


def test_the_longer_phrase_takes_the_place_of_a_part() -> None:
    assert texts("turn off") == ["turn off"]
    assert texts("turn") == ["turn"]


def test_several_phrases_in_one_text_the_longer_first() -> None:
    assert texts("turn how long log out") == ["how long", "log out", "turn"]


def test_a_phrase_of_small_words_does_not_shrink_to_one_of_them() -> None:
    assert texts("undo what I did") == []


def test_a_hit_says_where_its_words_stand() -> None:
    (hit,) = TABLE.hits(["please", "log", "me", "out"])
    assert hit.places == (1, 3)
    assert hit.phrase.glyphs == ("logout",)


@pytest.mark.parametrize("line", ["no colon here", "a:", ": x", "a,,b: x"])
def test_a_broken_line_is_told_by_its_number(line: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        PhraseTable(f"a: x\n{line}")


def test_the_packaged_table_can_be_read_whole() -> None:
    phrases = packaged().phrases()
    assert len(phrases) > 2000
    for phrase in phrases:
        assert all(phrase.stems), phrase
        assert all(
            part.isalnum() and part == part.lower() for glyph in phrase.glyphs for part in glyph.split("-")
        ), phrase


def test_the_packaged_stems_are_those_of_the_packaged_table() -> None:
    folder = Path(phrase_table.__file__).parent
    text = (folder / phrase_table.PHRASES).read_text(encoding="utf-8")
    assert (folder / phrase_table.STEMS).read_text(encoding="utf-8") == stems(text)
