"""What is not certain in what the embedded engine read, and what it cannot do."""

from collections.abc import Iterable, Iterator

from opsin.ocr.models import INSTALL
from opsin.plural import counted
from opsin.text import clean
from opsin.vision.embedded.seen import SURE, Seen

SCRIPTS = "Latin, Chinese and Japanese writing is read; for any other, use a vision model."
_MOST = 6
_MOST_ICONS = 20
_QUOTE = 80
_MOST_GREEK = 0.5


def doubts(image: Seen, name: str, *, text_was_read: bool) -> Iterator[str]:
    """Say what is doubtful about one image, a sentence each.

    Args:
        image: The image.
        name: "Image 1: " or the like where there are two; else empty.
        text_was_read: There is text recognition on this machine.
    """
    if not text_was_read:
        note = clean(image.read.note, 300)
        said = f"{name}Text was not read{f': {note}' if note else '.'}"
        yield said if INSTALL in said else f"{said.rstrip('.')}. {INSTALL} installs text recognition."
    elif image.read.note:
        yield name + clean(image.read.note, 300)
    if text_was_read and not image.read.whole:
        yield f"{name}Reading ended before all of it was read: text is missing."
    yield from _of_script(image, name)
    shown = {place for places in image.rows for place in places}
    icons = [clean(line.text, _QUOTE) for place, line in enumerate(image.lines) if place not in shown]
    unsure = [
        line
        for place, line in enumerate(image.lines)
        if place in shown
        and line.confidence is not None
        and line.confidence < SURE
        and any(map(str.isalnum, line.text))
    ]
    if unsure:
        unsure.sort(key=lambda line: line.confidence or 0.0)
        told = ", ".join(f'"{clean(line.text, _QUOTE)}" ({line.confidence:.2f})' for line in unsure[:_MOST])
        more = f", and {len(unsure) - _MOST} more" if len(unsure) > _MOST else ""
        yield f"{name}Read with low confidence: {told}{more}."
    if icons:
        told = ", ".join(f'"{sign}"' for sign in icons[:_MOST_ICONS])
        yield f"{name}Left out of its text, because they may be icons: {told}."
    if image.read.turned:
        yield f"{name}Its text stands turned by {image.read.turned} degrees."
    if image.facts.get("blurred"):
        yield f"{name}It is blurred; text in it may be missed."
    if image.facts.get("boxes_approximate"):
        yield f"{name}Its format or its reduction loses detail: boxes may be missing or a few pixels off."
    if 0 < image.facts.get("scale", 1.0) < 1:
        yield f"{name}It was reduced to {image.facts['scale']:.0%}; small text may be lost."


def _of_script(image: Seen, name: str) -> Iterator[str]:
    if image.read.unread:
        yield (
            f"{name}Not read, or only its digits and signs: {counted(image.read.unread, 'line')} of what looks like text, "
            f"which may be in a script that is not known here. {SCRIPTS}"
        )
    elif _is_greek([line.text for line in image.lines]):
        yield f"{name}Its text seems to be Greek, of which letters are missing. {SCRIPTS}"


def _is_greek(texts: Iterable[str]) -> bool:
    """Whether most letters are Greek: those that formulas use are known, the others and the accents are not."""
    letters = [letter for text in texts for letter in text if letter.isalpha()]
    return sum("\u0370" <= letter <= "\u03ff" for letter in letters) > _MOST_GREEK * len(letters)
