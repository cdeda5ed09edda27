"""What kind of screen a picture shows, told only with evidence that is named."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_PROMPT = re.compile(
    r"^\s*(?:\(\w[\w.-]*\)\s*)?(?:[\w.-]+@[\w.-]+[:\s]?\s*[~/\w.-]*\s?[$#%](?:\s|$)|PS\s+[A-Z]:\\|[A-Z]:\\[^<>|\"]*>"
    r"|[$\u276f➜]\s?[a-z./~]\S*|>>>\s|In \[\d+\]:)"
)
_OUTPUT = re.compile(
    r"Traceback \(most recent call last\)|^\s*File \".+\", line \d+|npm (?:ERR!|error|warn)|^error(?:\[E\d+\])?:|^warning:"
    r"|^\s+at .+[(:]\S+:\d+|^\s*-->\s+\S+:\d+|^(?:FAILED|PASSED|ERROR)\s|={3,} .+ ={3,}|^\s*(?:Compiling|Downloading)\s"
    r"|^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|^\[?(?:INFO|WARN|DEBUG|ERROR)\]?\s|^make(?:\[\d+\])?:|^fatal:|^Collecting "
)
_NUMBERED = re.compile(r"^\s*(\d{1,5})(?:\s+\S|\s*$)")
_CODE = re.compile(
    r"^\s*(?:\d{1,5}\s+)?(?:def |class |import |from \w[\w.]* import |function |const |let |var |return\b|if\s*\(|if .+:$"
    r"|for .+:$|for\s*\(|public |private |#include|fn |pub |use \w+::|package |func |async |await |else\b|try\s*[:{]"
    r"|except\b|catch\b|@\w+|</?\w+[ >])|[{;]\s*$|=>|\w\(.*\)\s*[:;{]\s*$|^\s*(?:\d{1,5}\s+)?(?://|/\*|#\s)"
)
_RUN = 5
_CODE_SHARE = 0.3
_MOST_LINES = 600
_LONG_LINE = 45
_LONG_SHARE = 0.6
_ICON = 128


@dataclass(frozen=True, slots=True)
class Screen:
    """What a picture shows.

    Attributes:
        name: "terminal", "log", "code", "form", "dialog", "panels", "page", "photo", "icon", or "" for not certain.
        told: The same with its evidence, as part of a sentence.
    """

    name: str
    told: str


def kind_of_screen(facts: Mapping[str, Any], lines: Sequence[str]) -> Screen:
    """Tell what a picture shows from its facts and its lines."""
    lines = lines[:_MOST_LINES]
    if facts.get("blank"):
        return Screen("", "a blank picture")
    if facts.get("kind") == "photographic":
        return Screen("photo", "a photographic picture (many shades, hardly any flat area)")
    return _of_text(facts, lines) or _of_layout(facts, lines)


def _of_text(facts: Mapping[str, Any], lines: Sequence[str]) -> Screen | None:
    roles = Counter(box["role"] for box in facts.get("boxes", ()))
    if roles["input"] or roles["dialog"]:
        return None
    prompts = [line for line in lines if _PROMPT.match(line)]
    outputs = [line for line in lines if _OUTPUT.search(line)]
    numbered = _numbered(lines)
    code = sum(bool(_CODE.search(line)) for line in lines)
    if numbered >= _RUN and code >= 2:  # noqa: PLR2004
        return Screen("code", f"source code with line numbers ({numbered} numbered lines)")
    if prompts:
        return Screen("terminal", f'a terminal (prompt in "{_short(prompts[0])}")')
    if len(outputs) > 1:
        return Screen("log", f'output of a program ("{_short(outputs[0])}")')
    if len(lines) >= _RUN and code >= max(4, _CODE_SHARE * len(lines)):
        return Screen("code", f"source code or markup ({code} lines look like it)")
    return None


def _of_layout(facts: Mapping[str, Any], lines: Sequence[str]) -> Screen:
    roles = Counter(box["role"] for box in facts.get("boxes", ()))
    inputs, buttons, panels = roles["input"], roles["button"], roles["panel"]
    long = sum(len(line.strip()) >= _LONG_LINE for line in lines)
    running = len(lines) >= 2 * _RUN and long >= _LONG_SHARE * len(lines) and not buttons
    small = max(facts["width"], facts["height"]) <= _ICON and not lines
    drawn = "a picture drawn by a program" if facts.get("kind") == "drawn" else "a picture"
    rules = (
        (roles["dialog"], "dialog", "a dialog with buttons that decide something"),
        (
            inputs and buttons,
            "form",
            f"a form ({_count(inputs, 'input')} and {_count(buttons, 'button')} told apart)",
        ),
        (panels > 1, "panels", f"a screen with {panels} panels"),
        (small, "icon", "a small picture of an icon's size"),
        (running, "page", f"a page of running text ({len(lines)} lines)"),
    )
    return next((Screen(name, told) for holds, name, told in rules if holds), Screen("", drawn))


def _numbered(lines: Sequence[str]) -> int:
    """How many lines begin with a number that is the one before plus one."""
    best, run, last = 0, 0, -1
    for line in lines:
        found = _NUMBERED.match(line)
        if found is None:
            continue
        number = int(found[1])
        run = run + 1 if number == last + 1 else 1
        best, last = max(best, run), number
    return best


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _short(line: str) -> str:
    line = line.strip()
    return line if len(line) <= 60 else line[:59] + "…"  # noqa: PLR2004
