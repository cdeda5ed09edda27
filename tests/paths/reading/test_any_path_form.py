"""Any text at all: it is a path that this system takes, or it is refused."""

import re
import string
import unicodedata
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opsin.paths.reading.forms import Form
from opsin.paths.reading.refused import ReadRefused, Reason
from opsin.paths.reading.system import System
from opsin.paths.reading.windows_forms import names_device
from tests.paths.reading.written import form, path

NAMES = st.text(
    string.ascii_letters + string.digits + " ._-()é日\u202f'&#%?+", min_size=1, max_size=12
).filter(
    lambda name: not {name} & {".", ".."} and name == name.strip() and name[-1] not in "'." and name[0] != "'"
)
PATHS = st.lists(NAMES, min_size=1, max_size=5).map("/".join)


@given(PATHS)
def test_a_url_leads_to_the_path_it_was_made_of(tail: str) -> None:
    assert path("file:///" + quote(tail)) == f"/{tail}"
    assert path("file://localhost/" + quote(tail)) == f"/{tail}"


@given(PATHS, st.sampled_from(string.ascii_letters))
def test_windows_and_wsl_mean_the_same_file(tail: str, drive: str) -> None:
    windows = f"{drive}:\\" + tail.replace("/", "\\")
    there = f"/mnt/{drive.lower()}/{tail}"
    assert path(windows, System.WSL) == path(windows.replace("\\", "/"), System.WSL) == there
    assert names_device(windows) or path(there, System.WINDOWS).lower() == windows.lower()


@given(PATHS, st.sampled_from(['"', "'", "`"]))
def test_quotes_around_a_path_are_no_part_of_it(tail: str, sign: str) -> None:
    assert path(f" {sign}/{tail}{sign} ") == path(f"/{tail}")


PIECES = st.sampled_from(
    [
        "/",
        "\\",
        "..",
        ".",
        "~",
        "$HOME",
        "%USERPROFILE%",
        "file:",
        "//",
        "localhost",
        "C:",
        "c|",
        "wsl$",
        "wsl.localhost",
        "Debian",
        "latest",
        ":",
        "?",
        "%2e%2e",
        "%2F",
        "%00",
        "\x00",
        "`",
        '"',
        "\u202f",
        "\u202a",
        "�",
        "�",
        "é",
        "mnt",
        "data:",
        "http://",
        "a.png",
        "con",
        "'",
        "|",
        "<",
        ">",
    ]
)
ANYTHING = st.one_of(
    st.text(max_size=40), st.lists(PIECES | st.sampled_from([" ", "\n", "\\ "]), max_size=12).map("".join)
)


def form_or_refusal(text: str, system: System) -> Form | ReadRefused:
    try:
        return form(text, system)
    except ReadRefused as refused:
        return refused


def nothing_slips_through(text: str, system: System) -> None:
    found = form_or_refusal(text, system)
    if isinstance(found, ReadRefused):
        assert found.reason in {Reason.INVALID_PATH, Reason.NOT_A_FILE}
        assert len(found.message) < 700
        assert found.message.encode()
        return
    assert found.path or found.newest
    assert not any(unicodedata.category(one) == "Cc" for one in found.path)
    found.path.encode("utf-8", "surrogateescape")
    if system is System.WINDOWS:
        assert "/" not in found.path
        assert ":" not in re.sub(r"\A[A-Za-z]:", "", found.path)
        assert not re.match(r"\\\\[?.]\\", found.path) or ":" not in found.path
    else:
        assert not found.path.startswith("\\\\")
        assert not re.match(r"[A-Za-z]:[\\/]", found.path) or system is System.WSL


@given(ANYTHING, st.sampled_from(list(System)))
@settings(max_examples=100)
def test_any_text_is_a_path_or_refused(text: str, system: System) -> None:
    nothing_slips_through(text, system)


@pytest.mark.full
@given(ANYTHING, st.sampled_from(list(System)))
@settings(max_examples=10_000)
def test_any_of_ten_thousand_texts_is_a_path_or_refused(text: str, system: System) -> None:
    nothing_slips_through(text, system)
