"""The worker process that reads: pixels on its standard input, lines and bar codes as JSON on its standard output.

`python -m opsin.ocr.child MEMORY SECONDS`, as `opsin.pixels.isolated.child`, with work of its own. Pixels come as RGB.
"""

import json
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from opsin.pixels.isolated.child import Answer, Work, main

if TYPE_CHECKING:
    from opsin.ocr.recognition import Reader
    from opsin.ocr.sessions import Session

THREADS = 1
"""A second one would make reading faster by half and cost a fifth more work, and the server has work of its own."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
_KEPT_BYTES = 134_217_728

SURE_ENOUGH = 0.6
"""The confidence from which on a few characters without the rest of their line are believed."""

_sessions: dict[str, "Session"] = {}
_characters: list[str] = []
_readers: dict[int, "Reader"] = {}


def find(asked: Mapping[str, Any], data: bytes) -> Answer:
    """The corners of the lines of a picture: of each, eight numbers."""
    from opsin.ocr.detection import find_lines

    picture = _picture(asked["width"], asked["height"], data)
    found = find_lines(_sessions["find"], picture, scale=asked["scale"])
    return _told([[round(number, 1) for corner in quad for number in corner] for quad, _ in found])


def read(asked: Mapping[str, Any], data: bytes) -> Answer:
    """What lines say. Each is a part of a picture, and its corners are those within that part."""
    import numpy as np

    from opsin.ocr.recognition import cut_out

    lines, at = [], 0
    for width, height, *corners in asked["lines"]:
        end = at + 3 * width * height
        quad = (corners[0:2], corners[2:4], corners[4:6], corners[6:8])
        line = cut_out(_picture(width, height, data[at:end]), quad)
        lines.append(np.rot90(line, -asked["turned"] // 90))
        at = end
    reader = _reader(asked["picture"])
    readings = [reader.read(line) for line in lines]
    return _told(
        [
            [reading.text, round(reading.confidence, 4), [round(place, 4) for place in reading.places]]
            for reading in readings
        ]
    )


def cells(asked: Mapping[str, Any], data: bytes) -> Answer:
    """The text of the rows of a grid, by their ink. The rows stand before the pixels, as JSON."""
    from opsin.ocr.cells import fill_cells

    reader = _reader(asked["picture"])

    def said(line: Any) -> str:
        reading = reader.read(line)
        return reading.text if reading.confidence > SURE_ENOUGH else ""

    rows, pixels = json.loads(data[: asked["rows"]]), data[asked["rows"] :]
    picture = _picture(asked["width"], asked["height"], pixels)
    return _told(fill_cells(picture, asked["left"], asked["cell"], asked["pitch"], rows, said))


def codes(asked: Mapping[str, Any], data: bytes) -> Answer:
    """Bar codes."""
    from opsin.ocr.codes import read_codes

    return _told(read_codes(_picture(asked["width"], asked["height"], data)))


def _reader(picture: int) -> "Reader":
    """Who reads this picture: one that knows nothing of any other."""
    from opsin.ocr.recognition import Reader

    if picture not in _readers:
        _readers.clear()
        _readers[picture] = Reader(_sessions["read"], _characters)
    return _readers[picture]


def _told(value: list[Any]) -> Answer:
    return {"read": len(value)}, json.dumps(value).encode("ascii")


def _picture(width: int, height: int, data: bytes) -> Any:
    """Height x width x 3 bytes, blue first, as the networks were taught."""
    import numpy as np

    rgb = np.frombuffer(data, np.uint8, 3 * width * height).reshape(height, width, 3)
    return np.ascontiguousarray(rgb[:, :, ::-1])


def _keep_memory() -> None:
    """Have glibc keep what was freed (mallopt(3)): given back, it would be cleared anew for every line."""
    if sys.platform == "linux":
        import ctypes

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            for what in (_MMAP_THRESHOLD, _TRIM_THRESHOLD):
                mallopt(what, _KEPT_BYTES)


WORK: Mapping[str, Work] = {"find": find, "read": read, "cells": cells, "codes": codes}


def load() -> None:
    """Load all that reading needs, before files may no longer be opened at will."""
    # Every thread of a library would take address space, and none of these is of use here.
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    import cv2

    import opsin.ocr.cells
    import opsin.ocr.codes
    import opsin.ocr.detection
    import opsin.ocr.recognition  # noqa: F401
    from opsin.ocr.models import DETECTION, RECOGNITION, weights
    from opsin.ocr.sessions import Session

    cv2.setNumThreads(1)
    _keep_memory()
    _sessions["find"] = Session(weights(DETECTION), threads=THREADS)
    _sessions["read"] = Session(weights(RECOGNITION), threads=THREADS)
    _characters.extend(_sessions["read"].characters())


if __name__ == "__main__":
    code = main(WORK, load)
    os._exit(code)
