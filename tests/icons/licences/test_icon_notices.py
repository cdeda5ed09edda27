from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opsin.icons.icon import Icon
from opsin.icons.licences.closing import CLOSING
from opsin.icons.licences.notices import Noted, notices
from opsin.icons.licences.terms import terms_of
from opsin.icons.licences.texts import PACKAGED, copyright_lines, licence_text
from tests.icons.licences.made import LUCIDE, icon


def noted(one: Icon, file: str = "", changes: str = "") -> Noted:
    return Noted(one, terms_of(one), file, changes)


def test_each_set_stands_there_once_with_its_notice_and_icons() -> None:
    tabler = icon(
        "home", "tabler", version="3.48.0", author="Paweł Kuna", licence_url="https://a.example/LICENSE"
    )
    text = notices(
        [
            noted(Icon(LUCIDE, "rocket"), "lucide-rocket.svg"),
            noted(tabler, "tabler-home.svg", "recoloured"),
            noted(Icon(LUCIDE, "wand"), "lucide-wand.svg"),
        ]
    )
    assert text.count("## Lucide (`lucide`)") == 1
    assert "## Tabler (`tabler`, version `3.48.0`)" in text
    assert "- Licence: [ISC](https://github.com/lucide-icons/lucide/blob/main/LICENSE)" in text
    assert (
        "- Copyright (c) 2020\\-2026" in text or "- Copyright (c) 2020-2026" in text or "Paweł Kuna" in text
    )
    assert text.count("unchanged") == 2
    assert CLOSING in text
    assert licence_text("ISC").rstrip() in text
    assert licence_text("MIT").rstrip() in text
    assert "Apache License" not in text


def test_icons_of_one_set_under_several_licences_stand_apart() -> None:
    text = notices([noted(Icon(LUCIDE, "rocket")), noted(Icon(LUCIDE, "search"))])
    assert text.count("## Lucide") == 1
    assert "[ISC](" in text
    assert "[ISC AND MIT](" in text
    assert licence_text("MIT").rstrip() in text


def test_duties_doubt_and_brands_are_said() -> None:
    text = notices(
        [
            noted(icon("a", "hugeicons")),
            noted(icon("b", "arcticons", "CC-BY-SA-4.0", category="Logos")),
            noted(icon("github", "simple-icons", "CC0-1.0")),
            noted(icon("c", "wi", "OFL-1.1")),
        ]
    )
    assert "In doubt: The owner" in text
    assert "has to be credited" in text
    assert "falls under this licence" in text
    assert "stay under this licence" in text
    assert "shows a brand: [rules of its owner](https://" in text


def test_the_same_icons_give_the_same_text_in_any_order() -> None:
    some = [noted(icon(name, prefix)) for prefix in ("b", "a") for name in ("y", "x")]
    assert notices(some) == notices(reversed(some)) == notices([*some, *some])


def test_an_empty_folder_has_a_short_notice() -> None:
    assert "Licence texts" not in notices([])


@pytest.mark.parametrize("name", PACKAGED)
def test_texts_are_there_and_nobody_is_named_in_them(name: str) -> None:
    text = licence_text(name)
    assert len(text) > 600
    assert "<year>" not in text
    assert max(map(len, text.splitlines())) <= 100


def test_a_text_that_is_not_there_is_empty_and_files_are_those_that_are_named() -> None:
    assert licence_text("GPL-3.0-only") == licence_text("../overrides") == ""
    folder = resources.files("opsin.icons.licences").joinpath("texts")
    assert {file.name for file in folder.iterdir()} == {f"{name}.txt" for name in PACKAGED}
    assert copyright_lines("no-such-set") == ()


@given(st.text(max_size=30), st.text(max_size=30), st.text(max_size=30))
def test_no_text_from_outside_makes_a_heading_or_a_fence_of_its_own(
    name: str, author: str, title: str
) -> None:
    made = icon(name, spdx="", name=f"\n# {title}", author=f"\n```\n{author}", licence_title=title)
    text = notices([noted(made, f"{name}.svg")])
    assert [line for line in text.splitlines() if line.startswith("#")].__len__() == 2
    assert "\n```" not in text


def test_a_text_that_is_not_in_the_file_is_pointed_to() -> None:
    pointer = "Its whole text is not in this file: it stands behind the link."
    for spdx, pointed in (("MIT", 0), ("MPL-2.0", 1), ("MIT OR Apache-2.0", 0)):
        one = icon(spdx=spdx)
        assert notices([Noted(one, terms_of(one))]).count(pointer) == pointed
