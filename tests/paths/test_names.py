"""Names that every file system takes, whatever the title was."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from opsin.paths.names import MAX_BYTES, MAX_CHARACTERS, is_device, safe_name, same_name_key

DEVICES = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
DEVICES += [f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789¹²³"]
FORBIDDEN = '<>:"/\\|?*'

any_text = st.one_of(
    st.text(max_size=300),
    st.text(alphabet=st.sampled_from("cCoOnN15.:-_ /\\\u200b\u202e\u0301é日🐼\x00\x85²$"), max_size=60),
    st.builds(
        "{}{}{}".format,
        st.sampled_from(DEVICES),
        st.sampled_from(["", ".", ".tar.gz", " .x"]),
        st.text(max_size=5),
    ),
)


@given(any_text)
@example(text="CON.tar.gz")
@example(text="com¹.jpg")
@example(text="\u0301" * 300)
@example(text="aconİ")
@example(text="日" * 100)
@example(text="com1.5.tar.gz")
@example(text="1.\u03012")
@example(text="1.2" + "." * 90)
@example(text="1.5" * 40)
def test_every_rule_holds_for_any_text(text: str) -> None:
    name = safe_name(text, fallback="s3:4")
    assert name
    assert len(name) <= MAX_CHARACTERS
    assert len(name.encode()) <= MAX_BYTES
    assert unicodedata.is_normalized("NFC", name)
    assert not set(name) & set(FORBIDDEN)
    assert not any(unicodedata.category(char)[0] in "CZ" for char in name)
    assert not name.startswith((".", "-"))
    assert not name.endswith((".", "-", " "))
    assert not re.search(r"(?<!\d)\.|\.(?!\d)", name)
    assert name.partition(".")[0].upper() not in DEVICES
    assert unicodedata.category(name[0])[0] != "M"


@given(any_text)
def test_a_safe_name_stays_as_it_is(text: str) -> None:
    name = safe_name(text, fallback="s3:4")
    assert safe_name(name, fallback="other") == name


@given(
    st.text(
        alphabet=st.characters(categories=["Lo", "Ll"], exclude_characters="\u3164\u115f\u1160\uffa0"),
        min_size=1,
        max_size=20,
    )
)
def test_letters_of_every_script_are_kept(word: str) -> None:
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).lower())
    kept = safe_name(word, fallback="x")
    assert kept.removeprefix("_") == folded


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Red panda", "red-panda"),
        ("  A/B\\C: what?  ", "a-b-c-what"),
        ("Manifest — Altı Kız. Bir Enerji.", "manifest-altı-kız-bir-enerji"),
        ("Hero Commodore Grace M.Hopper in uniform", "hero-commodore-grace-m-hopper-in-uniform"),
        ("f/2.5 at 1.000.000", "f-2.5-at-1.000.000"),
        ("Chapter 1. 2 pandas", "chapter-1-2-pandas"),
        ("v1..2 and 3.b", "v1-2-and-3-b"),
        ("a._b and c_.d", "a_b-and-c_d"),
        ("com1.5", "_com1.5"),
        ("レッサーパンダ（動物園）", "レッサーパンダ-動物園"),
        ("panda 🐼 face", "panda-🐼-face"),
        ("..hidden", "hidden"),
        ("../../etc/passwd", "etc-passwd"),
        ("con", "_con"),
        ("NUL.tar.gz", "nul-tar-gz"),
        ("AUX .x", "aux-x"),
        ("two\nlines\tand\x00null", "two-lines-andnull"),
        ("rtl \u202egpj.exe", "rtl-gpj-exe"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("e\u0301te\u0301", "été"),
        ("a／b＜c", "a-b-c"),
        ("a\u2028b\u0085c", "a-b-c"),
        ("50% off & more #1", "50-off-more-1"),
    ],
)
def test_titles_become_the_names_one_expects(text: str, name: str) -> None:
    assert safe_name(text, fallback="x") == name


@pytest.mark.parametrize("text", ["", "...", "???", "\u200b\u200b", "---", "\ud800", "_", " . "])
def test_what_leaves_nothing_takes_the_fallback(text: str) -> None:
    assert safe_name(text, fallback="s3:4") == "s3-4"
    assert safe_name(text, fallback="") == "picture"


def test_a_letter_is_not_parted_from_its_marks() -> None:
    start = "a" * (MAX_CHARACTERS - 2)
    assert safe_name(start + "q\u0323\u0307\u0302" * 3, fallback="x") == start


def test_a_cut_that_leaves_a_device_is_noticed() -> None:
    assert safe_name("com1." + "-" * 90, fallback="x") == "_com1"


@given(st.sampled_from(DEVICES), st.sampled_from(["", ".jpg", ".tar.gz", "  .x"]))
def test_devices_are_known_with_any_extension(device: str, rest: str) -> None:
    assert is_device(device.lower() + rest)
    assert not is_device(f"x{device}{rest}")


def test_names_that_some_file_system_takes_for_one_have_one_key() -> None:
    assert same_name_key("Été.JPG") == same_name_key("e\u0301te\u0301.jpg")
    assert same_name_key("a.jpg") != same_name_key("b.jpg")
