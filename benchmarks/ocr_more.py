"""Screenshots of other kinds than the ten: what is right for those only would show here."""

import random
from collections.abc import Callable, Mapping
from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter

from benchmarks.ocr_canvas import Canvas, font, wrapped
from benchmarks.ocr_ten import Shot, shot
from benchmarks.ocr_texts import ENGLISH, JAPANESE

LATIN = (
    "Żółw pływał w ciepłej wodzie, a chłopiec śmiał się głośno. Die Straße führt über die Brücke, größere Schiffe "
    "müssen warten. L'été dernier, nous avons mangé des crêpes près de l'église où habite François. Çiçekler "
    "bahçede açtı, kuşlar ağaçların üstünde öttü. El niño pequeño soñaba con montañas y campañas. Příliš žluťoučký "
    "kůň úpěl ďábelské ódy. Åsa och Göran åker båt på sjön. Blåbærsyltetøy smaker godt på brødet hver søndag."
)

LOG = """2026-11-30 18:40:02.113 INFO  [main] harbour.server - listening on 127.0.0.1:8080 (pid 41227)
2026-11-30 18:40:02.954 DEBUG [pool-1] harbour.store - opened /var/lib/harbour/ships.db in 37 ms
2026-11-30 18:41:17.208 WARN  [http-7] harbour.api - slow request GET /v1/ships?limit=500 took 2314 ms
2026-11-30 18:41:59.771 ERROR [http-3] harbour.api - POST /v1/berths failed: status=409 trace=9f3ac1d27be04
java.lang.IllegalStateException: berth 12 is already taken by "Northern Tern"
    at com.example.harbour.Berths.reserve(Berths.java:148)
    at com.example.harbour.Api$Handler.handle(Api.java:77)
    at java.base/java.lang.Thread.run(Thread.java:1583)
Caused by: java.sql.SQLException: constraint failed: UNIQUE(berth, day)
    ... 12 more
2026-11-30 18:42:00.004 INFO  [main] harbour.metrics - requests=18231 errors=1 p99=812ms heap=341MB
============================================================
== Summary: 1 error, 1 warning, 18231 requests, 0 restarts =="""

CODE = """export function route(ships: Ship[], options?: Options): Plan {
  const plan: Plan = { legs: [], cost: 0 };
  for (const ship of ships) {
    if (ship.cargo.length > 0) {
      for (const item of ship.cargo) {
        switch (item.kind) {
          case "timber":
            if (options?.fast && item.weight < 1_200) {
              plan.legs.push({ from: ship.port, to: item.port });
            }
            break;
          default:
            plan.cost += item.weight * 0.25; // euros
        }
      }
    }
  }
  return plan.legs.length ? plan : { ...EMPTY, cost: -1 };
}

/* Rounds to cents; see https://example.org/rounding?mode=half_even#cents */
const cents = (x: number): number => Math.round(x * 100) / 100;"""


def article() -> Shot:
    canvas = Canvas(1_100, 900)
    canvas.text(60, 36, "A Morning at the Quay", face="times", size=34)
    words = font("times", 16)
    lines = wrapped(ENGLISH + ENGLISH[:330], 470, words)
    half = -(-len(lines) // 2)
    for column, part in enumerate((lines[:half], lines[half:])):
        for number, line in enumerate(part):
            canvas.text(60 + 510 * column, 110 + 25 * number, line, face="times", size=16)
    canvas.text(60, 840, "Printed on the last day of November, page 14", face="times", size=13, ink="#555555")
    return shot(canvas)


def chat() -> Shot:
    canvas = Canvas(720, 900, "#e5ddd5")
    canvas.box((0, 0, 720, 60), fill="#075e54")
    canvas.text(70, 18, "Harbour crew", face="roboto", size=20, ink="#ffffff")
    said = [
        (False, "Mira", "Good morning! Is crane 4 running again?", "07:12"),
        (True, "", "Not yet. The mechanic comes at half past nine, he needs a part from Hull.", "07:14"),
        (False, "Thomas", "Then move the Grey Heron to berth 9 please.", "07:15"),
        (True, "", "Berth 9 is reserved for the ferry until noon.", "07:15"),
        (False, "Mira", "Fine, 12:30 it is. I'll tell the pilot and the agent in Rotterdam.", "07:19"),
        (True, "", "Thanks! Coffee is on me :-)", "07:20"),
        (False, "Thomas", "Two sugars, as always. And bring the papers for customs.", "07:22"),
    ]
    y = 80
    for mine, name, words, when in said:
        lines = wrapped(words, 380, font("roboto", 16))
        left = 280 if mine else 20
        high = 22 * len(lines) + (24 if name else 0) + 34
        canvas.box((left, y, left + 420, y + high), fill="#dcf8c6" if mine else "#ffffff", radius=10)
        at = y + 8
        if name:
            canvas.text(left + 14, at, name, face="roboto", size=15, ink="#e542a3")
            at += 24
        for line in lines:
            canvas.text(left + 14, at, line, face="roboto", size=16)
            at += 22
        canvas.text(left + 370, at + 2, when, face="roboto", size=12, ink="#777777")
        y += high + 12
    return shot(canvas)


def table() -> Shot:
    canvas = Canvas(1_150, 640)
    heads = ["Item", "Quarter 1", "Quarter 2", "Quarter 3", "Quarter 4", "Total", "Change"]
    dice = random.Random(3)
    for row in range(22):
        y = 20 + 27 * row
        canvas.draw.line((20, y - 4, 1_130, y - 4), fill="#d0d0d0")
        name = f"{dice.choice(['Timber', 'Fish', 'Steel', 'Cork', 'Wine', 'Grain'])} {dice.randint(100, 999)}"
        values = [dice.randint(100, 99_999) for _ in range(4)]
        cells = (
            heads
            if row == 0
            else [
                name,
                *(f"{value:,}" for value in values),
                f"{sum(values):,}",
                f"{dice.uniform(-20, 20):+.1f}%",
            ]
        )
        for column, cell in enumerate(cells):
            left = 30 + 160 * column
            if row and column:
                left += 110 - int(font("arial", 14).getlength(cell))
            canvas.text(left, y, cell, face="arial-bold" if row == 0 else "arial", size=14)
    return shot(canvas)


def light_code() -> Shot:
    lines = CODE.splitlines()
    canvas = Canvas(940, 60 + 21 * len(lines))
    for number, line in enumerate(lines):
        canvas.text(
            24,
            20 + 21 * number,
            line,
            face="hack",
            size=14,
            ink="#6a737d" if "//" in line or "/*" in line else "#24292e",
        )
    return shot(canvas)


def log() -> Shot:
    lines = LOG.splitlines()
    canvas = Canvas(1_060, 40 + 18 * len(lines), "#0c0c0c")
    for number, line in enumerate(lines):
        canvas.text(10, 14 + 18 * number, line, face="courier", size=13, ink="#cccccc")
    return shot(canvas)


def mixed() -> Shot:
    canvas = Canvas(900, 380)
    bottom = canvas.paragraph(24, 20, LATIN, width=850, step=26, face="arial", size=16)
    canvas.paragraph(24, bottom + 16, LATIN[:180], width=850, step=24, size=13)
    return shot(canvas)


def ten_pixels() -> Shot:
    canvas = Canvas(640, 260, "#fafafa")
    bottom = canvas.paragraph(12, 10, ENGLISH, width=610, step=15, face="arial", size=10, ink="#222222")
    canvas.paragraph(12, bottom + 8, ENGLISH[:300].upper(), width=610, step=15, size=10, ink="#222222")
    return shot(canvas)


def four_k() -> Shot:
    canvas = Canvas(3_840, 2_160, "#f6f8fa")
    for column in range(4):
        canvas.box(
            (40 + 950 * column, 40, 950 + 950 * column, 2_100), fill="#ffffff", line="#d0d7de", radius=8
        )
    for column in range(4):
        left = 60 + 950 * column
        canvas.text(left, 60, f"Panel {column + 1}: notes of the harbour master", face="bold", size=18)
        canvas.paragraph(left, 110, ENGLISH * 2, width=860, step=20, size=13)
    return shot(canvas)


def blurred() -> Shot:
    canvas = Canvas(900, 560, "#f4f1ea")
    canvas.text(40, 24, "Minutes of the meeting", face="arial-bold", size=28)
    canvas.paragraph(40, 80, ENGLISH, width=820, step=32, face="arial", size=20)
    stored = BytesIO()
    canvas.image.filter(ImageFilter.GaussianBlur(1.1)).save(stored, "JPEG", quality=35)
    return Shot(stored.getvalue(), "\n".join(canvas.truth))


def subpixel() -> Shot:
    """Letters with coloured edges, as displays with subpixels are written on."""
    canvas = Canvas(900, 300)
    for number, line in enumerate(wrapped(ENGLISH, 850, font("arial", 15))):
        large = Image.new("L", (2_700, 60), 255)
        ImageDraw.Draw(large).text((60, 6), line, font=font("arial", 45), fill=0)
        flat = large.resize((2_700, 20), Image.Resampling.BOX)
        colours = [
            flat.transform((900, 20), Image.Transform.AFFINE, (3, 0, shift, 0, 1, 0)) for shift in (-1, 0, 1)
        ]
        canvas.image.paste(Image.merge("RGB", colours), (0, 16 + 24 * number))
        canvas.truth.append(line)
    return shot(canvas)


def vertical() -> Shot:
    """A page that lies on its side, with nothing that tells so."""
    canvas = Canvas(900, 500)
    canvas.paragraph(40, 30, ENGLISH, width=820, step=30, face="times", size=20)
    canvas.image = canvas.image.rotate(90, expand=True)
    return shot(canvas)


def upside_down() -> Shot:
    canvas = Canvas(900, 500)
    canvas.paragraph(40, 30, ENGLISH, width=820, step=30, face="arial", size=19)
    canvas.image = canvas.image.rotate(180)
    return shot(canvas)


def web_page() -> Shot:
    """A page with a navigation at its side, whose lines are not those of the text."""
    canvas = Canvas(1_280, 800)
    canvas.box((0, 0, 1_280, 52), fill="#24292f")
    canvas.text(24, 15, "Tern Bay Documentation", face="roboto", size=19, ink="#ffffff")
    for number, entry in enumerate(
        [
            "Introduction",
            "Installation",
            "Configuration",
            "Berths and ships",
            "Pilots",
            "Customs forms",
            "Weather reports",
            "Command line",
            "Change log",
        ]
    ):
        canvas.text(28, 90 + 34 * number, entry, face="roboto", size=14, ink="#0969da")
    canvas.text(300, 84, "Configuration", face="roboto", size=30)
    y = canvas.paragraph(300, 142, ENGLISH, width=700, step=26, face="roboto", size=16)
    canvas.text(300, y + 14, "Next: Berths and ships", face="roboto", size=16, ink="#0969da")
    return shot(canvas)


def japanese_small() -> Shot:
    canvas = Canvas(640, 420, "#202124")
    canvas.paragraph(16, 16, JAPANESE, width=600, step=24, face="cjk", size=13, ink="#e8eaed")
    return shot(canvas)


SHOTS: Mapping[str, Callable[[], Shot]] = {
    "two columns": article,
    "chat": chat,
    "table": table,
    "code, light": light_code,
    "log": log,
    "seven languages": mixed,
    "10 px text": ten_pixels,
    "4K, 13 px text": four_k,
    "blurred JPEG": blurred,
    "subpixel letters": subpixel,
    "on its side": vertical,
    "upside down": upside_down,
    "page with navigation": web_page,
    "Japanese, 13 px, dark": japanese_small,
}
"""By name, what draws each."""
