"""What a tool answers, before it is put on the wire: lines of our own, lines from outside, a picture, data."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from opsin.errors import OpsinError
from opsin.images.outcome import Attempt, Outcome, words_from_outside
from opsin.rights.licence import Family, Licence
from opsin.text import clean, fence, unmarked

SEPARATOR = " | "
UNSEEN = "The picture follows this text. If you do not see it, say so instead of choosing blind."

NOT_SAVED = "The sheet could not be saved."

_WORD_CHARACTERS = 60
_SENTENCE_CHARACTERS = 300
_ERROR_CHARACTERS = 2_000


@dataclass(frozen=True, slots=True)
class AnswerFile:
    """A file that goes along with an answer, as text where a program is to take it over as text."""

    uri: str
    mime: str
    data: bytes
    as_text: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a tool.

    Attributes:
        lines: The text, most useful first. It is complete without the picture and without the data.
        outside: Lines of words from web pages; they stand last, inside the fence.
        picture: The bytes of the one picture; empty where there is none.
        mime: The media type of the picture.
        data: The same as JSON values, for programs. With a picture, its `cells` go into the result's `_meta`.
        error: The call failed; the text says why and what to try.
        outside_fields: Fields of a cell that hold words from outside; those of pictures where None.
        keep_blanks: Lines from outside, and the data, may be code: their blanks stay.
        data_with_error: The data goes out although the call failed.
        in_words: The picture was left out on purpose, for an agent that cannot see: the rest goes out as beside one.
        files: Files that go along, as embedded resources. Beside them the data goes into the result's `_meta` alone.
    """

    lines: tuple[str, ...]
    outside: tuple[str, ...] = ()
    picture: bytes = b""
    mime: str = "image/jpeg"
    data: Mapping[str, Any] | None = None
    error: bool = False
    outside_fields: frozenset[str] | None = None
    keep_blanks: bool = False
    data_with_error: bool = False
    in_words: bool = False
    files: tuple[AnswerFile, ...] = ()

    @property
    def text(self) -> str:
        """The whole text as the model reads it. What a line of ours repeats of a call makes no second fence."""
        return "\n".join((*map(unmarked, self.lines), *fence(self.outside, keep_blanks=self.keep_blanks)))


def failure(why: OpsinError) -> Answer:
    """The answer to a call that failed in a way that opsin knows. What others said of it stands in the fence."""
    return refusal(why.message, why.hint, outside=tuple(map(sentence, words_from_outside(why))))


def refusal(message: str, hint: str = "", *more: str, outside: tuple[str, ...] = ()) -> Answer:
    """The answer to a call that failed: what happened, what to try, further lines, and words from outside."""
    sentence = clean(f"{message} {hint}", _ERROR_CHARACTERS)
    return Answer(lines=(sentence, *more), outside=outside, error=True)


def said(who: str, words: str) -> str:
    """A line for the fence: what somebody outside said; empty where nothing was said."""
    return f"{who} said: {clean(words, _SENTENCE_CHARACTERS)}" if words else ""


def row(*parts: str) -> str:
    """One line of several parts; empty ones are left out."""
    return SEPARATOR.join(part for part in parts if part)


def word(text: str) -> str:
    """A name from outside (a host, a licence, a camera) that stands in a line of our own: short and visible."""
    return clean(text, _WORD_CHARACTERS).replace("|", "/")


def sentence(text: str) -> str:
    """A remark of a part below, on one line."""
    return clean(text, _SENTENCE_CHARACTERS)


def size(width: int, height: int) -> str:
    """Pixels as text."""
    return f"{width}x{height}" if width > 0 and height > 0 else "size unknown"


def amount(count: int) -> str:
    """Bytes as text."""
    for unit, length in (("MB", 1_000_000), ("kB", 1_000)):
        if count >= length:
            return f"{count / length:.1f} {unit}"
    return f"{count} bytes"


def licence_words(licence: Licence, claim: str = "") -> str:
    """The licence in words of our own; what only a filter claims is called a claim."""
    if licence.family is not Family.UNKNOWN:
        return word(licence.label)
    return f"licence unknown ({word(claim)})" if claim else "licence unknown"


def licence_stated(licence: Licence) -> str:
    """A line for the fence: the licence as its file page names it, where our own words do not say it."""
    return f"licence stated as: {clean(licence.stated)}" if licence.stated else ""


def provider_words(attempts: Sequence[Attempt]) -> Iterable[str]:
    """Lines for the fence: what the providers said of their failures."""
    return (sentence(attempt.said) for attempt in attempts if attempt.said)


def provider_lines(attempts: Sequence[Attempt]) -> Iterable[str]:
    """One line for each provider that was, or would have been, asked: outcome, cause, time."""
    for attempt in attempts:
        if attempt.outcome is Outcome.RESTING:
            yield f"Not asked: {attempt.rest}."
            continue
        wait = f"again in {ceil(attempt.retry_after)} s" if attempt.retry_after > 0 else ""
        found = f"{attempt.hits} found" if attempt.hits else ""
        yield "Asked " + row(
            f"{attempt.provider}: {attempt.outcome}",
            found,
            sentence(attempt.cause),
            wait,
            f"{attempt.seconds:.1f} s",
        )
