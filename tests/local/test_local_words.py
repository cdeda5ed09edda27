"""Words, kinds, colours and queries: what the index makes of texts and pixels."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from opsin.local.asked import read_query
from opsin.local.colours import colour_words, name_of, shares_of
from opsin.local.index_words import index_text, plain_words
from opsin.local.kinds import Form, Kind, kinds_of
from opsin.pixels.metadata import Metadata

NOW = datetime(2026, 3, 4, 15, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("Screenshots_of-errors", ("screenshots", "screenshot", "errors", "error")),
        ("IMG20250301", ("img20250301", "img", "20250301")),
        ("myNewHTMLPage", ("my", "new", "html", "page")),
        ("Müller in Ærø", ("muller", "in")),
        ("赤い画面", ("赤い", "い画", "画面")),
        ("東京tower", ("東京", "tower")),
    ],
)
def test_words_of_names(text: str, has: tuple[str, ...]) -> None:
    assert set(has) <= set(index_text(text).split())


@given(st.text(max_size=200))
def test_any_text_becomes_words_that_the_index_takes(text: str) -> None:
    for word in plain_words(text):
        assert word
        assert " " not in word
        assert '"' not in word


@pytest.mark.parametrize(
    ("name", "folders", "kind"),
    [
        ("Screenshot 2026-03-01 at 10.00.00.png", (), Kind.SCREENSHOT),
        ("Bildschirmfoto vom 2026-03-01.png", (), Kind.SCREENSHOT),
        ("スクリーンショット 2026.png", (), Kind.SCREENSHOT),
        ("x.png", ("Pictures", "Screenshots"), Kind.SCREENSHOT),
        ("IMG_2034.JPG", (), Kind.PHOTO),
        ("PXL_20250301_1.jpg", (), Kind.PHOTO),
        ("x.jpg", ("DCIM", "100"), Kind.PHOTO),
        ("scan0007.jpg", (), Kind.SCAN),
        ("invoice-scan.png", (), Kind.SCAN),
    ],
)
def test_kinds_by_name(name: str, folders: tuple[str, ...], kind: Kind) -> None:
    assert kinds_of(name, folders, None, Metadata()) == (kind,)


def test_names_that_speak_for_no_kind() -> None:
    for name in ("scandinavia.jpg", "landscape.png", "imagine.jpg", "seaside.webp"):
        assert kinds_of(name, ("Pictures",), None, Metadata()) == ()


def test_kinds_by_facts() -> None:
    assert kinds_of("x.png", (), Form(1170, 2532, "png"), Metadata()) == (Kind.SCREENSHOT,)
    assert kinds_of("x.jpg", (), Form(1920, 1080, "jpeg"), Metadata()) == ()
    assert kinds_of("x.jpg", (), Form(4000, 3000, "jpeg"), Metadata(camera="Opsin Eye 7")) == (Kind.PHOTO,)
    assert kinds_of("x.jpg", (), Form(2480, 3508, "jpeg"), Metadata()) == (Kind.SCAN,)
    assert kinds_of("x.gif", (), Form(10, 10, "gif", animated=True), Metadata()) == (Kind.ANIMATION,)
    assert kinds_of("x.heic", (), Form(1170, 2532, "heic"), Metadata(caption="Screenshot")) == (
        Kind.SCREENSHOT,
    )


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((220, 30, 30), "red"),
        ((30, 160, 60), "green"),
        ((30, 60, 200), "blue"),
        ((250, 220, 40), "yellow"),
        ((240, 140, 20), "orange"),
        ((110, 70, 35), "brown"),
        ((255, 180, 190), "pink"),
        ((130, 40, 180), "purple"),
        ((30, 190, 190), "turquoise"),
        ((128, 128, 128), "grey"),
        ((250, 250, 250), "white"),
        ((12, 12, 14), "black"),
    ],
)
def test_colours_have_the_names_that_people_use(rgb: tuple[int, int, int], name: str) -> None:
    assert name_of(*rgb) == name


def test_a_line_of_red_on_a_white_screen_is_seen() -> None:
    image = Image.new("RGB", (640, 400), "white")
    ImageDraw.Draw(image).rectangle((100, 200, 260, 202), fill=(200, 0, 0))
    main, accents = colour_words(shares_of(image))
    assert main.split() == ["white", "bright", "light"]
    assert accents.split() == ["red"]


def test_dark_screens_are_dark() -> None:
    main, _ = colour_words(shares_of(Image.new("RGB", (64, 64), (20, 20, 24))))
    assert {"black", "dark"} <= set(main.split())


def test_what_says_nothing_is_left_out_of_a_query() -> None:
    assert read_query("the screenshot with the red error", NOW).words == ("screenshot", "red", "error")
    assert read_query("my pictures", NOW).number == 0
    assert read_query("cat cat CAT", NOW).words == ("cat",)


def test_spans_of_time() -> None:
    [day] = read_query("screenshots from yesterday", NOW).spans
    assert (datetime.fromtimestamp(day.start, UTC), day.end - day.start) == (
        datetime(2026, 3, 3, tzinfo=UTC),
        86_400,
    )
    [month] = read_query("last month", NOW).spans
    assert datetime.fromtimestamp(month.start, UTC) == datetime(2026, 2, 1, tzinfo=UTC)
    assert datetime.fromtimestamp(month.end, UTC) == datetime(2026, 3, 1, tzinfo=UTC)
    [week] = read_query("this week", NOW).spans
    assert datetime.fromtimestamp(week.start, UTC) == datetime(2026, 3, 2, tzinfo=UTC)
    [year] = read_query("last year", NOW).spans
    assert datetime.fromtimestamp(year.start, UTC) == datetime(2025, 1, 1, tzinfo=UTC)
    assert read_query("march 2026", NOW).words == ("march", "2026")
