from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from opsin.ocr.lines import BarCode, Line, Read
from opsin.vision.evidence import Heard, merge
from opsin.vision.reply_parsing import MOST_ITEMS, Parsed
from opsin.vision.report import TextLine

ENGINE = "test 1"


def read(*lines: str, confidence: float = 0.98, whole: bool = True, codes: tuple[BarCode, ...] = ()) -> Read:
    return Read(
        tuple(
            Line(text, (0, 10 * number, 90, 10 * number + 9), confidence) for number, text in enumerate(lines)
        ),
        codes,
        whole,
        engine=ENGINE,
    )


def heard(
    *lines: str, answer: str = "It is so.", image: int = 1, tile: bool = False, unsure: str = ""
) -> Heard:
    return Heard(Parsed(answer, (), lines, (unsure,) if unsure else ()), image, tile)


def told(lines: tuple[TextLine, ...]) -> list[tuple[str, str]]:
    return [(line.text, line.source) for line in lines]


def test_a_line_that_both_read_is_of_both_with_its_place() -> None:
    merged = merge([heard("return x", "Sign in")], [read("Sign in", "    return x")])
    assert merged.lines == (
        TextLine("Sign in", "both", (0, 0, 90, 9), 0.98),
        TextLine("    return x", "both", (0, 10, 90, 19), 0.98),
    )
    assert merged.uncertainties == ()


def test_each_line_has_the_source_that_it_has() -> None:
    merged = merge([heard("Sign in", "tiny print", "Password")], [read("Sign in", "Password", "v1.2")])
    assert told(merged.lines) == [
        ("Sign in", "both"),
        ("tiny print", "model"),
        ("Password", "both"),
        ("v1.2", "ocr"),
    ]
    assert (merged.lines[1].box, merged.lines[1].confidence) == (None, None)
    assert merged.uncertainties == (
        "Text recognition does not find 1 line that the model lists: “tiny print”.",
    )


def test_where_they_differ_the_sure_reading_stands_and_the_other_is_told() -> None:
    merged = merge([heard("Save")], [read("Save as")])
    assert told(merged.lines) == [("Save as", "ocr")]
    assert merged.uncertainties == ("The model reads “Save”, text recognition reads “Save as” (0.98).",)


def test_where_text_recognition_is_not_sure_the_model_stands_in_its_place() -> None:
    merged = merge([heard("while True:")], [read("    whi1e Truc:", confidence=0.6)])
    assert merged.lines == (TextLine("    while True:", "model", (0, 0, 90, 9), 0.6),)
    assert merged.uncertainties == (
        "The model reads “while True:”, text recognition reads “whi1e Truc:” (0.60).",
    )
    merged = merge([heard("whil[?] True:")], [read("while Tru", confidence=0.6)])
    assert told(merged.lines) == [("while Tru", "ocr")]


def test_blanks_quotes_and_dashes_are_no_difference() -> None:
    merged = merge([heard("Don\u2019t  use `x` \u2013 ever")], [read("Don't use x - ever")])
    assert told(merged.lines) == [("Don't use x - ever", "both")]
    assert merged.uncertainties == ()


def test_without_text_recognition_every_line_is_of_the_model() -> None:
    merged = merge([heard("a", "b", unsure="It is blurred.")], [Read((), note="not installed")])
    assert told(merged.lines) == [("a", "model"), ("b", "model")]
    assert merged.uncertainties == ("It is blurred.",)
    assert told(merge([heard("a")], []).lines) == [("a", "model")]


def test_without_a_model_every_line_is_of_text_recognition() -> None:
    assert told(merge([], [read("a", "b")]).lines) == [("a", "ocr"), ("b", "ocr")]
    assert merge([], []).lines == ()


def test_tiles_that_overlap_double_nothing() -> None:
    lines = [f"line {number} of the page" for number in range(20)]
    tiles = [heard(*lines[:12], tile=True), heard(*lines[10:], tile=True)]
    overview = heard("line 0 of the page", "Iine 7 of thc page")
    for reads in ([read(*lines)], [Read(())]):
        merged = merge([overview, *tiles], reads)
        assert [line.text for line in merged.lines] == lines
        assert {line.source for line in merged.lines} == ({"both"} if reads[0].engine else {"model"})
        assert merged.uncertainties == ()


def test_a_line_of_two_tiles_whose_seam_is_not_found_stands_once() -> None:
    tiles = [heard("Open", "Delete", "~~half~~", tile=True), heard("Delete", "Close", tile=True)]
    merged = merge(tiles, [read("Open", "Delete", "Close")])
    assert told(merged.lines) == [
        ("Open", "both"),
        ("Delete", "both"),
        ("~~half~~", "model"),
        ("Close", "both"),
    ]


def test_lines_that_the_model_joined_are_of_both() -> None:
    merged = merge(
        [heard("Ada Lovelace  ada@example.com")], [read("Ada Lovelace", "ada@example.com", "Admin")]
    )
    assert told(merged.lines) == [("Ada Lovelace", "both"), ("ada@example.com", "both"), ("Admin", "ocr")]
    merged = merge([heard("Ada Lovelace ada@examp1e.com")], [read("Ada Lovelace", "ada@example.com")])
    assert merged.uncertainties == (
        "The model reads “Ada Lovelace ada@examp1e.com”, text recognition reads “Ada Lovelace ada@example.com” (0.98).",
    )
    assert told(merged.lines) == [("Ada Lovelace", "ocr"), ("ada@example.com", "ocr")]


def test_what_only_the_overview_has_is_kept() -> None:
    merged = merge([heard("one", "two", "three"), heard("one", "two", tile=True)], [Read(())])
    assert told(merged.lines) == [("one", "model"), ("two", "model"), ("three", "model")]


def test_an_answer_that_quotes_what_is_not_there_is_doubted() -> None:
    answer = "The button “Delete all” is red, and “Save as” is grey. The code says “hello world”."
    code = BarCode("QRCode", "hello world", (0, 0, 9, 9))
    merged = merge([heard("Save as", answer=answer)], [read("Save as", codes=(code,))])
    assert merged.uncertainties == (
        "The model quotes “Delete all”; text recognition does not find it in the image.",
    )


def test_it_is_not_doubted_where_text_recognition_saw_too_little() -> None:
    answer = "The button “Delete all” is red."
    for unsure in (read("Save as", confidence=0.7), read("Save as", whole=False), Read(())):
        assert merge([heard("Save as", answer=answer)], [unsure]).uncertainties == ()
    asked = merge([heard("Save as", answer=answer)], [read("Save as")], question="Where is “Delete all”?")
    assert asked.uncertainties == ()


def test_two_images_are_kept_apart() -> None:
    both = heard("Image 1: Save", "Image 1: only one", "Image 2: Save", "Close", "new here", image=0)
    merged = merge([both], [read("Save"), read("Save", "Close")])
    assert [(line.text, line.source, line.image) for line in merged.lines] == [
        ("Save", "both", 1),
        ("only one", "model", 1),
        ("Save", "both", 2),
        ("Close", "both", 2),
        ("new here", "model", 2),
    ]
    merged = merge([heard("Safe as", image=2)], [read("Safe as"), read("Save as")])
    assert merged.uncertainties == (
        "In Image 2, the model reads “Safe as”, text recognition reads “Save as” (0.98).",
    )


def test_a_looped_list_does_not_fill_the_text() -> None:
    merged = merge([heard(*["Save"] * 100)], [read("Save", "Close")])
    assert told(merged.lines) == [("Save", "both"), ("Close", "ocr")]
    assert merged.uncertainties == ("The model lists “Save” 100 times, text recognition reads it once.",)


def test_uncertainties_have_a_bound_and_the_rest_is_counted() -> None:
    lines = [f"value {chr(97 + number) * 4} is {number}" for number in range(26)]
    wrong = [line.replace("value", "va1ue") for line in lines]
    own = Parsed("x", (), tuple(wrong), tuple(f"unsure {number}" for number in range(24)))
    merged = merge([Heard(own)], [read(*lines)])
    assert len(merged.uncertainties) == MOST_ITEMS
    assert merged.uncertainties[-1] == "27 more uncertainties are not listed."
    assert sum(line.startswith("unsure") for line in merged.uncertainties) == 8
    assert sum(line.startswith("The model reads") for line in merged.uncertainties) == 15


def test_words_of_an_image_cannot_break_out_of_a_sentence() -> None:
    merged = merge([heard("x\u202e\x1b[31m" + "y" * 300)], [read("x" + "y" * 299)])
    assert all(
        "\x1b" not in line and "\u202e" not in line and len(line) < 250 for line in merged.uncertainties
    )


TEXTS = st.lists(st.text(alphabet="abS 01[?]“”\u4e2d", max_size=9), max_size=8)


@given(TEXTS, TEXTS, TEXTS, st.booleans(), st.floats(0.5, 1))
def test_no_line_that_was_read_is_lost(
    ocr: list[str], first: list[str], second: list[str], tiles: bool, confidence: float
) -> None:
    replies = [heard(*first, answer=" ".join(first), tile=tiles), heard(*second, tile=tiles)]
    merged = merge(replies, [read(*ocr, confidence=confidence)])
    placed = [line for line in merged.lines if line.box is not None]
    assert [line.box for line in placed] == [line.box for line in read(*ocr).lines]
    assert {line.source for line in merged.lines} <= {"ocr", "model", "both"}
    assert len(merged.uncertainties) <= MOST_ITEMS
    if confidence >= 0.9:
        assert [line.text for line in placed] == ocr


def test_a_script_that_text_recognition_does_not_know_makes_no_doubt_of_the_model() -> None:
    known = Read((Line("12.0.2024.", (0, 0, 90, 20), 0.96),), engine="ocr")
    said = "\u041e\u0448\u0438\u0431\u043a\u0430 \u0441\u0435\u0440\u0432\u0435\u0440\u0430"
    assert merge([heard(said)], [known]).uncertainties
    assert not merge([heard(said)], [replace(known, unread=3)]).uncertainties
