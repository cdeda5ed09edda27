"""Pairs of drawn screenshots, looked at as a whole and read by text recognition: what changed is told, and no more."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from opsin.ocr.lines import Read
from opsin.ocr.reading import available, read_text, worker_for
from opsin.pixels.isolated.worker import Worker
from opsin.settings import load_settings
from opsin.vision.composing import Looked, compose
from opsin.vision.report import Report
from opsin.vision.request import Look
from tests.vision.facts.drawn import Page, plain

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(bool(available()), reason="the extra is not installed"),
]

NO_FILE = Path(__file__).with_name("none.toml")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = worker_for()
    yield worker
    worker.close()


def sign_in(
    *, error: str = "", user: str = "anna@example", ready: bool = True, grounds: str = "#ffffff #111827"
) -> Image.Image:
    """A form with its lower rows in larger type, as fonts of a desktop have it; `grounds` are paper and ink."""
    paper, ink = grounds.split()
    page = Page(1000, 700, paper)
    page.draw.rectangle((0, 0, 1000, 50), fill="#222222")
    page.write((20, 12), "Deploy console", "#ffffff", 22)
    page.write((40, 90), "Sign in", ink, 30)
    page.write((40, 150), "E-mail", ink, 16)
    page.box((40, 175, 540, 215), None, "#999999")
    page.write((52, 184), user, ink, 18)
    page.write((40, 240), "Password", ink, 16)
    page.box((40, 265, 540, 305), None, "#ff0000", width=2)
    page.write((52, 274), "********", ink, 18)
    page.write((40, 310), error, "#ff0000", 16)
    page.box((40, 350, 180, 395), "#0a58ca" if ready else "#b8b8b8")
    page.write((75, 360), "Sign in", "#ffffff", 18)
    return page.image


def told(first: Image.Image, second: Image.Image, worker: Worker) -> Report:
    pixels = plain(first), plain(second)
    reads: tuple[Read, ...] = tuple(
        asyncio.run(read_text(one, within_s=110, worker=worker)) for one in pixels
    )
    look = Look.checked("a.png", secondary_path="b.png")
    return compose(look, Looked(("/a.png", "/b.png"), pixels, reads), load_settings({}, NO_FILE))


def test_an_error_that_went_is_all_that_is_told(worker: Worker) -> None:
    report = told(sign_in(error="Error: The password is wrong."), sign_in(), worker)
    assert report.difference["text_removed"] == ["Error: The password is wrong."]
    assert report.difference["text_added"] == []
    assert report.difference["layout"] == []
    assert report.answer.count("Looks like a form (2 inputs and 1 button told apart)") == 2


def test_a_text_that_was_edited_and_a_button_that_was_switched_off(worker: Worker) -> None:
    report = told(sign_in(), sign_in(user="bert@example", ready=False), worker)
    assert report.difference["text_removed"] == ["anna@example"]
    assert report.difference["text_added"] == ["bert@example"]
    edited, off = report.difference["layout"]
    assert 'text "anna@example" became "bert@example"' in edited
    assert off.startswith("The button at 40,350 (141×46): fill blue #0a58ca became")


def test_another_theme_makes_no_box_come_or_go(worker: Worker) -> None:
    layout = told(sign_in(), sign_in(grounds="#111827 #f9fafb"), worker).difference["layout"]
    assert layout[0] == "The light theme became a dark one."
    assert not any(sentence.startswith(("Gone", "New", "Moved")) for sentence in layout)


def test_the_same_picture_twice(worker: Worker) -> None:
    report = told(sign_in(), sign_in(), worker)
    assert report.answer.startswith("The two images are identical, pixel by pixel. Image 1:")
    assert report.difference["layout"] == []
