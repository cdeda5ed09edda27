"""What a drawing's markup tells: its style, its colours, whether it moves; and Iconify's turning and mirroring."""

import re
from dataclasses import dataclass

from opsin.icons.icon import Body, Style

_UNPAINTED = frozenset({"", "none", "transparent", "inherit"})
_PAINT = re.compile(r'(fill|stroke)="([^"]*)"')
_COLOUR = re.compile(r'(?:fill|stroke|stop-color)="#')
_HALF = 2
_MOVING = re.compile(r"<(?:animate|set)\b|<animate[A-Z]")


def style_of(markup: str) -> Style:
    """Whether the body paints strokes, fills, both, or names neither.

    As the Iconify API judges it: an attribute counts unless its value is empty, none, transparent or inherit.
    """
    painted = {kind for kind, value in set(_PAINT.findall(markup)) if value.lower() not in _UNPAINTED}
    if len(painted) == 1:
        return Style(painted.pop())
    return Style.BOTH if painted else Style.NONE


def has_palette(markup: str, *, set_has: bool) -> bool:
    """Whether the drawing has colours of its own, in a set that says so of itself or does not.

    Without `currentColor` nothing of it takes the colour of the text. With it, other colours count only in a set
    with a palette: elsewhere they belong to masks.
    """
    return "currentColor" not in markup or (set_has and _COLOUR.search(markup) is not None)


def moves(markup: str) -> bool:
    """Whether the drawing holds an animation of SVG's own (SVG 2, SMIL)."""
    return "<" in markup and _MOVING.search(markup) is not None


@dataclass(frozen=True, slots=True)
class Turn:
    """Mirroring and turning, as an alias asks for it.

    Attributes:
        across: Left and right change places.
        over: Top and bottom change places.
        quarters: Turns clockwise, in quarters from 0 to 3, after mirroring.
    """

    across: bool = False
    over: bool = False
    quarters: int = 0

    def then(self, other: "Turn") -> "Turn":
        """Both together, as Iconify merges an alias of an alias."""
        return Turn(
            self.across != other.across, self.over != other.over, (self.quarters + other.quarters) % 4
        )


def turned(body: Body, turn: Turn) -> Body:
    """The body mirrored and turned, within a group; the view box turns with it.

    The rules are those of Iconify's `iconToSVG` (iconify.design/docs/types/iconify-icon.html).
    """
    if turn == Turn():
        return body
    quarters = (turn.quarters + (2 if turn.across and turn.over else 0)) % 4
    left, top, width, height = body.left, body.top, body.width, body.height
    steps: list[str] = []
    if turn.across != turn.over:
        if turn.across:
            steps.append(f"translate({_number(width + left)} {_number(-top)})")
            steps.append("scale(-1 1)")
        else:
            steps.append(f"translate({_number(-left)} {_number(height + top)})")
            steps.append("scale(1 -1)")
        left = top = 0
    if quarters == _HALF:
        steps.insert(0, f"rotate(180 {_number(width / 2 + left)} {_number(height / 2 + top)})")
    elif quarters:
        # A point on the diagonal, such that the box comes to lie on the box with its sides exchanged.
        centre = _number(height / 2 + top if quarters == 1 else width / 2 + left)
        steps.insert(0, f"rotate({90 if quarters == 1 else -90} {centre} {centre})")
        left, top, width, height = top, left, height, width
    markup = f'<g transform="{" ".join(steps)}">{body.markup}</g>' if steps else body.markup
    return Body(markup, left, top, width, height)


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
