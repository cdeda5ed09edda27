"""The steps by which a picture is read: find lines in its tiles, see whether it must be turned, read line by line."""

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from statistics import fmean
from typing import Any

from opsin.ocr import turning
from opsin.ocr.answers import Said, codes_told, lines_told, quads_told, rows_told
from opsin.ocr.asking_cells import ask_cells
from opsin.ocr.joining import Found, Quad, found_in, join
from opsin.ocr.layout import Looked, arranged
from opsin.ocr.lines import BarCode, Line, Read
from opsin.ocr.monospace import Grid
from opsin.ocr.piece import Piece
from opsin.ocr.tiles import Tile, cut, enough_scale, pixels_of
from opsin.pixels.isolated.job import Job, Lost, Ticket
from opsin.pixels.isolated.process import CannotStart, Reason
from opsin.pixels.isolated.worker import Worker

log = logging.getLogger(__name__)

MOST_BYTES = 8_000_000
"""Of one answer."""

LINES_AT_ONCE = 24
PIXELS_AT_ONCE = 2_000_000
"""Of the lines that are read in one piece of work."""

_SHARE_TO_FIND = 0.5
_MUCH_LARGER = 1.25
_SPARE = 2
"""Pixels around a line that go with it."""

_LONG = 3.0
_MOST_HEIGHTS = 1.6
"""Heights of a line that a character of it may take: a Chinese one takes one, a Latin one half of that.

The network reads the digits and the signs of a script that it does not know, and is sure of them.
"""

_FEWEST_UNREAD = 2
_SHARE_UNREAD = 0.2
"""Rules, bars and dots of a password are found as lines too. So many of all lines must say nothing, to be told."""


_numbers = count(1)


class _Stopped(Exception):
    """No more work is to be done for this picture."""


@dataclass(slots=True)
class Steps:
    """The reading of one picture. It blocks: call it in a thread.

    Attributes:
        rgb: Three bytes a pixel, row by row.
        width: Of it.
        height: Of it.
        worker: Who reads.
        ticket: By what it is given up.
        until: When it must be done, by the monotonic clock.
    """

    rgb: bytes
    width: int
    height: int
    worker: Worker
    ticket: Ticket
    until: float
    whole: bool = True
    note: str = ""
    _codes: tuple[BarCode, ...] = ()
    _unread: int = 0
    _number: int = field(default_factory=_numbers.__next__)
    _read_already: dict[Quad, Said] = field(default_factory=dict)

    def all(self) -> Read:
        """Read the picture, as far as the time goes. A note is there only where nothing could be read."""
        turned = 0
        pieces: list[Piece] = []
        quads: list[Quad] = []
        try:
            quads = self._find()
            self._codes = self._read_codes()
            turned = self._turn(quads)
            if turned:
                quads = self._turn_all(turned)
            self._read_into(pieces, quads)
        except _Stopped:
            self.whole = False
        lines = tuple(self._came(line, turned) for line in arranged(pieces, self._look))
        many = self._unread >= _FEWEST_UNREAD and self._unread >= _SHARE_UNREAD * len(quads)
        unread = self._unread if many else 0
        return Read(lines, self._codes, self.whole, turned, note=self.note, unread=unread)

    def _find(self) -> list[Quad]:
        """The lines of the picture; where half the time is over before all tiles are seen, those of the first tiles."""
        found: list[Found] = []
        before = time.monotonic() + _SHARE_TO_FIND * (self.until - time.monotonic())
        for number, tile in enumerate(cut(self.width, self.height)):
            if number and time.monotonic() > before:
                self.whole = False
                break
            scale = enough_scale(_heights(found))
            lines = self._find_in(tile, number, scale)
            if enough_scale(_heights(lines)) > scale * _MUCH_LARGER:
                lines = self._find_in(tile, number, 1.0)
            found.extend(lines)
        return join(found)

    def _find_in(self, tile: Tile, number: int, scale: float) -> list[Found]:
        def read(told: Mapping[str, Any], body: bytes) -> list[Quad]:
            return quads_told(told, body, width=tile.width, height=tile.height)

        box = (tile.left, tile.top, tile.right, tile.bottom)
        asked = {"work": "find", "width": tile.width, "height": tile.height, "scale": scale}
        job = Job(asked, pixels_of(self.rgb, self.width, box), MOST_BYTES, read, self.ticket)
        return [found_in(tile, number, quad) for quad in self._do(job) or ()]

    def _read_codes(self) -> tuple[BarCode, ...]:
        wide, high = self.width, self.height

        def read(told: Mapping[str, Any], body: bytes) -> tuple[BarCode, ...]:
            return codes_told(told, body, width=wide, height=high)

        asked = {"work": "codes", "width": wide, "height": high}
        return self._do(Job(asked, self.rgb, MOST_BYTES, read, self.ticket)) or ()

    def _turn(self, quads: Sequence[Quad]) -> int:
        """Degrees clockwise by which the picture must be turned."""
        sample = turning.sample_of(quads)
        if not sample:
            return 0
        sure: dict[int, float] = {}
        for turn in turning.turns_to_try(quads):
            said = self._say(sample, turn)
            sure[turn] = fmean(line.confidence for line in said) if said else 0.0
            if turn == 0:
                self._read_already = dict(zip(sample, said or (), strict=False))
                if sure[turn] > turning.GOOD:
                    return 0
        return turning.best_turn(sure)

    def _turn_all(self, turned: int) -> list[Quad]:
        from PIL import Image

        image = Image.frombytes("RGB", (self.width, self.height), self.rgb).rotate(-turned, expand=True)
        self.rgb = image.tobytes()
        self.width, self.height = image.size
        self._read_already = {}
        return self._find()

    def _read_into(self, pieces: list[Piece], quads: Sequence[Quad]) -> None:
        for quad in quads:
            if quad in self._read_already:
                pieces.extend(self._piece(quad, self._read_already[quad]))
        left = [quad for quad in quads if quad not in self._read_already]
        for batch in _batches(sorted(left, key=lambda quad: quad[0][1])):
            for quad, line in zip(batch, self._say(batch, 0) or (), strict=False):
                pieces.extend(self._piece(quad, line))

    def _piece(self, quad: Quad, said: Said) -> list[Piece]:
        """A line that was read, unless it says nothing."""
        unread = says_too_little(quad, said.text)
        self._unread += unread
        told = any(map(str.isalnum, said.text)) if unread else said.text.strip()
        return [Piece(said.text, quad, said.confidence, said.places)] if told else []

    def _say(self, quads: Sequence[Quad], turn: int) -> list[Said] | None:
        asked, data = [], []
        for quad in quads:
            box = _around(quad, self.width, self.height)
            corners = [round(value - box[side], 1) for corner in quad for side, value in enumerate(corner)]
            asked.append([box[2] - box[0], box[3] - box[1], *corners])
            data.append(pixels_of(self.rgb, self.width, box))

        def read(told: Mapping[str, Any], body: bytes) -> list[Said]:
            return lines_told(told, body, count=len(quads))

        job = Job(
            {"work": "read", "lines": asked, "turned": turn, "picture": self._number},
            b"".join(data),
            MOST_BYTES,
            read,
            self.ticket,
        )
        said: list[Said] | None = self._do(job)
        return said

    def _look(self, grid: Grid, rows: Sequence[Sequence[Piece]]) -> Looked | None:
        """Look at the ink of rows on a grid."""
        question = ask_cells(grid, rows, self.width, self.height, picture=self._number)
        if question is None:
            return None

        def read(told: Mapping[str, Any], body: bytes) -> list[str | None]:
            return rows_told(told, body, count=len(question.rows))

        data = question.data + pixels_of(self.rgb, self.width, question.box)
        try:
            texts = self._do(Job(question.asked, data, MOST_BYTES, read, self.ticket))
        except _Stopped:
            # What was read is told all the same.
            texts = None
        return None if texts is None else question.looked(texts)

    def _do(self, job: Job[Any]) -> Any:
        """Have a piece of work done; None where it was lost.

        Raises:
            _Stopped: the time is over, or the work was given up, or nobody can do it.
        """
        if time.monotonic() > self.until:
            raise _Stopped
        try:
            return self.worker.do(job)
        except CannotStart:
            self.note = "Text recognition could not be started."
            raise _Stopped from None
        except Lost as lost:
            log.debug("a piece of a picture was not read: %s", lost.reason)
            self.whole = False
            if lost.reason is Reason.GIVEN_UP:
                raise _Stopped from None
            return None

    def _came(self, line: Line, turned: int) -> Line:
        if not turned:
            return line
        width, height = turning.turned_size(self.width, self.height, turned)
        left, top, right, bottom = turning.as_it_came(line.box, turned, width, height)
        return Line(line.text, (round(left), round(top), round(right), round(bottom)), line.confidence)


def _heights(found: Sequence[Found]) -> list[float]:
    return [min(turning.sides(line.quad)) for line in found]


def says_too_little(quad: Quad, text: str) -> bool:
    """Whether a line is far longer than the characters that were read in it."""
    length, breadth = turning.sides(quad)
    characters = len("".join(text.split()))
    return length > _LONG * breadth and length > _MOST_HEIGHTS * breadth * characters


def _batches(quads: Sequence[Quad]) -> Iterator[list[Quad]]:
    batch: list[Quad] = []
    pixels = 0.0
    for quad in quads:
        length, breadth = turning.sides(quad)
        if batch and (len(batch) == LINES_AT_ONCE or pixels + length * breadth > PIXELS_AT_ONCE):
            yield batch
            batch, pixels = [], 0.0
        batch.append(quad)
        pixels += length * breadth
    if batch:
        yield batch


def _around(quad: Quad, width: int, height: int) -> tuple[int, int, int, int]:
    across, down = [x for x, _ in quad], [y for _, y in quad]
    left, top = max(0, int(min(across)) - _SPARE), max(0, int(min(down)) - _SPARE)
    right, bottom = min(width, int(max(across)) + 1 + _SPARE), min(height, int(max(down)) + 1 + _SPARE)
    return min(left, width - 1), min(top, height - 1), max(right, left + 1), max(bottom, top + 1)
