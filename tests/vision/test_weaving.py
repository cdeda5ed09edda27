import time

from hypothesis import given
from hypothesis import strategies as st

from opsin.vision.weaving import weave

FORM = ["Sign in", "E-mail", "Password", "Remember me", "Save as"]


def test_equal_lines_are_paired_in_their_order() -> None:
    woven = weave(["0", "Total", "0"], ["0", "0", "total"])
    assert woven.readings == {0: "0", 2: "0", 1: "total"}
    assert not woven.new


def test_a_line_that_is_nearly_the_same_is_a_reading_of_it() -> None:
    assert weave(FORM, ["Save", "Passw0rd"]).readings == {4: "Save", 2: "Passw0rd"}


def test_a_new_line_stands_near_its_neighbours() -> None:
    woven = weave(FORM, ["LOGO", "Sign in", "a hint in grey", "E-mail", "Save as", "© 2026"])
    assert dict(woven.new) == {-1: ["LOGO"], 0: ["a hint in grey"], 4: ["© 2026"]}
    assert dict(weave(FORM, ["entirely", "other things"]).new) == {4: ["entirely", "other things"]}
    assert dict(weave([], ["one", "two"]).new) == {-1: ["one", "two"]}


def test_lines_that_one_reader_joined_are_not_doubled() -> None:
    row = ["Ada Lovelace", "ada@example.com", "Admin"]
    woven = weave(row, ["Ada Lovelace  ada@example.com  Admin"])
    assert (woven.confirmed, dict(woven.new), woven.differing) == ({0, 1, 2}, {}, [])
    woven = weave(row, ["Ada Lovelace ada@examp1e.com Admin"])
    assert (woven.confirmed, dict(woven.new)) == (set(), {})
    assert woven.differing == [("Ada Lovelace ada@examp1e.com Admin", 0, 2)]
    woven = weave(["Name: Ada Lovelace, born 1815"], ["Name:", "Ada Lovelace", "1815"])
    assert (woven.confirmed, dict(woven.new)) == ({0}, {})


def test_a_short_word_inside_of_another_is_not_found_there() -> None:
    assert dict(weave(["BOOKING"], ["OK"]).new) == {0: ["OK"]}


def test_a_line_listed_far_too_often_is_told_and_not_repeated() -> None:
    woven = weave(FORM, ["Sign in"] * 50)
    assert woven.repeated == [("Sign in", 50, 1)]
    assert not woven.new
    assert dict(weave(["0"] * 5, ["0"] * 7).new) == {4: ["0", "0"]}
    assert not weave(["0"] * 5, ["0"] * 7, repeats_are_overlap=True).new


LINES = st.lists(st.text(alphabet="abS 0.[?]\u4e2d", max_size=10), max_size=12)


@given(LINES, LINES)
def test_every_line_of_the_model_is_somewhere(known: list[str], lines: list[str]) -> None:
    woven = weave(known, lines)
    new = [line for behind in woven.new.values() for line in behind]
    assert len(set(woven.readings)) == len(woven.readings)
    assert all(-1 <= place < max(len(known), 1) for place in (*woven.new, *woven.readings, *woven.confirmed))
    assert all(line in lines for line in (*new, *woven.readings.values()))
    if not known:
        assert new == [line for line in lines if line.strip() and line.strip("`'\" ")] or len(new) <= len(
            lines
        )


def test_many_lines_take_no_long_time() -> None:
    began = time.process_time()
    weave(
        [f"known {number} line" for number in range(1_000)],
        [f"other {number} words" for number in range(5_000)],
    )
    assert time.process_time() - began < 30
