"""Folders that somebody asks for: refused where they lead out, on every system alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.errors import PathRefused
from opsin.paths.folder_names import folder_parts


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("/etc", "absolute"),
        ("\\temp", "absolute"),
        ("//server/share", "absolute"),
        ("\\\\server\\share", "absolute"),
        ("\\\\?\\C:\\x", "absolute"),
        ("C:\\x", "absolute"),
        ("c:x", "absolute"),
        ("~/x", "home"),
        ("~root", "home"),
        ("..", "upwards"),
        ("a/../../b", "upwards"),
        ("a\\..\\b", "upwards"),
        ("a/b:stream", "character"),
        ("a\0b", "character"),
        ("a\u202eb", "character"),
        ("what?", "character"),
        ("a/ b", "space"),
        ("a./b", "dot"),
        ("... /b", "space"),
        ("a/CON/b", "device"),
        ("nul.txt", "device"),
        ("x" * 201, "bytes"),
        ("a/" * 17, "levels"),
    ],
)
def test_what_leads_out_or_breaks_elsewhere_is_refused(text: str, why: str) -> None:
    with pytest.raises(PathRefused, match=why) as caught:
        folder_parts(text)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        (".", ()),
        ("./a//b/", ("a", "b")),
        ("a\\b", ("a", "b")),
        ("Press Photos 2026", ("Press Photos 2026",)),
        ("レッサーパンダ/e\u0301te\u0301", ("レッサーパンダ", "été")),
        (".hidden", (".hidden",)),
    ],
)
def test_what_stays_inside_is_kept_as_it_is(text: str, parts: tuple[str, ...]) -> None:
    assert folder_parts(text) == parts


@given(st.text(alphabet=st.sampled_from('ab./\\:~ C\0|"e\u0301'), max_size=30))
def test_no_part_that_passes_leads_anywhere(text: str) -> None:
    try:
        parts = folder_parts(text)
    except PathRefused:
        return
    for part in parts:
        assert part not in {"", ".", ".."}
        assert not set(part) & set('/\\:\0|"')
