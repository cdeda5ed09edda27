"""The check of `opsin doctor` on fonts: which scripts the captions of a sheet can be written in."""

from collections.abc import Callable, Mapping

from opsin.cli.findings import Finding, Level

_PACKAGED = {"Latin": "Aa", "Greek": "Ωλ", "Cyrillic": "Жж", "Hebrew": "שׁ", "Arabic": "عربي"}
"""Scripts of the font that comes with opsin, with letters of each."""

_OF_THE_SYSTEM = {
    "Chinese": "中文",
    "Japanese": "かな",
    "Korean": "한글",
    "Thai": "ไทย",
    "Devanagari": "हिन्दी",
    "Tamil": "தமிழ்",
}
"""Scripts that take a font of the system."""


def check_fonts(can_write: Callable[[str], bool] | None = None) -> Finding:
    """Which scripts can be written on a sheet. What can't be is left out of it, and stands in the text all the same.

    Args:
        can_write: Whether there is a font with all letters of a text; looked for on this machine when None.
    """
    able = can_write or _has_font
    if lacking := _without(_PACKAGED, able):
        told = f"the font of opsin can't be used: no {', '.join(lacking)}"
        return Finding(Level.WARN, "fonts", told, "Install opsin and Pillow again.")
    with_opsin = ", ".join(_PACKAGED)
    missing = _without(_OF_THE_SYSTEM, able)
    if not missing:
        return Finding(Level.OK, "fonts", f"{with_opsin}, {', '.join(_OF_THE_SYSTEM)}")
    found = [name for name in _OF_THE_SYSTEM if name not in missing]
    told = f"{', '.join([with_opsin, *found])}; no font for {', '.join(missing)}"
    return Finding(Level.OK, "fonts", told, "Where sheets are to show such titles, install the Noto fonts.")


def _without(scripts: Mapping[str, str], able: Callable[[str], bool]) -> list[str]:
    return [name for name, letters in scripts.items() if not able(letters)]


def _has_font(text: str) -> bool:
    from opsin.sheet.typefaces import typeface_for

    return typeface_for(text) is not None
