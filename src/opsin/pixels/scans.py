"""How many scans a JPEG has: each one costs its decoder a pass over all pixels, whatever its bytes.

Source: ITU-T T.81, annex B. Not only progressive files have many: the components of a sequential one may come
in scans of their own, and decoders take each as often as it comes.
"""

import re

_START_OF_SCAN, _END_OF_IMAGE = 0xDA, 0xD9
_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})
_MARKER = re.compile(rb"\xff([^\x00\xd0-\xd7\xff])", re.DOTALL)
_MAX_SEGMENTS = 20_000


def has_more_scans(data: bytes, most: int) -> bool:
    """Whether a JPEG has more than `most` scans up to its end, or so many segments that they are not counted.

    What stands inside of segments (a small JPEG for a preview) or behind the end (a film) does not count.
    """
    # A search for the two bytes is fast and never finds too few.
    if data.count(b"\xff\xda") <= most:
        return False
    scans = 0
    at = 2
    for _ in range(_MAX_SEGMENTS):
        found = _MARKER.search(data, at)
        if found is None or found[1][0] == _END_OF_IMAGE:
            return False
        at = found.end()
        if found[1][0] in _WITHOUT_LENGTH:
            continue
        if found[1][0] == _START_OF_SCAN:
            scans += 1
            if scans > most:
                return True
        at += int.from_bytes(data[at : at + 2], "big")
    return True
