"""IPTC-IIM, the older captions of press photographs (IPTC-NAA Information Interchange Model 4.2), in record 2."""

from collections.abc import Mapping

MOST_BYTES = 262_144
MOST_VALUES = 64
VALUE_CHARACTERS = 2_000
RESOURCE = 0x0404
"""Under which a Photoshop resource block holds them."""

_MARKER = 0x1C
_RECORD = 2
"""Of what the picture shows."""

_HEADER = 5
_LONG = 0x8000
_UTF8 = b"\x1b%G"
_NAMES = {
    5: "title",
    25: "subject",
    55: "date",
    80: "creator",
    90: "place",
    101: "place",
    105: "headline",
    116: "rights",
    120: "description",
}


def read_iptc(data: bytes) -> Mapping[str, tuple[str, ...]]:
    """Read the datasets that say what a picture shows and who made it.

    Args:
        data: The datasets; one with more than 256 KiB is not read.

    Returns:
        Values by name, at most 64 each, named as `opsin.pixels.xmp.read_xmp` does. What is damaged gives what stands
        before the damage.
    """
    values: dict[str, list[str]] = {}
    at = 0
    utf8 = False
    while len(data) <= MOST_BYTES and at + _HEADER <= len(data) and data[at] == _MARKER:
        record, dataset = data[at + 1], data[at + 2]
        length = int.from_bytes(data[at + 3 : at + 5], "big")
        if length >= _LONG:
            # A dataset of 32 KiB and more is none of those that are read.
            break
        content = data[at + _HEADER : at + _HEADER + length]
        at += _HEADER + length
        if (record, dataset) == (1, 90):
            utf8 = content == _UTF8
        elif record == _RECORD and dataset in _NAMES:
            text = _decoded(content, utf8=utf8).strip("\0 \r\n\t")[:VALUE_CHARACTERS]
            found = values.setdefault(_NAMES[dataset], [])
            if text and text not in found and len(found) < MOST_VALUES:
                found.append(text)
    return {name: tuple(found) for name, found in values.items()}


def _decoded(content: bytes, *, utf8: bool) -> str:
    if not utf8:
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            return content.decode("latin-1")
    return content.decode("utf-8", "replace")
