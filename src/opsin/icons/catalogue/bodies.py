"""Drawings in blocks: some hundred of one set are compressed together, and any is read without the others' blocks.

A pack of drawings has one part for each set, its blocks the part's frames, and a part `PLAN` with each set's
usual view box, number of drawings, and number of them in a block. A block is its drawings between record separators
(U+001E); a drawing is its markup, after its view box and a unit separator (U+001F) where that is not the usual one.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from opsin.icons.catalogue.pack import Pack
from opsin.icons.icon import Body

# No set can have this prefix.
PLAN = "PLAN"
_PER_BLOCK = 256
_LARGEST_BLOCK = 1_000_000
_KEPT_BLOCKS = 8
_RECORD, _UNIT = "\x1e", "\x1f"
Box = tuple[float, float, float, float]


class Blocks(NamedTuple):
    """A set's drawings as they are stored: their number, their usual view box, drawings in a block, the blocks."""

    drawings: int
    box: Box
    per_block: int
    frames: list[bytes]


def body_blocks(drawings: Sequence[Body | None]) -> Blocks:
    """The blocks of a set's drawings, in the order of its icons; a drawing that is missing leaves its place empty.

    Sets with large drawings have fewer of them in a block, so that one is always quick to read.
    """
    box = usual_box(drawings)
    texts = [_written(one, box).encode() for one in drawings]
    per_block = _PER_BLOCK
    while per_block > 1 and _largest(texts, per_block) > _LARGEST_BLOCK:
        per_block //= 2
    mark = _RECORD.encode()
    frames = [mark.join(texts[first : first + per_block]) for first in range(0, len(texts), per_block)]
    return Blocks(len(texts), box, per_block, frames)


def body_parts(sets: Mapping[str, Blocks]) -> dict[str, list[bytes]]:
    """The parts of a pack of drawings."""
    plan = {prefix: [list(one.box), one.drawings, one.per_block] for prefix, one in sets.items()}
    plan_bytes = json.dumps(plan, separators=(",", ":")).encode()
    return {PLAN: [plan_bytes], **{prefix: one.frames for prefix, one in sets.items()}}


def usual_box(drawings: Sequence[Body | None]) -> Box:
    """The view box that most drawings of a set have; the first of those that are equally many."""
    seen: dict[Box, int] = {}
    for one in drawings:
        if one is not None:
            seen[_box(one)] = seen.get(_box(one), 0) + 1
    return max(seen, key=seen.__getitem__, default=(0, 0, 16, 16))


class Bodies:
    """The drawings of one pack. A few blocks that were read last are kept.

    Raises:
        OpsinError: The pack cannot be read; from `at` too.
    """

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        try:
            plan: Any = json.loads(pack.read(PLAN))
            self._sets: dict[str, tuple[Box, int, int]] = {
                str(prefix): ((box[0], box[1], box[2], box[3]), int(count), max(1, int(per_block)))
                for prefix, (box, count, per_block) in plan.items()
            }
        except (ValueError, TypeError, LookupError, AttributeError) as why:
            raise pack.broken() from why
        self._kept: OrderedDict[tuple[str, int], list[str]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def prefixes(self) -> frozenset[str]:
        """The sets whose drawings are here."""
        return frozenset(self._sets)

    def count(self, prefix: str) -> int:
        """How many drawings a set has here; 0 for a set that is not here."""
        return self._sets[prefix][1] if prefix in self._sets else 0

    def at(self, prefix: str, place: int) -> Body | None:
        """The drawing at a place of a set, counted in the order of its icons; None where none is there."""
        if not 0 <= place < self.count(prefix):
            return None
        box, _, per_block = self._sets[prefix]
        block = self._block(prefix, place // per_block)
        try:
            return _read(block[place % per_block], box)
        except (LookupError, ValueError) as why:
            raise self._pack.broken() from why

    def _block(self, prefix: str, number: int) -> list[str]:
        key = (prefix, number)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        try:
            block = self._pack.read(prefix, number).decode().split(_RECORD)
        except UnicodeDecodeError as why:
            raise self._pack.broken() from why
        with self._lock:
            self._kept[key] = block
            while len(self._kept) > _KEPT_BLOCKS:
                self._kept.popitem(last=False)
        return block


def _box(body: Body) -> Box:
    return (body.left, body.top, body.width, body.height)


def _largest(texts: Sequence[bytes], per_block: int) -> int:
    return max(
        (sum(map(len, texts[first : first + per_block])) for first in range(0, len(texts), per_block)),
        default=0,
    )


def _written(body: Body | None, box: Box) -> str:
    if body is None:
        return ""
    return body.markup if _box(body) == box else f"{json.dumps(_box(body))}{_UNIT}{body.markup}"


def _read(text: str, box: Box) -> Body | None:
    if not text:
        return None
    head, unit, markup = text.partition(_UNIT)
    if not unit:
        return Body(text, *box)
    left, top, width, height = json.loads(head)
    return Body(markup, left, top, width, height)
