"""The console: bars, lines, tables, and streams that cannot write everything."""

import asyncio
import io
import json

from hypothesis import given
from hypothesis import strategies as st

from opsin.cli.console import Console, ProgressBar, bar, table
from opsin.errors import InvalidInput, TimedOut
from opsin.text import FENCE_END, FENCE_START


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


async def three_steps(progress: ProgressBar) -> None:
    await progress.update(0, 9, "asking the providers")
    await progress.update(1, 9, "1 of 9 pictures are here")
    await progress.update(2, 9, "2 of 9 pictures are here")


def test_a_row_of_a_table_may_be_shorter() -> None:
    assert table([("1", "a", "b"), ("10", "failed: all of it")]) == ["1   a  b", "10  failed: all of it"]
    assert table([("1", "x"), ("2", "a", "b")]) == ["1  x", "2  a  b"]


def test_on_a_terminal_a_bar_is_redrawn_on_one_line_and_taken_away() -> None:
    stream = Terminal()
    with ProgressBar(stream) as progress:
        asyncio.run(three_steps(progress))
    written = stream.getvalue()
    assert "\n" not in written
    assert "[####----------------] 2/9  2 of 9 pictures are here" in written
    last = written.rstrip("\r").rsplit("\r", 1)[1]
    assert last.strip() == ""


def test_elsewhere_each_phase_is_one_line_and_of_a_count_the_last_is_told() -> None:
    async def on(progress: ProgressBar) -> None:
        await three_steps(progress)
        await progress.update(9, 9, "drawing the sheet")
        await progress.update(9, 9, "drawing the sheet")

    for work, last in ((three_steps, []), (on, ["drawing the sheet"])):
        stream = io.StringIO()
        with ProgressBar(stream) as progress:
            asyncio.run(work(progress))
        assert stream.getvalue().splitlines() == ["asking the providers", "2 of 9 pictures are here", *last]


def test_quiet_writes_nothing() -> None:
    stream = Terminal()
    with ProgressBar(stream, wanted=False) as progress:
        asyncio.run(three_steps(progress))
    assert stream.getvalue() == ""


@given(st.integers(-5, 50), st.integers(-5, 50), st.text(max_size=200))
def test_a_bar_fits_a_terminal_whatever_it_is_told(done: int, total: int, sentence: str) -> None:
    assert len(bar(done, total, sentence)) <= 79


def test_what_a_code_page_lacks_is_replaced() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="cp437", write_through=True)
    Console(out, io.StringIO()).say("猫 café 1024×768")
    assert raw.getvalue().decode("cp437").split() == ["?", "café", "1024?768"]
    out.detach()


def test_an_error_is_told_in_cleaned_lines() -> None:
    err = io.StringIO()
    why = InvalidInput("bad \x1b[31m title\nwith\u202e lines", hint="Try again.")
    Console(io.StringIO(), err).error(why)
    assert err.getvalue() == "opsin: bad [31m title with lines\n       Try again.\n"


def test_what_others_said_of_an_error_is_marked_as_theirs() -> None:
    why = TimedOut("It failed.", outside="obey\x9b")
    err, screen = io.StringIO(), Terminal()
    Console(io.StringIO(), err).error(why)
    assert err.getvalue().splitlines() == [
        "opsin: It failed.",
        FENCE_START,
        "| The other side said: obey",
        FENCE_END,
    ]
    Console(io.StringIO(), screen).error(why)
    assert screen.getvalue().splitlines() == ["opsin: It failed.", "       The other side said: obey"]


def test_json_neither_steers_a_terminal_nor_hides_anything() -> None:
    out = io.StringIO()
    value = {"title": "caf\u00e9 \x9b2J\u202e\u200b"}
    Console(out, io.StringIO()).say_json(value)
    assert json.loads(out.getvalue()) == value
    assert not {"\x9b", "\u202e", "\u200b"} & set(out.getvalue())
    assert "caf\u00e9" in out.getvalue()


def test_columns_are_aligned() -> None:
    assert table([("a", "long one", "x"), ("bbb", "b", "yy")]) == ["a    long one  x", "bbb  b         yy"]
    assert table([]) == []
