"""The ten screenshots by which the reading of text is judged: each with the text that was drawn into it."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from benchmarks.ocr_canvas import Canvas
from benchmarks.ocr_texts import CHINESE, EDITOR, ENGLISH, JAPANESE, TERMINAL, TURKISH


@dataclass(frozen=True, slots=True)
class Shot:
    """A screenshot as a file, its truth, and the error rate that is allowed."""

    data: bytes
    truth: str
    allowed: float = 0.03


def shot(canvas: Canvas, *, allowed: float = 0.03) -> Shot:
    """A canvas as a PNG."""
    stored = BytesIO()
    canvas.image.save(stored, "PNG")
    return Shot(stored.getvalue(), "\n".join(canvas.truth), allowed)


def terminal() -> Shot:
    lines = TERMINAL.splitlines()
    canvas = Canvas(900, 60 + 19 * len(lines), "#1a1b26")
    for number, line in enumerate(lines):
        ink = (
            "#f7768e" if line.startswith("error") else "#e0af68" if line.startswith("warning") else "#c0caf5"
        )
        canvas.text(16, 24 + 19 * number, line, face="mono", size=14, ink=ink)
    return shot(canvas)


def editor() -> Shot:
    lines = EDITOR.splitlines()
    canvas = Canvas(1_080, 70 + 20 * len(lines), "#1e1e1e")
    canvas.box((0, 0, 1_080, 35), fill="#252526")
    canvas.text(60, 9, "harbour.py", size=13, ink="#ffffff")
    for number, line in enumerate(lines):
        y = 50 + 20 * number
        parts = [(f"{number + 1:>3}  ", "#858585"), (line, _colour(line))]
        canvas.pieces(8, y, parts, face="mono", size=13)
    return shot(canvas)


def _colour(line: str) -> str:
    words = line.split()
    if words and words[0] in {
        "import",
        "from",
        "class",
        "async",
        "def",
        "return",
        "raise",
        "for",
        "if",
        "await",
    }:
        return "#c586c0"
    return "#9cdcfe" if "=" in line else "#d4d4d4"


def form() -> Shot:
    canvas = Canvas(820, 900, "#f3f4f6")
    canvas.box((60, 40, 760, 860), fill="#ffffff", line="#d1d5db", radius=12)
    canvas.text(100, 68, "Create your account", face="arial-bold", size=26, ink="#111827")
    canvas.text(100, 108, "Fields marked with * are required.", face="arial", size=14, ink="#6b7280")
    fields = [
        ("Full name *", "Ada Lovelace", ""),
        ("E-mail address *", "ada@example.com", "This address is already in use."),
        ("Company", "Analytical Engines Ltd.", ""),
        ("Phone number", "+44 20 7946 0958", "Include the country code."),
        ("Street and number", "12 St James's Square", ""),
        ("Postcode and town", "SW1Y 4JH London", ""),
        ("Delivery date", "2026-11-30", "Choose a working day."),
    ]
    y = 148
    for label, value, told in fields:
        canvas.text(100, y, label, face="arial", size=14, ink="#374151")
        canvas.box(
            (100, y + 22, 720, y + 58), fill="#ffffff", line="#ef4444" if "already" in told else "#9ca3af"
        )
        canvas.text(112, y + 31, value, face="arial", size=15, ink="#111827")
        if told:
            canvas.text(
                100, y + 63, told, face="arial", size=12, ink="#dc2626" if "already" in told else "#6b7280"
            )
        y += 84
    canvas.box((100, y + 6, 116, y + 22), line="#9ca3af")
    canvas.text(126, y + 5, "I accept the terms of use and the privacy notice", face="arial", size=14)
    canvas.box((100, y + 42, 260, y + 84), fill="#2563eb", radius=8)
    canvas.text(128, y + 54, "Create account", face="arial-bold", size=15, ink="#ffffff")
    canvas.text(290, y + 55, "Cancel", face="arial", size=15, ink="#2563eb")
    return shot(canvas)


def dark() -> Shot:
    canvas = Canvas(1_200, 760, "#0f172a")
    canvas.box((0, 0, 1_200, 56), fill="#111c33")
    canvas.text(32, 17, "Harbour Control", face="bold", size=18, ink="#e2e8f0")
    tiles = [
        ("Ships in port", "48", "+6 since Monday"),
        ("Waiting time", "2 h 35 min", "Median of 7 days"),
        ("Berths free", "9 of 64", "3 reserved"),
        ("Incidents", "1", "Crane 4 stopped"),
    ]
    for row in range(3):
        for column, tile in enumerate(tiles):
            left = 32 + 288 * column
            if row == 0:
                canvas.box((left, 80, left + 264, 200), fill="#1e293b", radius=10)
            canvas.text(
                left + 20,
                (98, 124, 168)[row],
                tile[row],
                size=(13, 28, 12)[row],
                ink=("#94a3b8", "#f8fafc", "#64a6e8")[row],
            )
    canvas.text(32, 232, "Arrivals", face="bold", size=16, ink="#e2e8f0")
    rows = [
        ("Ship", "From", "Cargo", "Status"),
        ("Northern Tern", "Bergen", "Timber, 1,200 t", "Docked at berth 12"),
        ("Ada Maria", "Porto", "Cork and wine", "Waiting for pilot"),
        ("Grey Heron", "Rotterdam", "Containers", "Delayed"),
        ("Silver Strait", "Gdańsk", "Machine parts", "Expected at 18:40"),
        ("Juniper", "Hull", "Passengers", "Docked at berth 3"),
        ("Blue Anemone", "Brest", "Frozen fish, 340 t", "Customs inspection"),
        ("Old Thomas", "Aberdeen", "Gravel", "Cancelled by owner"),
    ]
    for number, entry in enumerate(rows):
        y = 268 + 44 * number
        canvas.draw.line((32, y + 34, 1_168, y + 34), fill="#1e293b")
        for column, cell in enumerate(entry):
            canvas.text(40 + 288 * column, y + 8, cell, size=14, ink="#94a3b8" if number == 0 else "#cbd5e1")
    canvas.text(
        32,
        700,
        "Low contrast note: figures refresh every 30 seconds and are not certified.",
        size=12,
        ink="#475569",
    )
    return shot(canvas)


def small() -> Shot:
    canvas = Canvas(760, 420)
    bottom = canvas.paragraph(20, 16, ENGLISH, width=720, step=16, size=11, ink="#222222")
    canvas.paragraph(
        20, bottom + 10, _shuffled(ENGLISH), width=720, step=16, face="arial", size=11, ink="#333333"
    )
    return shot(canvas)


def _shuffled(words: str) -> str:
    sentences = [f"{part.strip()}." for part in words.split(".") if part.strip()]
    random.Random(7).shuffle(sentences)
    return " ".join(sentences)


def turkish() -> Shot:
    canvas = Canvas(820, 420)
    canvas.text(24, 20, "Eski Günlerin Işığında", face="bold", size=22)
    canvas.paragraph(24, 64, TURKISH, width=770, step=25, size=15, ink="#1f2937")
    return shot(canvas, allowed=0.05)


def chinese() -> Shot:
    canvas = Canvas(800, 620, "#fffdf7")
    canvas.text(30, 20, "海边小城的一天", face="cjk-sc", size=26)
    canvas.paragraph(30, 76, CHINESE, width=740, step=32, face="cjk-sc", size=18)
    return shot(canvas)


def japanese() -> Shot:
    canvas = Canvas(800, 620)
    canvas.text(30, 20, "海辺の町の一日", face="cjk", size=26)
    canvas.paragraph(30, 76, JAPANESE, width=740, step=32, face="cjk", size=18)
    return shot(canvas)


def photo() -> Shot:
    """A page that was photographed: in perspective, with noise and shadow, as a JPEG that EXIF turns."""
    page = Canvas(1_000, 760, "#faf8f2")
    page.text(60, 50, "Notice to all passengers", face="arial-bold", size=38, ink="#1b1b1b")
    page.paragraph(60, 120, ENGLISH[:520], width=880, step=40, face="times", size=27, ink="#202020")
    table = Image.new("RGB", (1_240, 960), "#6b5a48")
    table.paste(page.image, (120, 90))
    corners = (70, 20, 20, 900, 1_225, 955, 1_160, 60)
    seen = table.transform(
        (1_240, 960), Image.Transform.QUAD, corners, Image.Resampling.BICUBIC, fillcolor="#6b5a48"
    )
    seen = seen.rotate(3.5, Image.Resampling.BICUBIC, fillcolor="#6b5a48")
    shade = Image.linear_gradient("L").resize(seen.size).point(lambda value: 255 - value // 3)
    seen = Image.composite(seen, Image.new("RGB", seen.size, "#202020"), shade)
    seen = Image.blend(seen, Image.effect_noise(seen.size, 60).convert("RGB"), 0.12)
    exif = Image.Exif()
    exif[0x0112] = 6
    stored = BytesIO()
    seen.rotate(90, expand=True).save(stored, "JPEG", quality=72, exif=exif)
    return Shot(stored.getvalue(), "\n".join(page.truth))


def tall() -> Shot:
    """A page as browsers save it whole: prose, figures, a list, a table, code and a foot."""
    canvas = Canvas(1_170, 8_000)
    canvas.box((0, 0, 1_170, 90), fill="#0f3d66")
    canvas.text(60, 26, "The Tern Bay Almanac", face="bold", size=32, ink="#ffffff")
    y = 130
    for chapter in range(1, 9):
        canvas.text(
            60, y, f"{chapter}. Notes of week {chapter + 12}", face="arial-bold", size=32, ink="#0f3d66"
        )
        words = f"Entry {chapter * 137}: {_shuffled(ENGLISH) if chapter % 2 else ENGLISH}"
        face = ("sans", "times", "arial")[chapter % 3]
        y = canvas.paragraph(60, y + 62, words, width=1_040, step=38, face=face, size=23) + 24
        y = (_figure, _table, _source)[chapter % 3](canvas, y, chapter) + 50
    canvas.text(60, 7_930, "Printed at the harbour office, all times in UTC", size=20, ink="#555555")
    return shot(canvas, allowed=0.02)


def _figure(canvas: Canvas, y: int, chapter: int) -> int:
    canvas.box((60, y, 1_110, y + 420), fill="#dbe7f0")
    for number in range(12):
        high = 60 + (number * 97 * chapter) % 300
        canvas.box((110 + 80 * number, y + 400 - high, 160 + 80 * number, y + 400), fill="#3b82b6")
    canvas.text(60, y + 436, f"Figure {chapter}: ships in port, month by month", size=20, ink="#444444")
    return y + 470


def _table(canvas: Canvas, y: int, chapter: int) -> int:
    ships = ("Heron", "Juniper", "Anemone", "Strait", "Maria")
    rows = [("Ship", "Berth", "Days", "Tons")]
    for number, ship in enumerate(ships):
        berth, days, tons = (str((number * 31 + column * 17 + chapter * 7) % 97 + 10) for column in (1, 2, 3))
        rows.append((ship, berth, days, tons))
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            canvas.text(70 + 260 * column, y + 44 * number, cell, face="arial", size=22)
        canvas.draw.line((60, y + 44 * number + 36, 1_110, y + 44 * number + 36), fill="#c8c8c8")
    return y + 264


def _source(canvas: Canvas, y: int, chapter: int) -> int:
    lines = EDITOR.splitlines()[4 * (chapter % 3) : 4 * (chapter % 3) + 9]
    canvas.box((60, y, 1_110, y + 32 * len(lines) + 24), fill="#f4f4f4")
    for number, line in enumerate(lines):
        canvas.text(80, y + 12 + 32 * number, line, face="mono", size=20, ink="#24292e")
    return y + 32 * len(lines) + 24


SHOTS: Mapping[str, Callable[[], Shot]] = {
    "terminal with an error": terminal,
    "editor": editor,
    "web form": form,
    "dark theme": dark,
    "11 px text": small,
    "Turkish": turkish,
    "Chinese": chinese,
    "Japanese": japanese,
    "rotated photo": photo,
    "1170x8000 page": tall,
}
"""By name, what draws each."""
