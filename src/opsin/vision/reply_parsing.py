"""What a model wrote, made into a report: whatever it is, within bounds, and never an error."""

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from opsin.vision.cut_reply import holds_text
from opsin.vision.degenerate import salvage, why_degenerate
from opsin.vision.reply_json import Fields, Pairs, read_fields
from opsin.vision.schema import ANSWER, EXAMPLE, OBSERVATIONS, UNCERTAINTIES, VISIBLE_TEXT
from opsin.vision.thinking import without_thinking

MOST_ITEMS = 24
"""Of observations and of uncertainties. Lines of visible text are never cut by their number."""

MOST_ITEM_CHARACTERS = 1_000
MOST_TEXT_CHARACTERS = 1_000_000
MOST_READ_CHARACTERS = 4_000_000

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_END = re.compile("\r\n?|\u2028|\u2029")

_CUT_NOTE = "The model's report was cut off before its end; what there is of it stands as the model wrote it."
_FORMLESS_NOTE = "The model did not keep to the form of a report; its reply stands as it came."


@dataclass(frozen=True, slots=True)
class Parsed:
    """A model's report.

    Attributes:
        answer: Of the length asked for at most.
        observations, uncertainties: 24 items of 1,000 characters at most, none of them twice.
        visible_text: Every line, of 1,000 characters at most, with the blanks by which it is further in than others.
        truncated: Something that the model wrote, or would have written, is not here.
        degenerate: Why this is no answer, as the end of a sentence in our own words; empty where it is one.
        structured: It was read from the form that was asked for; else `answer` is the reply as it came.
        note: What the reader should know, a sentence; empty for nothing.
    """

    answer: str
    observations: tuple[str, ...] = ()
    visible_text: tuple[str, ...] = ()
    uncertainties: tuple[str, ...] = ()
    truncated: bool = False
    degenerate: str = ""
    structured: bool = True
    note: str = ""


def parse_reply(content: str, *, truncated: bool, max_chars: int) -> Parsed:
    """Read a reply.

    Args:
        content: What the model wrote.
        truncated: Its server says that it was cut off, or it ended without an end.
        max_chars: The longest answer, in characters.
    """
    text = _tidy(content[:MOST_READ_CHARACTERS])
    cut = len(content) > MOST_READ_CHARACTERS
    fields = read_fields(text)
    if fields is None:
        return _as_it_came(text, truncated=truncated, cut=cut, max_chars=max_chars)
    whole = _answer(fields)
    observations, observations_cut = _items(fields.get(OBSERVATIONS, []))
    uncertainties, uncertainties_cut = _items(fields.get(UNCERTAINTIES, []))
    lines, lines_cut = _visible_text(fields.get(VISIBLE_TEXT, []))
    degenerate = _why_none(text, whole, has_more=bool(observations or lines), truncated=truncated)
    answer, answer_cut = _capped(salvage(whole) if degenerate else whole, max_chars)
    return Parsed(
        answer=answer,
        observations=observations,
        visible_text=lines,
        uncertainties=uncertainties,
        truncated=truncated or cut or answer_cut or observations_cut or uncertainties_cut or lines_cut,
        degenerate=degenerate,
        note="" if answer or degenerate else "The model gave no answer beside what it observed.",
    )


def _as_it_came(text: str, *, truncated: bool, cut: bool, max_chars: int) -> Parsed:
    words = without_thinking(text)
    degenerate = why_degenerate(words, cut=truncated)
    if degenerate and not words and text.strip():
        degenerate = "it holds no more than the model's thinking."
    elif not degenerate and truncated and not holds_text(words):
        degenerate = "it was cut off before it said anything."
    elif not degenerate and all(f'"{name}"' in words for name in ("properties", "required", ANSWER)):
        degenerate = "it repeats the form that was asked for and does not fill it in."
    answer, answer_cut = _capped(salvage(words) if degenerate else words, max_chars)
    cut_form = truncated and "{" in words[:200]
    return Parsed(
        answer=answer,
        truncated=truncated or cut or answer_cut,
        degenerate=degenerate,
        structured=False,
        note="" if not answer else _CUT_NOTE if cut_form else _FORMLESS_NOTE,
    )


def _why_none(text: str, answer: str, *, has_more: bool, truncated: bool) -> str:
    if not answer and not has_more:
        return "its report is empty."
    if answer == EXAMPLE[ANSWER]:
        return "it repeats the example that it was given."
    if answer and (why := why_degenerate(answer, cut=False)):
        return why
    return why_degenerate(text, cut=True) if truncated else ""


def _answer(fields: Fields) -> str:
    return next((text for value in fields.get(ANSWER, []) if (text := _as_text(value, "\n").strip())), "")


def _items(values: Sequence[Any]) -> tuple[tuple[str, ...], bool]:
    texts = dict.fromkeys(text for one in _flat(values) if (text := _as_text(one).strip()))
    capped = [_capped(text, MOST_ITEM_CHARACTERS) for text in list(texts)[:MOST_ITEMS]]
    return tuple(text for text, _ in capped), len(texts) > MOST_ITEMS or any(cut for _, cut in capped)


def _visible_text(values: Sequence[Any]) -> tuple[tuple[str, ...], bool]:
    lines = [line.rstrip() for one in _flat(values) for line in _as_text(one, "\n").split("\n")]
    lines = textwrap.dedent("\n".join(line for line in lines if line)).split("\n")
    kept: list[str] = []
    cut, room = False, MOST_TEXT_CHARACTERS
    for line in filter(None, lines):
        text, line_cut = _capped(line, MOST_ITEM_CHARACTERS)
        cut = cut or line_cut
        room -= len(text) + 1
        if room < 0:
            return tuple(kept), True
        kept.append(text)
    return tuple(kept), cut


def _flat(values: Sequence[Any]) -> list[Any]:
    """The items of all lists that were given for a key; what is no list is an item of its own."""
    return [
        item
        for value in values
        for item in (value if isinstance(value, list) and not isinstance(value, Pairs) else [value])
    ]


def _as_text(value: Any, between: str = ", ") -> str:
    """Write a value as text: numbers as the model wrote them, so that no price or line number is lost.

    An object that says which of its values is the text is that text.
    """
    if isinstance(value, str):
        return _tidy(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Pairs):
        given = dict(value)
        named = next(
            (given[name] for name in ("text", "value", "content") if isinstance(given.get(name), str)), None
        )
        if named is not None:
            return _tidy(named)
        return "; ".join(f"{_tidy(name)}: {_as_text(one)}" for name, one in value if one is not None)
    if isinstance(value, list):
        return between.join(text for one in value if (text := _as_text(one)))
    return ""


def _tidy(text: str) -> str:
    """Take out what no text holds and every terminal obeys; tabs and the ends of lines stay."""
    if not text.isascii() and _SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _CONTROL.sub("", _LINE_END.sub("\n", text))


def _capped(text: str, most: int) -> tuple[str, bool]:
    if len(text) <= most:
        return text, False
    return text[: max(most - 1, 0)].rstrip() + "…", True
