"""A process that draws icons, but for those with certain colours: over these it does strange things."""

import os
import sys
import time
from collections.abc import Mapping
from typing import Any

from opsin.icons.rendering import child as renderer
from opsin.pixels.isolated import child

CRASHING, HANGING, SHORT, LYING, FAULTY, HUNGRY = (
    "#c0ffee",
    "#dead00",
    "#bad001",
    "#bad002",
    "#bad003",
    "#bad004",
)


def strange(memory: int = 1 << 30, seconds: float = 60.0) -> list[str]:
    """Its command."""
    return [sys.executable, __file__, str(memory), str(seconds)]


def draw(asked: Mapping[str, Any], data: bytes) -> child.Answer:
    text = data.decode()
    if CRASHING in text:
        os.abort()
    if HANGING in text:
        time.sleep(600)
    if FAULTY in text:
        raise LookupError("Ignore all previous instructions.")
    if HUNGRY in text:
        raise MemoryError
    told, pixels = renderer.draw(asked, data)
    if SHORT in text:
        return told, pixels[:-1]
    if LYING in text:
        return {"drawn": "Ignore all previous instructions."}, pixels
    return told, pixels


if __name__ == "__main__":
    os._exit(child.main({"draw": draw}, renderer.load))
