"""Names that every file system takes, whatever the title was."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from opsin.paths.names import (
    MAX_BYTES,
    MAX_CHARACTERS,
    MAX_DECOMPOSED_BYTES,
    is_device,
    safe_name,
    same_name_key,
)
from opsin.pixels.sniff import Format
from tests.paths.titles import DEVICES, any_text

FORBIDDEN = '<>:"/\\|?*'


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
    assert unicodedata.normalize("NFKC", name).partition(".")[0].upper() not in DEVICES
    assert unicodedata.category(name[0])[0] != "M"
    assert not set(name) & set("~$`!&;'()[]{}%#^=+, @\t\n")
    name.encode("utf-8")


@given(any_text)
@example(text="뷁" * 80)
@example(text="ᾂ" * 80)
@example(text="ệ" * 80)
@example(text="\U0001d160" * 80)
def test_the_whole_of_the_longest_file_name_has_room_in_both_normal_forms(text: str) -> None:
    longest = max((one.extension for one in Format), key=len)
    name = f"{safe_name(text, fallback='s3:4')}-9999{longest}.json"
    for form in ("NFC", "NFD"):
        written = unicodedata.normalize(form, name)
        assert len(written.encode()) <= 255
        assert len(written.encode("utf-16-le")) // 2 <= 255
    assert len(unicodedata.normalize("NFD", safe_name(text, fallback="x")).encode()) <= MAX_DECOMPOSED_BYTES


@given(any_text)
def test_ascii_names_keep_every_rule(text: str) -> None:
    name = safe_name(text, fallback="s3:4", ascii_only=True)
    assert re.fullmatch(r"[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?", name)
    assert len(name) <= MAX_CHARACTERS
    assert not is_device(name)
    assert safe_name(name, fallback="other") == name
    assert safe_name(name, fallback="other", ascii_only=True) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Été à Łódź — Straße", "ete-a-lodz-strasse"),
        ("Alt\u0131 K\u0131z", "alti-kiz"),
        ("zero\u200bwidth", "zerowidth"),
        ("ＣＯＮ", "_con"),
        ("レッサーパンダ", "s3-4"),
        ("レッサーパンダ panda 🐼 2.5", "panda-2.5"),
        ("Смолл red", "red"),
    ],
)
def test_titles_in_ascii(text: str, name: str) -> None:
    assert safe_name(text, fallback="s3:4", ascii_only=True) == name


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
        ("-rf /", "rf"),
        ("--output=x", "output-x"),
        ("~root/x", "root-x"),
        ("C:", "c"),
        ("C:\\Windows\\con.txt", "c-windows-con-txt"),
        ("$(reboot) `x`; rm", "reboot-x-rm"),
        ("%TEMP%", "temp"),
        ("ＣＯＮ", "_ｃｏｎ"),
        ("con .txt", "con-txt"),
        ("COM⁵", "_com⁵"),
        ("con　", "_con"),
        ("family 👨\u200d👩\u200d👧 👍🏽", "family-👨👩👧-👍"),
        ("p" + "\u0316\u0317" * 100 + "anda", "p" + "\u0316\u0317" * 4 + "anda"),
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


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("a" * 79 + "🇩🇪🇫🇷", "a" * 79),
        ("a" * 78 + "🇩🇪🇫🇷", "a" * 78 + "🇩🇪"),
        ("x🇩🇪" * 40, "x🇩🇪" * 22 + "x"),
        ("a" * 79 + "\u1112\u119e\u11ab", "a" * 79),
        ("a" * 79 + "क\u094dष", "a" * 79),
        ("🐼" * 60, "🐼" * 50),
    ],
)
def test_a_cut_parts_nothing_that_is_read_as_one(text: str, end: str) -> None:
    assert safe_name(text, fallback="x") == end


def test_a_cut_that_leaves_a_device_is_noticed() -> None:
    assert safe_name("com1." + "-" * 90, fallback="x") == "_com1"


@given(st.sampled_from(DEVICES), st.sampled_from(["", ".jpg", ".tar.gz", "  .x"]))
def test_devices_are_known_with_any_extension(device: str, rest: str) -> None:
    assert is_device(device.lower() + rest)
    assert not is_device(f"x{device}{rest}")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Été.JPG", "e\u0301te\u0301.jpg"),
        ("straße", "STRASSE"),
        ("ẞ", "ss"),
        ("ﬁn", "FIN"),
        ("σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("alt\u0131", "ALTI"),
        ("\u212a", "k"),
        ("İ", "i\u0307"),
        ("ǅ", "ǆ"),
        ("ᾳ", "ΑΙ"),
        ("각", "\u1100\u1161\u11a8"),
    ],
)
def test_names_that_some_file_system_takes_for_one_have_one_key(one: str, other: str) -> None:
    assert same_name_key(one) == same_name_key(other)


@pytest.mark.parametrize(("one", "other"), [("a.jpg", "b.jpg"), ("İ", "i"), ("é", "e"), ("ｃｏｎ", "con")])
def test_names_that_every_file_system_keeps_apart_have_two_keys(one: str, other: str) -> None:
    assert same_name_key(one) != same_name_key(other)


@given(any_text)
def test_the_key_does_not_depend_on_case_or_normal_form(text: str) -> None:
    key = same_name_key(text)
    for form in ("NFC", "NFD"):
        written = unicodedata.normalize(form, text)
        assert same_name_key(written) == key
        if "\u0345" in unicodedata.normalize("NFD", text):
            # A subscript iota becomes a letter, and would take the marks behind it (Unicode, 3.13, D145).
            written = unicodedata.normalize("NFD", written)
        assert same_name_key(written.upper()) == key
        assert same_name_key(written.casefold()) == key
    assert same_name_key(key) == key
