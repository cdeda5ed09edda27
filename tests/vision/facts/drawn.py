"""Pictures for the tests of facts, drawn here, and what was read in them as a reader would tell it."""

from functools import cache
from typing import Any

from PIL import Image, ImageDraw

from opsin.ocr.lines import Line, Read
from opsin.pixels.facts import Facts
from opsin.pixels.plain import PlainPixels
from opsin.pixels.sniff import Format
from opsin.sheet.typefaces import packaged_typeface
from opsin.vision.facts.gather import gather

Box = tuple[int, int, int, int]


def plain(image: Image.Image, kind: Format = Format.PNG, **changed: object) -> PlainPixels:
    """The picture as it comes from decoding."""
    has_alpha = bool(changed.pop("has_alpha", False))
    facts = Facts(kind, image.width, image.height, 12_345, "RGB", has_alpha=has_alpha)
    given: dict[str, object] = {
        "scale": 1.0,
        "box": (0, 0, image.width, image.height),
        "ground": "",
        "page": 1,
        "pages": 1,
    }
    return PlainPixels(image.width, image.height, image.tobytes(), facts, **(given | changed))  # type: ignore[arg-type]


class Page:
    """A page that is drawn and read at once."""

    def __init__(self, width: int, height: int, ground: str = "#f1f5f9") -> None:
        self.image = Image.new("RGB", (width, height), ground)
        self.draw = ImageDraw.Draw(self.image)
        self.lines: list[Line] = []

    def write(
        self, at: tuple[int, int], text: str, ink: str = "#0f172a", size: int = 15, anchor: str = "la"
    ) -> None:
        font = packaged_typeface().at(size)
        self.draw.text(at, text, font=font, fill=ink, anchor=anchor)
        left, top, right, bottom = self.draw.textbbox(at, text, font=font, anchor=anchor)
        self.lines.append(Line(text, (int(left) - 2, int(top) - 2, int(right) + 2, int(bottom) + 2), 0.97))

    def box(
        self, box: Box, fill: str | None, outline: str | None = None, radius: int = 0, width: int = 1
    ) -> None:
        self.draw.rounded_rectangle(box, radius, fill=fill, outline=outline, width=width)

    @property
    def read(self) -> Read:
        return Read(tuple(self.lines), engine="made by hand")


def form() -> Page:
    """A form: three inputs of which one has a red border, a tick box, two buttons, a bar above."""
    page = Page(1200, 800)
    page.draw.rectangle((0, 0, 1199, 55), fill="#0f172a")
    page.write((24, 18), "Acme Console", "#ffffff", 18)
    page.box((360, 120, 840, 640), "#ffffff", "#e2e8f0", 12)
    page.write((400, 150), "Create account", size=24)
    for number, (label, value, border) in enumerate(
        (
            ("Full name", "Ada Lovelace", "#cbd5e1"),
            ("Email", "ada@example", "#dc2626"),
            ("Password", "", "#cbd5e1"),
        )
    ):
        top = 210 + 100 * number
        page.write((400, top), label, "#334155", 14)
        page.box((400, top + 24, 800, top + 64), "#ffffff", border, 6, 2 if border == "#dc2626" else 1)
        if value:
            page.write((412, top + 35), value)
    page.write((400, 378), "Please enter a valid email address", "#dc2626", 12)
    page.box((400, 514, 416, 530), "#ffffff", "#64748b")
    page.write((426, 513), "Send me news", "#94a3b8", 14)
    page.box((400, 560, 520, 600), "#ffffff", "#cbd5e1", 20)
    page.write((460, 580), "Cancel", "#334155", anchor="mm")
    page.box((660, 560, 800, 600), "#2563eb", None, 20)
    page.write((730, 580), "Save", "#ffffff", anchor="mm")
    return page


@cache
def form_facts() -> dict[str, Any]:
    """The facts of the form, gathered once: they are not to be changed."""
    page = form()
    return gather(plain(page.image), page.read)


def dialog() -> Page:
    """A window that asks whether to save."""
    page = Page(900, 600, "#9a9a9a")
    page.draw.rectangle((220, 180, 680, 400), fill="#f0f0f0", outline="#7a7a7a")
    page.write((244, 236), "Do you want to save changes to Untitled?")
    for number, text in enumerate(("Save", "Don't Save", "Cancel")):
        left = 330 + 114 * number
        page.draw.rectangle((left, 350, left + 104, 380), fill="#e1e1e1", outline="#adadad")
        page.write((left + 52, 365), text, "#000000", 13, "mm")
    return page
