"""The segments of a JPEG before its first scan, walked over without decoding.

A decoder in Python reads them one by one, and what stands between them byte by byte: five megabytes of nothing but
empty segments take it seconds. Source: ITU-T T.81, annex B; F.1.2 for the shortest codes.
"""

import re
from dataclasses import dataclass

_START_OF_SCAN, _END_OF_IMAGE = 0xDA, 0xD9
_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})
_HUFFMAN_FRAMES = frozenset({0xC0, 0xC1, 0xC2, 0xC3})
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_MARKER = re.compile(rb"\xff([^\x00\xd0-\xd7\xff])", re.DOTALL)

MAX_SEGMENTS = 4_096
"""A file of 100 MiB has 1,600 where all of it is metadata, in segments of the usual 64 kB."""

MAX_BETWEEN = 65_536
"""Bytes that stand between the segments; there are none in practice."""

_BLOCK = 8


@dataclass(frozen=True, slots=True)
class JpegSurvey:
    """What stands before the pixels of a JPEG.

    Attributes:
        frame: The marker that tells how the pixels are coded, 0 where there is none.
        crowded: Whether there are more segments, or more bytes between them, than any writer makes.
    """

    frame: int
    crowded: bool

    def has_bytes_for(self, size: tuple[int, int], length: int) -> bool:
        """Whether a file of that many bytes can hold a picture of that size: each block takes a bit at least.

        Arithmetic coding may take less, and is not judged.
        """
        blocks = -(-size[0] // _BLOCK) * -(-size[1] // _BLOCK)
        return self.frame not in _HUFFMAN_FRAMES or length * 8 >= blocks


def survey_jpeg(data: bytes) -> JpegSurvey:
    """Walk over the segments up to the first scan."""
    at, between, frame = 2, 0, 0
    for _ in range(MAX_SEGMENTS):
        found = _MARKER.search(data, at)
        if found is None:
            return JpegSurvey(frame, crowded=between + len(data) - at > MAX_BETWEEN)
        between += found.start() - at
        marker, at = found[1][0], found.end()
        if between > MAX_BETWEEN or marker in {_START_OF_SCAN, _END_OF_IMAGE}:
            return JpegSurvey(frame, crowded=between > MAX_BETWEEN)
        if marker in _FRAMES:
            frame = marker
        if marker not in _WITHOUT_LENGTH:
            at += int.from_bytes(data[at : at + 2], "big")
    return JpegSurvey(frame, crowded=True)
