"""The formats that need a package of their own, and the line that installs it."""

from importlib.util import find_spec

from opsin.pixels.sniff import Format

_NEEDS = {Format.HEIC: ("pi_heif", "heif"), Format.PDF: ("pypdfium2", "pdf")}

NEEDY = tuple(_NEEDS)
"""The formats."""

LIBRARIES = tuple(package for package, _ in _NEEDS.values())
"""The packages, as Python imports them."""


def missing(kind: Format) -> str:
    """The line that installs what this format needs; empty where nothing is missing."""
    return "" if kind not in _NEEDS or find_spec(_NEEDS[kind][0]) is not None else install_line(kind)


def install_line(kind: Format) -> str:
    """The line that installs the package of one of these formats.

    Raises:
        KeyError: the format needs none.
    """
    return f'pip install "opsin[{_NEEDS[kind][1]}]"'
