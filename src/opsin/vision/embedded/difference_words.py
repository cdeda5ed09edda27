"""The computed difference of two images in words."""

from collections.abc import Mapping
from typing import Any

from opsin.text import clean
from opsin.vision.facts.sentences import place

_MOST = 5
_QUOTE = 100


def difference_words(difference: Mapping[str, Any], *, fast: bool = False) -> list[str]:
    """Say what changed from Image 1 to Image 2, in a few sentences.

    Args:
        difference: JSON values, as `Difference.to_json` of `opsin.vision.difference` gives it.
        fast: Say the three largest parts of it alone.
    """
    if not difference:
        return []
    told = [str(difference["summary"])] if difference.get("summary") else []
    most = 3 if fast else _MOST
    boxes = [region["box"] for region in difference.get("regions", ())]
    if boxes:
        left = len(boxes) - most + difference.get("regions_left_out", 0)
        more = f"; and {left} more" if left > 0 else ""
        told.append(f"Changed: {'; '.join(place(box) for box in boxes[:most])}{more}.")
    for key, verb in (("text_added", "Added"), ("text_removed", "Removed")):
        lines = [text for text in map(_text, difference.get(key, ())) if text]
        if lines:
            quotes = ", ".join(f'"{line}"' for line in lines[:most])
            more = f", and {len(lines) - most} more lines" if len(lines) > most else ""
            told.append(f"{verb} text: {quotes}{more}.")
    return told + [str(sentence) for sentence in difference.get("layout", ())]


def _text(one: Any) -> str:
    return clean(str(one), _QUOTE)
