"""The formats that need a package of their own, and the line that installs it."""

from importlib.util import find_spec

from opsin.pixels.sniff import Format

_NEEDS = {Format.HEIC: ("pi_heif", "heif"), Format.PDF: ("pypdfium2", "pdf")}

LIBRARIES = tuple(package for package, _ in _NEEDS.values())
"""The packages, as Python imports them."""


def missing(kind: Format) -> str:
    """The line that installs what this format needs; empty where nothing is missing."""
    if kind not in _NEEDS:
        return ""
    package, extra = _NEEDS[kind]
    return "" if find_spec(package) is not None else f'pip install "opsin[{extra}]"'
