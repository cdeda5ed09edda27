"""A report of an image as lines, for a person or for an agent in a shell."""

from collections.abc import Iterator, Sequence

from opsin.plural import counted
from opsin.text import aligned, clean, fence, unmarked
from opsin.vision.report import Report, TextLine
from opsin.vision.wording import changed_text, engine_words, readers_words, receipt_words, summary

_LINE_CHARACTERS = 20_000
_PATH_CHARACTERS = 4_000
_NOTE_CHARACTERS = 600


def as_lines(report: Report, *, fenced: bool = True) -> list[str]:
    """The whole report. What was seen in the image is outside text, and so is what a model says of it.

    Args:
        report: What came of the look.
        fenced: Words from outside stand in the fence, as for an agent that reads this in a shell.
    """
    own = list(_own_lines(report))
    seen = list(_seen(report))
    if fenced:
        path = [f"file: {report.source_path}"]
        return [*map(unmarked, own), *fence([*path, *seen], _LINE_CHARACTERS, keep_blanks=True)]
    shown = [aligned(line, _LINE_CHARACTERS) for line in seen]
    return [f"file:     {clean(report.source_path, _PATH_CHARACTERS)}", *own, "", *shown]


def _own_lines(report: Report) -> Iterator[str]:
    receipt = report.receipt
    if receipt is not None and receipt.left_machine:
        yield "WARNING:  image bytes left this machine"
    yield f"engine:   {engine_words(report)}"
    if report.parts > 1:
        yield f"part:     {report.part} of {report.parts}"
    if told := summary(report.difference):
        yield f"computed: {told}"
    if readers := readers_words(report.text):
        yield f"read by:  {readers}"
    if report.truncated:
        yield "cut:      the report was cut; a narrower question or a region brings the rest"
    if report.masked:
        yield f"masked:   {counted(report.masked, 'secret')} (keys, tokens, card numbers)"
    yield from (f"note:     {clean(note, _NOTE_CHARACTERS)}" for note in report.notes)
    if receipt is not None:
        yield f"receipt:  {receipt_words(receipt)}"


def _seen(report: Report) -> Iterator[str]:
    yield from report.answer.splitlines()
    yield from _listed("Observations:", report.observations)
    image = 0
    for line in report.text:
        if line.image != image:
            image = line.image
            yield from ("", _title(line))
        # As it stands there, so that code can be copied.
        yield line.text
    yield from _listed("Uncertainties:", report.uncertainties)
    for title, lines in changed_text(report.difference):
        yield from _listed(title, lines)


def _title(line: TextLine) -> str:
    return "Visible text:" if line.image == 1 else f"Visible text of image {line.image}:"


def _listed(title: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield from ("", title, *(f"- {item}" for item in items))
