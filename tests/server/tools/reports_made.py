"""Reports of looks, for the tests of what tells them."""

from dataclasses import replace

from opsin.vision.report import Receipt, Report, TextLine

RECEIPT = Receipt(
    engine="ollama",
    address="127.0.0.1:11434",
    model="qwen3-vl:4b",
    digest="sha256:0123456789abcdef",
    pictures=({"sha256": "ab" * 32, "width": 96, "height": 96, "bytes": 300, "mime": "image/png"},),
    left_machine=False,
    checked=("The connected socket is a loopback address.",),
)
LINES = (
    TextLine("def look(path):", "both", (10, 20, 200, 40), 0.987),
    TextLine("    return 1 << 2", "ocr", (42, 44, 230, 64), 0.9),
    TextLine("  a    b", "model"),
)
REPORT = Report(
    ok=True,
    engine="ollama",
    model="qwen3-vl:4b",
    source_path="/home/ana/shot.png",
    mode="ui",
    answer="An editor with two lines.\nNothing else.",
    observations=("A dark theme.", "A cursor at line 2."),
    text=LINES,
    uncertainties=("The third line is blurred.",),
    facts=({"width": 640, "height": 480, "palette": [{"colour": "#101010", "share": 0.9}]},),
    receipt=RECEIPT,
    notes=("OCR and the model agree.",),
)
PENDING = replace(REPORT, pending=True, engine="ocr", model="", part=1, parts=3, truncated=True, masked=2)


def long_report(lines: int, characters: int) -> Report:
    """A report with much of everything."""
    return replace(
        REPORT,
        answer=" ".join(["word"] * 2_400),
        observations=("o" * 1_000,) * 24,
        uncertainties=("u" * 1_000,) * 24,
        text=tuple(
            TextLine(f"{number:04} " + "t" * (characters - 5), "ocr", (1, 2, 3, 4), 0.5)
            for number in range(lines)
        ),
        facts=({"boxes": [[1, 2, 3, 4]] * 5_000, "codes": ["c" * 500] * 50},),
        difference={"boxes": [[1, 2, 3, 4]] * 5_000, "share": 0.5},
    )
