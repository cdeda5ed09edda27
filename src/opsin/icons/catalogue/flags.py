"""An icon's yes-or-no facts and its style, in one byte."""

from opsin.icons.icon import Style

STYLES = (Style.NONE, Style.STROKE, Style.FILL, Style.BOTH)
STYLE_MASK = 0b11
PALETTE = 0b100
ANIMATED = 0b1000
HIDDEN = 0b10000


def flags_of(style: Style, *, palette: bool, animated: bool, hidden: bool) -> int:
    """The byte: the style's place in `STYLES`, and one bit for each of the others."""
    return STYLES.index(style) | PALETTE * palette | ANIMATED * animated | HIDDEN * hidden


def style_in(flags: int) -> Style:
    """The style that the byte says."""
    return STYLES[flags & STYLE_MASK]
