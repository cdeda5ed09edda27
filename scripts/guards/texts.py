"""Guards on words from outside."""

from scripts.guards.guard import Guard

TEXTS = (
    Guard(
        "fence: the margin",
        "src/opsin/text.py",
        "FENCE_MARGIN + line for line in shown",
        "line for line in shown",
        ("tests/test_text.py",),
    ),
    Guard(
        "fence: line ends within",
        "src/opsin/text.py",
        "unmarked(visible(line, limit), pairs=keep_blanks)",
        "unmarked(line, pairs=keep_blanks)",
        ("tests/test_text.py",),
    ),
    Guard(
        "fence: its own signs within",
        "src/opsin/text.py",
        "unmarked(visible(line, limit), pairs=keep_blanks)",
        "visible(line, limit)",
        ("tests/test_text.py",),
    ),
    Guard(
        "fence: around what a tool answers",
        "src/opsin/server/answers.py",
        "*fence(self.outside, keep_blanks=self.keep_blanks)",
        "*self.outside",
        (
            "tests/server/test_outside_text.py",
            "tests/server/test_guard.py",
        ),
    ),
    Guard(
        "control, bidi and zero-width characters",
        "src/opsin/text.py",
        'frozenset({"Cc", "Cf", "Co", "Cs"})',
        "frozenset()",
        ("tests/test_text.py",),
    ),
    Guard(
        "tags, fillers and variation selectors",
        "src/opsin/text.py",
        '_visible(_DROPPED.sub("", line))',
        "_visible(line)",
        ("tests/test_text.py",),
    ),
    Guard(
        "length of a line",
        "src/opsin/text.py",
        "    if len(line) <= limit:\n        return line\n    return line",
        "    if True:\n        return line\n    return line",
        ("tests/test_text.py",),
    ),
    Guard(
        "length of an answer",
        "src/opsin/server/guard.py",
        "characters -= len(line) + 1",
        "characters -= 0",
        ("tests/server/test_guard.py",),
    ),
    Guard(
        "licences in our own words",
        "src/opsin/rights/licence.py",
        "if _OWN_NAME.fullmatch(self.name):",
        "if True:",
        ("tests/rights/test_licence.py", "tests/images/test_cells.py"),
    ),
    Guard(
        "captions without a licence cut in two",
        "src/opsin/sheet/captions.py",
        "return Line(whole, typeface, size) if typeface.fits(whole, size, width) else None",
        "return Line(_beginning(whole, typeface, size, width), typeface, size)",
        ("tests/sheet/test_captions.py",),
    ),
    Guard(
        "words of others apart from our sentences",
        "src/opsin/web/failure.py",
        'outside = quoted(told) if _QUOTES.search(told) else ""',
        'outside = ""',
        ("tests/web/test_failure.py",),
    ),
)
