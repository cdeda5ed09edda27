import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.sheet.captions import fit_caption, fit_line
from opsin.sheet.typefaces import packaged_typeface


def shown(text: str, width: int = 10_000, size: int = 13) -> str:
    line = fit_line(text, width=width, size=size)
    return line.text if line else ""


def caption(text: str, width: int) -> str:
    line = fit_caption(text, width=width, size=13)
    return line.text if line else ""


def test_what_fits_stays_as_it_is() -> None:
    assert shown("1600×1200 · CC BY-SA 4.0 · pixnio.com") == "1600×1200 · CC BY-SA 4.0 · pixnio.com"


def test_too_long_a_text_ends_in_an_ellipsis() -> None:
    text = shown("Red panda climbing a tree in winter", width=120)
    assert text.endswith("…")
    assert "Red panda climbing a tree in winter".startswith(text[:-1])
    assert len(text) > 8


@given(st.text(max_size=80), st.integers(0, 400), st.integers(8, 30))
def test_a_line_is_never_longer_than_its_width(text: str, width: int, size: int) -> None:
    line = fit_line(text, width=width, size=size)
    if line is not None:
        assert line.typeface.length(line.text, size) <= width
        assert line.typeface.mask(line.text, size).width <= width + 1


@given(
    st.lists(
        st.sampled_from(["1600×1200", "CC BY-NC 4.0", "CC BY", "example.org", "a.b.example.com"]),
        min_size=1,
        max_size=4,
    ),
    st.integers(0, 400),
)
def test_parts_of_a_caption_are_whole(parts: list[str], width: int) -> None:
    text = caption(" · ".join(parts), width)
    kept = text.split(" · ") if text else []
    for have, want in zip(kept[1:], parts[1:], strict=False):
        assert have == want or want.endswith("." + have.removeprefix("…"))


def test_parts_that_do_not_fit_go_last_first_and_hosts_lose_their_start() -> None:
    text = "1600×1200 · CC BY-SA 4.0 · upload.wikimedia.org"
    wide = packaged_typeface().length(text, 13)
    assert caption(text, int(wide) + 1) == text
    assert caption(text, int(wide) - 10) == "1600×1200 · CC BY-SA 4.0 · …wikimedia.org"
    assert caption(text, int(wide) // 2 + 20) == "1600×1200 · CC BY-SA 4.0"
    assert caption(text, 120) == "1600×1200"
    assert caption(text, 40).endswith("…")
    assert caption(text, 2) == ""


@given(
    st.sampled_from(["", "1600×1200"]),
    st.sampled_from(["CC BY-NC-ND 4.0", "PD-old-100", "GFDL 1.2+", "?", "a.b.c.d"]),
    st.sampled_from(["", "example.org", "a.b.example.com"]),
    st.integers(0, 400),
)
def test_a_licence_is_whole_or_not_there(size: str, licence: str, host: str, width: int) -> None:
    text = caption(" · ".join(filter(None, (size, licence, host))), width)
    kept = text.split(" · ") if text else []
    if size and kept:
        del kept[0]
    assert not kept or kept[0] == licence


def test_without_a_size_the_licence_is_not_cut() -> None:
    assert caption("CC BY-NC-ND 4.0 · example.org", 60) == ""
    assert caption("CC BY-NC-ND 4.0 · example.org", 130) == "CC BY-NC-ND 4.0"
    assert caption("1600×1200 · CC BY-NC", 40).startswith("16")


def test_emoji_are_dropped_and_letters_never() -> None:
    assert shown("red 🦊 panda") == "red panda"
    assert shown("🦊") == ""


@pytest.mark.parametrize(
    "text",
    [
        "Altı Kız. Bir Enerji.",
        "Вид на залив",
        "Ελληνικά",
        "Đường phố Việt Nam",
        "Zażółć gęślą jaźń",
        "10 € — “x”…",
    ],
)
def test_the_packaged_font_has_what_europe_writes(text: str) -> None:
    line = fit_line(text, width=10_000, size=13)
    assert line is not None
    assert line.typeface is packaged_typeface()
    assert line.text == text


def test_a_letter_that_no_font_has_leaves_the_text_out() -> None:
    # A letter that Unicode has, and no font of the list: Cuneiform.
    assert fit_line("a \U00012000 b", width=1_000, size=13) is None


def test_what_cannot_be_seen_is_dropped() -> None:
    assert shown("a\u202eb\u200b\u0007c\n d") == "abc d"
