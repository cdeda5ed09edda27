"""A screenshot for the demo, drawn in memory: a page of a made-up service, on which something went wrong."""

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

SIZE = (1200, 800)
FILE = "screenshot.png"
QUESTION = "What went wrong, and which field is it about?"

_PAGE, _CARD, _BAR = "#f1f5f9", "#ffffff", "#0f172a"
_INK, _DIM, _LINE = "#0f172a", "#475569", "#cbd5e1"
_BLUE, _RED, _PALE_RED = "#2563eb", "#b91c1c", "#fee2e2"

HEADING = "Connect a database"
WRONG = "Connection refused: db.example.com:5433"
HINT = "The port must be a number that the server listens on."


@dataclass(frozen=True, slots=True)
class _Field:
    label: str
    value: str
    wrong: bool = False


def screenshot(*, mended: bool = False) -> bytes:
    """Draw the page as PNG.

    Args:
        mended: The page after somebody has put the mistake right: the same, without the error.
    """
    from PIL import Image, ImageDraw

    image = Image.new("RGB", SIZE, _PAGE)
    draw = ImageDraw.Draw(image)
    _head(draw)
    draw.rounded_rectangle((300, 96, 900, 756), 12, fill=_CARD, outline="#e2e8f0")
    _write(draw, (340, 124), HEADING, 26, _INK, heavy=True)
    _write(draw, (340, 166), "Reports are read from here. Nothing is written.", 15, _DIM)
    if mended:
        _notice(draw, "Connected to shop in 42 ms", "#dcfce7", "#15803d")
    else:
        _notice(draw, WRONG, _PALE_RED, _RED)
    fields = (
        _Field("Host", "db.example.com"),
        _Field("Port", "5432" if mended else "5433", wrong=not mended),
        _Field("Database", "shop"),
        _Field("User", "reports"),
    )
    for number, field in enumerate(fields):
        _input(draw, 276 + number * 94, field)
    _button(draw, (340, 680, 480, 724), "Cancel", filled=False)
    _button(draw, (700, 680, 860, 724), "Save" if mended else "Try again", filled=True)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _head(draw: "ImageDraw") -> None:
    draw.rectangle((0, 0, SIZE[0], 55), fill=_BAR)
    _write(draw, (28, 16), "Ledger", 20, "#ffffff", heavy=True)
    for number, entry in enumerate(("Reports", "Sources", "Settings")):
        _write(draw, (180 + number * 110, 18), entry, 15, "#ffffff" if entry == "Sources" else "#cbd5e1")


def _notice(draw: "ImageDraw", text: str, fill: str, ink: str) -> None:
    draw.rounded_rectangle((340, 206, 860, 252), 6, fill=fill, outline=ink)
    _write(draw, (358, 219), text, 15, ink)


def _input(draw: "ImageDraw", top: int, field: _Field) -> None:
    _write(draw, (340, top), field.label, 14, _DIM)
    box = (340, top + 24, 860, top + 62)
    draw.rounded_rectangle(box, 6, fill=_CARD, outline=_RED if field.wrong else _LINE, width=1 + field.wrong)
    _write(draw, (354, top + 34), field.value, 15, _INK)
    if field.wrong:
        _write(draw, (340, top + 66), HINT, 13, _RED)


def _button(draw: "ImageDraw", box: tuple[int, int, int, int], text: str, *, filled: bool) -> None:
    draw.rounded_rectangle(box, 8, fill=_BLUE if filled else _CARD, outline=None if filled else _LINE)
    middle = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
    _write(draw, middle, text, 15, "#ffffff" if filled else _INK, anchor="mm")


def _write(
    draw: "ImageDraw",
    at: tuple[int, int],
    text: str,
    size: int,
    ink: str,
    *,
    heavy: bool = False,
    anchor: str = "la",
) -> None:
    from opsin.sheet.typefaces import packaged_typeface

    font = packaged_typeface().at(size)
    draw.text(at, text, font=font, fill=ink, anchor=anchor, stroke_width=0.6 if heavy else 0, stroke_fill=ink)
