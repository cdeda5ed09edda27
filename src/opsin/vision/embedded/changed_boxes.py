"""How the boxes of a layout changed from one image to another: texts, colours and states of boxes in the same place."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from opsin.vision.facts.sentences import place

_SLACK = 6
_MOST = 6
_ROLES = frozenset({"button", "input", "tick box", "notice", "dialog"})


def changed_boxes(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Say what changed in the boxes that both images have, and which only one has; a sentence each, six at most.

    Args:
        first: Facts of the image from before.
        second: Facts of the image from after.
    """
    before, after = (_told_apart(facts) for facts in (first, second))
    sentences = []
    for old in before:
        new = next((box for box in after if _same_place(old["box"], box["box"])), None)
        if new is None:
            sentences.append(f"Gone: {_named(old)} at {place(old['box'])}.")
            continue
        changes = "; ".join(_changes(old, new))
        if changes:
            sentences.append(f"The {new['role']} at {place(new['box'])}: {changes}.")
    sentences += [
        f"New: {_named(new)} at {place(new['box'])}."
        for new in after
        if not any(_same_place(old["box"], new["box"]) for old in before)
    ]
    if len(sentences) > _MOST:
        return [*sentences[:_MOST], f"And {len(sentences) - _MOST} more boxes changed."]
    return sentences


def _told_apart(facts: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    # Boxes of a picture kept with loss may be missing in one image and not in the other.
    if facts.get("boxes_approximate"):
        return []
    return [box for box in facts.get("boxes", ()) if box["role"] in _ROLES]


def _changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    if old["role"] != new["role"]:
        yield f"it was a {old['role']}"
    for key in ("text", "label"):
        if old.get(key, "") != new.get(key, ""):
            yield f'{key} "{old.get(key, "")}" became "{new.get(key, "")}"'
    if old.get("state", "") != new.get("state", "") and "state" in old and "state" in new:
        yield f"{old['state']} became {new['state']}"
    for key in ("fill", "border"):
        one, other = old.get(key, {}), new.get(key, {})
        if one.get("name") != other.get("name"):
            yield f"{key} {_colour(one)} became {_colour(other)}"


def _colour(shade: Mapping[str, Any]) -> str:
    return f"{shade['name']} {shade['hex']}" if shade else "none"


def _named(box: Mapping[str, Any]) -> str:
    name = box.get("text") or box.get("label")
    return f'{box["role"]} "{name}"' if name else f"{box['role']} without text"


def _same_place(one: Sequence[int], other: Sequence[int]) -> bool:
    return all(abs(edge - its) <= _SLACK for edge, its in zip(one, other, strict=True))
