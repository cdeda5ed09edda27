"""Of what a worker answers only that is believed which can be so."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.pixels.decode import check_original
from opsin.pixels.isolated.answers import facts_to_json, jpeg_size, read_facts, read_pixels, read_shown
from opsin.pixels.isolated.framing import BadMessage
from opsin.pixels.isolated.refusals import refusal
from opsin.pixels.region import WHOLE
from opsin.pixels.shown import show_original
from opsin.pixels.sniff import Format
from opsin.text import clean
from tests.pixels.pictures import STILLS, exif, quarters, saved, turned

DATA = turned(6)
TOLD: dict[str, Any] = json.loads(json.dumps(facts_to_json(check_original(DATA))))
ANYTHING: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=300),
    st.lists(st.text(max_size=300), max_size=20),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
)


@pytest.mark.parametrize("name", STILLS)
def test_facts_come_out_as_they_went_in(name: str) -> None:
    data = STILLS[name]()
    facts = check_original(data)
    assert read_facts(json.loads(json.dumps(facts_to_json(facts))), data) == facts


def test_notes_come_out_as_they_went_in() -> None:
    data = saved(quarters(), "JPEG", exif=exif(Artist="Ana  Ünlü", Make="NIKON", Software="x" * 400))
    facts = check_original(data)
    assert len(facts.notes) == 3
    assert read_facts(json.loads(json.dumps(facts_to_json(facts))), data) == facts


@given(st.sampled_from([*TOLD, "other"]), ANYTHING)
def test_a_field_that_cannot_be_so_is_not_believed(name: str, value: Any) -> None:
    try:
        facts = read_facts({**TOLD, name: value}, DATA)
    except BadMessage:
        return
    assert facts.format is Format.JPEG
    assert facts.size_bytes == len(DATA)
    assert type(facts.width) is int
    assert 1 <= facts.width <= 65_535
    assert 1 <= facts.height <= 65_535
    assert 1 <= facts.orientation <= 8
    assert type(facts.animated) is type(facts.has_alpha) is bool
    assert len(facts.mode) <= 8
    assert facts.mode.replace(";", "").isalnum()
    assert len(facts.profile) <= 200
    assert len(facts.notes) <= 16
    assert all(note == clean(note, 200) for note in facts.notes)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("width", 0),
        ("width", 65_536),
        ("height", -1),
        ("orientation", 9),
        ("mode", "x" * 9),
        ("profile", "x" * 201),
        ("notes", ["x" * 201]),
        ("notes", ["x"] * 17),
    ],
)
def test_what_is_beyond_the_limits_is_not_believed(name: str, value: Any) -> None:
    with pytest.raises(BadMessage):
        read_facts({**TOLD, name: value}, DATA)


def test_words_are_made_clean_however_they_came() -> None:
    facts = read_facts({**TOLD, "notes": ["Artist: \u202eAna\nÜnlü"], "profile": "s\u200bRGB\n"}, DATA)
    assert facts.notes == (clean("Artist: \u202eAna\nÜnlü", 200),)
    assert facts.notes[0].isprintable()
    assert facts.profile == "sRGB"


@pytest.mark.parametrize("name", TOLD)
def test_no_field_may_be_missing(name: str) -> None:
    with pytest.raises(BadMessage):
        read_facts({key: value for key, value in TOLD.items() if key != name}, DATA)


@pytest.mark.parametrize(
    "told", [None, [], "facts", {}, {**TOLD, "size_bytes": 5}, {**TOLD, "format": "png"}]
)
def test_what_is_no_facts_of_this_file_is_not_believed(told: Any) -> None:
    with pytest.raises(BadMessage):
        read_facts(told, DATA)


def test_a_shown_picture_must_be_the_jpeg_that_is_told_of() -> None:
    shown = show_original(DATA, region=WHOLE, max_edge=100, max_bytes=50_000)
    told = {"width": shown.width, "height": shown.height, "facts": TOLD}
    assert read_shown(told, shown.jpeg, DATA, max_edge=100) == replace(shown, facts=check_original(DATA))
    for bad, jpeg, edge in (
        ({**told, "width": shown.width + 1}, shown.jpeg, 100),
        (told, shown.jpeg, 60),
        (told, shown.jpeg[:-1], 100),
        (told, b"<html>" + shown.jpeg, 100),
        (told, saved(quarters(), "PNG"), 100),
        (told, b"", 100),
        ({**told, "facts": None}, shown.jpeg, 100),
    ):
        with pytest.raises(BadMessage):
            read_shown(bad, jpeg, DATA, max_edge=edge)


@given(st.binary(max_size=60))
def test_any_bytes_have_a_size_or_none(data: bytes) -> None:
    for whole in (data, b"\xff\xd8\xff" + data + b"\xff\xd9", b"\xff\xd8" + data * 3 + b"\xff\xd9"):
        size = jpeg_size(whole)
        assert size is None or all(0 <= side <= 0xFFFF for side in size)


def test_pixels_must_be_as_many_as_is_told() -> None:
    told = {"width": 3, "height": 2, "mode": "RGB", "facts": TOLD}
    assert read_pixels(told, bytes(18), DATA, box=(3, 2))[:2] == ("RGB", (3, 2))
    for bad, pixels, box in (
        (told, bytes(17), (3, 2)),
        (told, bytes(18), (2, 2)),
        ({**told, "mode": "RGBA"}, bytes(18), (3, 2)),
        ({**told, "mode": "1"}, bytes(18), (3, 2)),
        ({**told, "mode": ["RGB"]}, bytes(18), (3, 2)),
        ({**told, "height": -2}, bytes(18), (3, 2)),
        ({**told, "height": True}, bytes(9), (3, 2)),
    ):
        with pytest.raises(BadMessage):
            read_pixels(bad, pixels, DATA, box=box)


@given(st.one_of(ANYTHING, st.text().map("The JPEG {}.".format)))
def test_only_known_sentences_are_taken_over(said: Any) -> None:
    told = refusal(said, Format.JPEG)
    assert told.message == "The JPEG is damaged and cannot be decoded."
    assert told.hint


def test_a_sentence_is_known_up_to_its_numbers() -> None:
    sentence = "The WebP has 8000x8000 pixels; at most 50 million and 65535 a side are decoded."
    assert refusal(sentence, Format.WEBP).message == sentence
    assert refusal(sentence, Format.GIF).message == "The GIF is damaged and cannot be decoded."
    assert "memory" in refusal("memory", Format.GIF).message
    assert "memory" in refusal("The GIF needs more memory than there is.", Format.GIF).message
