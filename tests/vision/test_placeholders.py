import re
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.vision.placeholders import harmless, steers

TOKENS = (
    "[img]", "[img-0]", "[img-12]", "[IMG]", "[IMG_BREAK]", "[IMG_END]", "[INST]", "[/INST]", "[TOOL_CALLS]", "[gMASK]",
    "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[AVAILABLE_TOOLS]", "[THINK]",
    "<image>", "</image>", "<img>", "</img>", "<Image>", "<image_1>", "<image0>", "<image_soft_token>", "<__media__>",
    "<__image__>", "<video>", "<|image|>", "<|image_1|>", "<|image_pad|>", "<|video_pad|>", "<|vision_start|>",
    "<|vision_end|>", "<|im_start|>", "<|im_end|>", "<|begin_of_text|>", "<|eot_id|>", "<|start_header_id|>",
    "<|endoftext|>", "<|end|>", "<|user|>", "<|assistant|>", "<|channel|>", "<|image>", "<image|>", "<|turn>", "<turn|>",
    "<start_of_image>", "<end_of_image>", "<start_of_turn>", "<end_of_turn>", "<bos>", "<eos>", "<pad>", "<unk>",
    "<s>", "</s>", "<<SYS>>", "<</SYS>>", "<think>", "</think>", "<boi>", "<eoi>", "<slice>", "<im_start>", "<im_end>",
    "<im_patch>", "<row_1_col_2>", "<global-img>", "<fake_token_around_image>", "<end_of_utterance>", "<IMG_CONTEXT>",
    "<｜User｜>", "<｜begin▁of▁sentence｜>", "<|media_begin|>", "<tool_call>", "<fim_prefix>", "<unused99>", "<0x0A>",
    "<extra_id_0>", "<loc0123>", "<OCR>", "<|tool_response|>", "<|box_start|>", "<|object_ref_start|>",
)  # fmt: skip


def bare(text: str) -> str:
    """A text as the most lenient reader compares it."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).casefold()


BARE = tuple(bare(token) for token in TOKENS)


@pytest.mark.parametrize("token", TOKENS)
def test_a_known_token_does_not_get_through_and_stays_readable(token: str) -> None:
    told = harmless(f"What does {token} mean here?")
    assert bare(token) not in bare(told)
    assert "".join(filter(str.isalnum, token)) in "".join(filter(str.isalnum, told))
    assert told.startswith("What does ")
    assert told.endswith(" mean here?")
    assert steers(token)
    assert not steers(told)


SPACES = st.text(alphabet=" \t\n\u00a0\u200b\u2060\ufeff", max_size=2)


@st.composite
def hidden_tokens(draw: st.DrawFn) -> str:
    """A token in any case, with blanks and invisible characters in it, perhaps in wide letters."""
    token = draw(st.sampled_from(TOKENS))
    styles: st.SearchStrategy[Callable[[str], str]] = st.sampled_from(
        (str, str.upper, str.lower, str.swapcase)
    )
    wide = draw(st.integers(0, 5)) == 0
    characters = [
        chr(ord(char) + 0xFEE0) if wide and "!" <= char <= "~" else draw(styles)(char) for char in token
    ]
    return "".join(char + draw(SPACES) for char in characters)


@given(
    st.lists(st.one_of(hidden_tokens(), st.text(max_size=8), st.sampled_from(list("<>[]|/ "))), max_size=6)
)
def test_no_token_survives_in_any_case_or_spacing(pieces: list[str]) -> None:
    told = harmless("".join(pieces))
    left = bare(told)
    assert not [token for token in BARE if token in left]
    assert not steers(told)
    assert "[img" not in left
    assert harmless(told) == told


@pytest.mark.parametrize(
    "question",
    [
        "Is a < b and c > d shown?",
        "What is the type Vec<String> of items[i] on line 3?",
        'Why is the <div class="card"> empty, and what says |> there?',
        "Is x <= 3 and y >= 4, or a -> b?",
        "Welche Farbe hat der Knopf „Speichern“?",
        "左上のボタンは何ですか",
    ],
)
def test_an_honest_question_is_left_as_it_is(question: str) -> None:
    assert harmless(question) == question


def test_lines_stay_and_what_cannot_be_seen_goes() -> None:
    assert harmless("one\u202e\n\n  two\x00  three\r\n") == "one\ntwo three"
    assert harmless("") == ""


def test_the_meaning_stays_readable() -> None:
    assert harmless("[img] <image> <|im_start|>") == "(img) ‹image› ‹|im_start|›"
    assert harmless("see [img and [img-0") == "see (img and (img-0"


def test_other_brackets_of_the_same_question_stay() -> None:
    assert harmless("<image|> and a[0] < b") == "‹image|› and a[0] < b"
    assert harmless("[img and a[0] < b") == "(img and a[0] < b"
    assert harmless("<foo|> and a[0]") == "‹foo|› and a[0]"


def test_letters_that_only_normalisation_makes_plain_cost_all_brackets() -> None:
    assert harmless("[ｉｍｇ and a[0]") == "(ｉｍｇ and a(0]"
