"""Numbers with their nouns."""

from opsin.plural import counted


def test_one_has_the_noun_for_one_and_none_and_several_have_the_other() -> None:
    assert [counted(number, "picture") for number in (0, 1, 2)] == ["0 pictures", "1 picture", "2 pictures"]
    assert [counted(number, "search", "searches") for number in (1, 1_000)] == ["1 search", "1,000 searches"]
