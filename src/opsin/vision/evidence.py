"""What a model says and what text recognition reads, put together: each line with who read it, and where they differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from opsin.ocr.lines import Line, Read
from opsin.text import clean
from opsin.vision.line_keys import essence
from opsin.vision.quoted_claims import unfound
from opsin.vision.reply_parsing import MOST_ITEMS, Parsed
from opsin.vision.report import TextLine
from opsin.vision.stitching import stitched
from opsin.vision.weaving import Woven, weave

SURE = 0.9
"""The confidence from which on the wording of text recognition stands."""

_SHOWN_CHARACTERS = 80
_SHOWN_LINES = 3
_LEAST_FOR_EITHER = 8


@dataclass(frozen=True, slots=True)
class Heard:
    """One reply of a model.

    Attributes:
        image: Of which image it is: 1 or 2; 0 for both together.
        tile: It is about one of several overlapping parts, given in reading order.
    """

    parsed: Parsed
    image: int = 1
    tile: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """The text of the images.

    Attributes:
        lines: Of the first image in reading order, then of the second.
        uncertainties: The model's own and those that the comparison brought, 24 at most, none of them twice.
    """

    lines: tuple[TextLine, ...]
    uncertainties: tuple[str, ...]


def merge(heard: Sequence[Heard], reads: Sequence[Read], *, question: str = "") -> Evidence:
    """Put together what was heard and what was read.

    The wording of text recognition stands where it is sure (0.9), with its place and its leading blanks; else the
    model's. A line is of "both" only where the two agree on its letters and digits.

    Args:
        heard: The replies of a model; none where no model answered.
        reads: What was read in image 1, and in image 2 where there is one.
        question: Of the caller; what the answer repeats of it is no claim about the image.
    """
    lines: list[TextLine] = []
    told: list[str] = []
    count = max([len(reads), *(one.image for one in heard)], default=0)
    both = [one for one in heard if not one.image]
    for image in range(1, count + 1):
        read = reads[image - 1] if image <= len(reads) else Read(())
        listed = _listed([one for one in heard if one.image == image], _of_both(both, image, reads))
        where = f"In Image {image}, " if count > 1 else ""
        lines += _one_image(image, read, listed, where, told)
    told += _claims(heard, reads, question)
    own = dict.fromkeys(text for one in heard for text in one.parsed.uncertainties)
    return Evidence(tuple(lines), _bounded(list(dict.fromkeys(told)), list(own)))


def _listed(of_image: Sequence[Heard], shared: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines of the tiles, and those of replies about the whole."""
    tiles = stitched([one.parsed.visible_text for one in of_image if one.tile])
    whole = [line for one in of_image if not one.tile for line in one.parsed.visible_text]
    return tiles, [*whole, *shared]


def _one_image(
    image: int, read: Read, listed: tuple[list[str], list[str]], where: str, told: list[str]
) -> list[TextLine]:
    tiles, whole = listed
    if read.engine:
        lines = [TextLine(line.text, "ocr", line.box, line.confidence, image) for line in read.lines]
        for own in (tiles, whole):
            woven = weave([line.text for line in lines], own, repeats_are_overlap=bool(tiles))
            lines = _woven_in(lines, woven, image, where, told, whole=read.whole)
        _tell_unread(lines, read, where, told)
        return lines
    first, second = (tiles, whole) if tiles else (whole, [])
    lines = [TextLine(text, "model", image=image) for text in first]
    return _woven_in(lines, weave(first, second, repeats_are_overlap=True), image, where, [], whole=False)


def _woven_in(
    known: Sequence[TextLine], woven: Woven, image: int, where: str, told: list[str], *, whole: bool
) -> list[TextLine]:
    lines = [TextLine(text, "model", image=image) for text in woven.new.get(-1, ())]
    for at, line in enumerate(known):
        reading = woven.readings.get(at)
        if reading is not None:
            told += _difference(line, reading, where)
            line = _settled(line, reading)  # noqa: PLW2901 - the line as both readings leave it
        elif at in woven.confirmed and line.source == "ocr":
            line = _with_source(line, "both")  # noqa: PLW2901 - as above
        lines.append(line)
        lines += [TextLine(text, "model", image=image) for text in woven.new.get(at, ())]
    for text, first, last in woven.differing:
        there = known[first : last + 1]
        joined = Line(" ".join(line.text.strip() for line in there), (0, 0, 0, 0), _least(there))
        if essence(joined.text) != essence(text):
            told.append(_sentence(text, joined.text, joined.confidence, where))
    if whole:
        told += [
            f"{where}{'the' if where else 'The'} model lists {_shown(text)} {times} times, text recognition reads it "
            + ("once." if there == 1 else f"{there} times.")
            for text, times, there in woven.repeated
        ]
    return lines


def _settled(line: TextLine, reading: str) -> TextLine:
    """Of two readings of a line the one that stands."""
    if line.source == "model":
        return line
    if essence(line.text) == essence(reading):
        return _with_source(line, "both")
    if line.confidence is None or line.confidence >= SURE or "[?]" in reading:
        return line
    indent = line.text[: len(line.text) - len(line.text.lstrip())]
    return TextLine(indent + reading.strip(), "model", line.box, line.confidence, line.image)


def _with_source(line: TextLine, source: str) -> TextLine:
    return TextLine(line.text, source, line.box, line.confidence, line.image)


def _difference(line: TextLine, reading: str, where: str) -> Iterator[str]:
    if line.source == "ocr" and essence(line.text) != essence(reading) and "[?]" not in reading:
        yield _sentence(reading, line.text, line.confidence, where)


def _sentence(model: str, ocr: str, confidence: float | None, where: str) -> str:
    sure = "" if confidence is None else f" ({confidence:.2f})"
    the = "the" if where else "The"
    return f"{where}{the} model reads {_shown(model)}, text recognition reads {_shown(ocr)}{sure}."


def _tell_unread(lines: Sequence[TextLine], read: Read, where: str, told: list[str]) -> None:
    """Tell of the lines that only the model has, where text recognition saw everything."""
    alone = [line.text for line in lines if line.source == "model" and line.box is None]
    if alone and _reliable(read):
        shown = ", ".join(map(_shown, alone[:_SHOWN_LINES])) + (", …" if len(alone) > _SHOWN_LINES else "")
        line = "1 line" if len(alone) == 1 else f"{len(alone)} lines"
        the = "text" if where else "Text"
        told.append(f"{where}{the} recognition does not find {line} that the model lists: {shown}.")


def _claims(heard: Sequence[Heard], reads: Sequence[Read], question: str) -> list[str]:
    if not reads or not all(map(_reliable, reads)):
        return []
    known = [text for read in reads for text in (*_texts(read), *(code.text for code in read.codes))]
    said = [text for one in heard for text in (one.parsed.answer, *one.parsed.observations)]
    return [
        f"The model quotes {_shown(claim)}; text recognition does not find it in the image."
        for claim in unfound(said, known, question)
    ]


def _texts(read: Read) -> tuple[str, ...]:
    return tuple(line.text for line in read.lines)


def _reliable(read: Read) -> bool:
    """Whether text recognition saw the whole image, and was sure of what it read."""
    if not read.engine or not read.whole or read.unread:
        return False
    weights = [len(line.text) for line in read.lines]
    sure = sum(line.confidence * weight for line, weight in zip(read.lines, weights, strict=True))
    return sure >= SURE * sum(weights)


def _of_both(both: Sequence[Heard], image: int, reads: Sequence[Read]) -> list[str]:
    """The lines of replies about both images that belong to one of them.

    A line says so itself ("Image 2: …"), or goes to the image in which it was read, or to the one of the line before.
    """
    if not both:
        return []
    there = [{essence(text).casefold() for text in _texts(read)} for read in reads]
    mine: list[str] = []
    current = 1
    for line in (line for one in both for line in one.parsed.visible_text):
        text = line
        for number in (1, 2):
            head = f"image {number}"
            if line[: len(head)].casefold() == head and line[len(head) :].lstrip()[:1] in {":", "-", "."}:
                current, text = number, line[len(head) :].lstrip()[1:].strip()
                break
        else:
            found = [number for number, known in enumerate(there, 1) if essence(line).casefold() in known]
            if found and current not in found:
                current = found[0]
        if current == image and text:
            mine.append(text)
    return mine


def _least(lines: Sequence[TextLine]) -> float:
    return min((line.confidence for line in lines if line.confidence is not None), default=0.0)


def _shown(text: str) -> str:
    return f"“{clean(text, _SHOWN_CHARACTERS)}”"


def _bounded(told: list[str], own: list[str]) -> tuple[str, ...]:
    """Leave 24, with room for either kind, and say how many more there are."""
    if len(told) + len(own) <= MOST_ITEMS:
        return (*own, *told)
    room = MOST_ITEMS - 1
    ours = told[: max(room - len(own), room - _LEAST_FOR_EITHER)]
    theirs = own[: room - len(ours)]
    more = len(told) + len(own) - len(ours) - len(theirs)
    return (*theirs, *ours, f"{more} more uncertainties are not listed.")
