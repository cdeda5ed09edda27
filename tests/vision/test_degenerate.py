import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.vision.degenerate import salvage, why_degenerate

LOG = "\n".join(
    f"2026-11-30 12:00:{second:02} INFO  worker-3 connection from 10.0.0.{second} accepted by the server"
    for second in range(60)
)
SAME_LOG = "\n".join(["ERROR connection refused by host"] * 40)
ZEROS = "\n".join(["0  0.00  0  0.00  0"] * 45)
TABLE = "\n".join(f"row {row}: " + " | ".join(["0"] * 12) for row in range(40))
RULES = "\n".join(["=" * 80, "Title", "-" * 80, "one", "─" * 200, "█" * 60 + "░" * 40, "." * 300])
BUTTONS = " ".join(["Edit Delete View"] * 10)
NOT_AVAILABLE = " ".join(["N/A"] * 30)
JSON_ZEROS = '{"answer":"A table.","visible_text":[' + '"0",' * 200
HEX = " ".join(f"{offset:08x}: 00 00 00 00 00 00 00 00" for offset in range(0, 800, 16))
BASE64 = "key: " + "A" * 60 + "B3NzaC1yc2E" + "A" * 40
LAUGHTER = "哈" * 20 + " hahahahaha"
SCREENS = {
    "log": LOG, "same log": SAME_LOG, "zeros": ZEROS, "table": TABLE, "rules": RULES, "buttons": BUTTONS,
    "not available": NOT_AVAILABLE, "zeros in json": JSON_ZEROS, "hex": HEX, "base64": BASE64, "laughter": LAUGHTER,
    "log in json": '{"answer":"A log.","visible_text":[' + '"npm ERR! connection refused by host",' * 18,
    "progress": "Downloading " + "#" * 500 + " 100%", "dots": "Contents " + ". " * 200 + "12",
    "short": "a a a a a a", "poem": "Row, row, row your boat\n" * 8,
}  # fmt: skip


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_that_repeats_itself_is_no_loop(name: str) -> None:
    assert why_degenerate(SCREENS[name], cut=False) == ""


@pytest.mark.parametrize("name", sorted(set(SCREENS) - {"same log"}))
def test_nor_is_it_where_the_reply_was_cut_off(name: str) -> None:
    assert why_degenerate(SCREENS[name], cut=True) == ""
    assert salvage(SCREENS[name]) == SCREENS[name].strip()


LOOPS = {
    "a word": "The page shows " + "the " * 60,
    "a phrase": "A form. " + "The button is blue. " * 40,
    "a sentence": "A page. "
    + "There is a wide menu on the left side of the window and a list of mails on the right. " * 8,
    "letters": "The text reads k" + "k" * 400,
    "syllables": "hm " + "blabla" * 60,
    "chinese": "图片显示" + "按钮" * 60,
    "json items": '{"answer":"A log.","visible_text":["one","' + 'same line","' * 60,
    "json lines": '{"answer":"A log.","visible_text":["one",' + '"the same line once more",' * 25,
    "a paragraph": "A." + ("\n" + " ".join(f"word{chr(97 + n)}" for n in range(26)) * 3) * 8,
    "json zeros for ever": '{"answer":"A table.","visible_text":["' + '0","' * 1_500,
    "exclamations": "!" * 40,
    "equal tokens": "Look: " + "no " * 31 + "no no no no no no no no no no",
}
ENDED = {name for name in LOOPS if not name.startswith("json") and name != "a paragraph"}


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_up_to_the_cut_is_known_and_what_was_before_is_kept(name: str) -> None:
    text = LOOPS[name]
    why = why_degenerate(text, cut=True)
    assert why.startswith("it repeats the same")
    assert why.endswith("times in a row.")
    good = salvage(text)
    assert text.startswith(good)
    assert len(good) < len(text) / 2
    assert why_degenerate(good, cut=False) == ""


@pytest.mark.parametrize("name", sorted(ENDED - {"exclamations"}))
def test_a_loop_that_ended_by_itself_is_known_too(name: str) -> None:
    assert why_degenerate(LOOPS[name] + " That is all.", cut=False).startswith("it repeats the same")


def test_nothing_and_white_space() -> None:
    assert why_degenerate("", cut=False) == "it is empty."
    assert why_degenerate(" \n" * 9, cut=False) == "it is nothing but white space."
    assert why_degenerate('{"answer":' + "\n" * 31, cut=True) == "it runs on in white space."
    assert why_degenerate('{"answer":' + "\n" * 31, cut=False) == ""
    assert salvage(" \n ") == ""


def test_a_loop_longer_than_what_is_looked_at_is_taken_away_wholly() -> None:
    good = salvage("All of it: " + "never again, " * 20_000)
    assert good.startswith("All of it: never again")
    assert len(good) < 60
    assert why_degenerate("All of it: " + "never again, " * 20_000, cut=True).endswith("in a row.")


def test_the_reason_quotes_nothing() -> None:
    assert "evil" not in why_degenerate("evil words here " * 60, cut=True)


@given(st.text(alphabet="ab \n,0", max_size=300), st.booleans())
def test_what_is_salvaged_is_the_beginning(text: str, cut: bool) -> None:
    why_degenerate(text, cut=cut)
    assert text.strip().startswith(salvage(text))


def test_no_text_takes_long() -> None:
    began = time.process_time()
    for text in (
        "a" * 24 + "b",
        "ab" * 12 + "c",
        "a b c d e f g " * 3 + "x ",
        "[",
        '"',
        "0 1 ",
        "\n",
    ):
        why_degenerate((text * 8_000)[:8_000], cut=True)
        why_degenerate((text * 8_000)[:8_000], cut=False)
    assert time.process_time() - began < 10
