from opsin.icons.iconify.merging import Matched, merged


def test_more_keywords_come_first_then_iconifys_order() -> None:
    rows = merged([("rocket", ["a:1", "a:2", "a:3"]), ("launch", ["b:1", "a:3", "b:2"])])
    assert rows == [
        Matched("a:3", ("rocket", "launch")),
        Matched("a:1", ("rocket",)),
        Matched("b:1", ("launch",)),
        Matched("a:2", ("rocket",)),
        Matched("b:2", ("launch",)),
    ]


def test_among_those_with_as_many_keywords_the_best_place_counts() -> None:
    rows = merged([("one", ["a:1", "a:2", "a:3"]), ("two", ["a:3", "a:2"])])
    assert [row.id for row in rows] == ["a:3", "a:2", "a:1"]


def test_an_answer_that_repeats_itself_counts_once() -> None:
    assert merged([("one", ["a:1", "a:1"])]) == [Matched("a:1", ("one",))]


def test_nothing_of_nothing() -> None:
    assert merged([("one", []), ("two", [])]) == []


def test_an_earlier_keywords_better_place_is_not_forgotten() -> None:
    rows = merged([("one", ["a:1", "a:2"]), ("two", ["a:2", "a:1"])])
    assert [row.id for row in rows] == ["a:1", "a:2"]
