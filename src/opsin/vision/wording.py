"""A report in words of our own: who looked, who read its text, and the receipt. Every door says it alike."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from opsin.plural import counted
from opsin.text import clean
from opsin.vision.choosing import EMBEDDED
from opsin.vision.report import Receipt, Report, TextLine

_NAME_CHARACTERS = 60
_MOST_HASHES = 4
_HASH_CHARACTERS = 16
_DIGEST_CHARACTERS = 19

_READERS = {"ocr": "text recognition", "model": "the model alone", "both": "both alike"}
_CHANGED = {
    "text_added": "Text of the second image alone:",
    "text_removed": "Text of the first image alone:",
}


def engine_words(report: Report) -> str:
    """The engine and its model; of the embedded one, that there was none."""
    model = _name(report.model)
    if report.engine == EMBEDDED:
        return ", ".join(filter(None, (EMBEDDED, model, "no vision model")))
    return ", ".join(filter(None, (_name(report.engine), model)))


def readers_words(lines: Sequence[TextLine]) -> str:
    """Who read how many lines; empty where there are none."""
    counts = Counter(line.source for line in lines)
    return ", ".join(
        f"{_READERS.get(source, _name(source))}: {counted(number, 'line')}"
        for source, number in counts.most_common()
    )


def receipt_words(receipt: Receipt) -> str:
    """The receipt on one line."""
    pictures = receipt.pictures
    hashes = ", ".join(str(one.get("sha256", ""))[:_HASH_CHARACTERS] for one in pictures[:_MOST_HASHES])
    more = " …" if len(pictures) > _MOST_HASHES else ""
    return ", ".join(
        filter(
            None,
            (
                f"{_name(receipt.engine)}{' at' if ':' in receipt.address else ''} {_name(receipt.address)}",
                f"model {_name(receipt.model)}" if receipt.model else "",
                f"digest {_name(receipt.digest)[:_DIGEST_CHARACTERS]}" if receipt.digest else "",
                f"{len(pictures)} sent (sha256 {hashes}{more})" if pictures else "",
                f"left_machine: {'true' if receipt.left_machine else 'false'}",
            ),
        )
    )


def changed_text(difference: Mapping[str, Any]) -> list[tuple[str, Sequence[str]]]:
    """The lines that one of two images has alone, each kind under its title: outside text."""
    return [(title, difference[name]) for name, title in _CHANGED.items() if difference.get(name)]


def summary(difference: Mapping[str, Any]) -> str:
    """The computed difference in a sentence or two; empty where there is none."""
    return clean(str(difference.get("summary", "")), 900)


def _name(text: str) -> str:
    """A name that a server gave, short and visible."""
    return clean(text, _NAME_CHARACTERS)
