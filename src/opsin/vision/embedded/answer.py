"""The answer of the embedded engine: what was read and measured, in a few sentences.

Nothing is said that it would have to understand.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from opsin.plural import counted
from opsin.vision.embedded.asked_lines import asked_lines, asked_words
from opsin.vision.embedded.difference_words import difference_words
from opsin.vision.embedded.seen import SURE, Seen
from opsin.vision.facts.sentences import (
    box_words,
    colours_sentence,
    layout_sentences,
    nature_sentence,
    place,
    red_text,
    size_sentence,
)
from opsin.vision.request import Detail, Look, Mode

_ABOUT_COLOUR = frozenset(
    {"color", "colors", "colour", "colours", "palette", "background", "theme", "dark", "light"}
)
_ABOUT_SIZE = frozenset(
    {"size", "dimensions", "resolution", "width", "height", "large", "big", "wide", "tall"}
)
_ABOUT_CODES = frozenset({"qr", "barcode", "code", "barcodes"})
_ABOUT_TEXT = frozenset({"text", "read", "say", "says", "said", "written", "transcribe", "words"})
_ROLE_WORDS = {
    "button": frozenset({"button", "buttons"}),
    "input": frozenset({"input", "inputs", "field", "fields", "textbox", "form"}),
    "tick box": frozenset({"checkbox", "checkboxes", "checked", "ticked", "tick"}),
    "dialog": frozenset({"dialog", "dialogue", "modal", "popup"}),
    "panel": frozenset({"panel", "panels", "card", "cards"}),
}
_FEW = 3
_GENERIC = frozenset(
    {
        "error",
        "errors",
        "fail",
        "failed",
        "failing",
        "failure",
        "exception",
        "warning",
        "wrong",
        "problem",
        "issue",
    }
)


def answer(look: Look, images: Sequence[Seen], difference: Mapping[str, Any]) -> str:
    """Say what the images hold, the question first."""
    fast = look.detail is Detail.FAST
    if len(images) == 1:
        return " ".join(_about(look, images[0], fast=fast))
    said = difference_words(difference, fast=fast)
    for number, image in enumerate(images, 1):
        asked = _asked(look.question, image, _FEW) if look.question else []
        problems = (
            [] if any(sentence in asked for sentence in _problems(image, _FEW)) else _problems(image, _FEW)
        )
        said += [f"Image {number}:", *asked, _kind(image), *problems]
    return " ".join(said)


def _about(look: Look, image: Seen, *, fast: bool) -> list[str]:
    most = _FEW if fast else 5
    asked = _asked(look.question, image, most) if look.question else []
    if not asked and asked_words(look.question) and image.read.engine:
        asked = ["No line of its text has the words of the question; reading and measuring do not answer it."]
    problems = _problems(image, most)
    kind = _kind(image)
    red = red_text(image.facts)
    if red and not problems and image.facts.get("kind") != "photographic":
        problems = [red]
    text = _text(image, fast=fast or look.mode is not Mode.OCR)
    layout = [] if fast and look.mode is not Mode.UI else _layout(image)
    nature = [nature_sentence(image.facts)]
    by_mode = {
        Mode.OCR: [text, kind, *problems],
        Mode.UI: [kind, *problems, *layout, text],
        Mode.GENERAL: [kind, *nature, *problems, text],
    }
    # With a question the layout is in the observations; it would bury what was asked.
    told = [kind, *problems, text] if look.question else by_mode[look.mode]
    rest = [sentence for sentence in told if sentence and sentence not in asked]
    return [*asked, *rest]


def _kind(image: Seen) -> str:
    theme = image.facts.get("theme", "") if image.facts.get("kind") == "drawn" else ""
    size = f"{image.facts['width']}×{image.facts['height']} pixels"
    told = image.screen.told
    verb = (
        "Looks like"
        if image.screen.name in {"terminal", "log", "code", "form", "dialog", "panels", "page"}
        else "It is"
    )
    return f"{verb} {told}, {size}{f', {theme} theme' if theme else ''}."


def _problems(image: Seen, most: int) -> list[str]:
    if not image.problems:
        return []
    told = "; ".join(image.quote(line) for line in image.problems[:most])
    more = f"; and {len(image.problems) - most} more" if len(image.problems) > most else ""
    one = len(image.problems) == 1
    return [
        f"{'One line reads' if one else f'{len(image.problems)} lines read'} like a problem: {told}{more}."
    ]


def _text(image: Seen, *, fast: bool) -> str:
    shown = {place for places in image.rows for place in places}
    lines = [
        number
        for number, line in enumerate(image.lines)
        if line.text and number in shown and number not in image.suspicious
    ]
    if not lines:
        if not image.read.engine:
            return ""
        return _no_text(image)
    if all((image.lines[number].confidence or 0.0) < SURE for number in lines):
        return f"What may be text was read with low confidence: {image.quote(lines[0])}."
    count = f"{len(image.rows)} line{'s' if len(image.rows) > 1 else ''} of text"
    if len(lines) == 1:
        return f"{count}: {image.quote(lines[0])}."
    if fast:
        return f"{count} (in visible_text)."
    sure = [line.confidence for line in image.lines if line.confidence is not None]
    mean = f", read with a mean confidence of {sum(sure) / len(sure):.2f}" if sure else ""
    return f"{count}{mean}, from {image.quote(lines[0])} to {image.quote(lines[-1])}; all of them are in visible_text."


def _no_text(image: Seen) -> str:
    if image.read.unread:
        return f"What looks like {counted(image.read.unread, 'line')} of text could not be read."
    return "No text was found in it." if image.read.whole else "No text was read before reading ended."


def _layout(image: Seen) -> list[str]:
    boxes = [box for box in image.facts.get("boxes", ()) if box["role"] not in {"panel", "bar", "box"}]
    return layout_sentences(boxes)[:4]


def _asked(question: str, image: Seen, most: int) -> list[str]:
    """What of the question can be answered by reading and measuring."""
    words = {word.strip("?.!,:;\"'()") for word in question.lower().split()}
    facts = image.facts
    said = []
    roles = [role for role, names in _ROLE_WORDS.items() if words & names]
    if words & _ABOUT_COLOUR and not roles:
        said += [nature_sentence(facts), colours_sentence(facts)]
    if words & _ABOUT_SIZE:
        said.append(size_sentence(facts))
    if words & _ABOUT_CODES and facts.get("codes"):
        said += [f'{code["kind"]} at {place(code["box"])}: "{code["text"]}".' for code in facts["codes"]]
    for role in roles:
        said += _of_role(role, asked_words(question), facts)
    if words & _GENERIC:
        said += _problems(image, most) or (["No line reads like an error."] if image.read.engine else [])
    if words & _ABOUT_TEXT and image.read.engine:
        said.append(_text(image, fast=False))
    if not words & _GENERIC:
        said += _matching(question, image, most)
    said = [sentence for sentence in dict.fromkeys(said) if sentence]
    if not said and asked_words(question) and image.read.engine:
        said.append(
            "No line of its text has the words of the question; reading and measuring do not answer it."
        )
    return said


def _of_role(role: str, words: Sequence[str], facts: Mapping[str, Any]) -> list[str]:
    """The boxes of a role: those whose text the question names, else all."""
    boxes = [box for box in facts.get("boxes", ()) if box["role"] == role]
    if not boxes:
        return [f"No {role} was told apart for certain."]
    named = [
        box
        for box in boxes
        if set(f"{box.get('text', '')} {box.get('label', '')}".lower().split()) & set(words)
    ]
    return layout_sentences(named or boxes)


def _matching(question: str, image: Seen, most: int) -> list[str]:
    lines = ["" if number in image.suspicious else line.text for number, line in enumerate(image.lines)]
    matching = asked_lines(question, lines, most)
    if not matching:
        return []
    told = "; ".join(_with_box(image, number) for number in matching)
    return [f"Nearest to the words of the question: {told}."]


def _with_box(image: Seen, number: int) -> str:
    """A line, with the box of the layout that it stands in."""
    line = image.lines[number]
    for box in image.facts.get("boxes", ()):
        if box["role"] in {"button", "input", "notice", "tick box"} and line.text.strip() in (
            box.get("text"),
            box.get("label"),
        ):
            return f"{box['role']} {box_words(box)}"
    return image.quote(number)
