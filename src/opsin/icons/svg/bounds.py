"""How much of what is costly a drawing may have: filters, dashes, markers, and its view box."""

import math
from collections.abc import Iterator, Sequence

from opsin.icons.svg.refused import SvgRefused
from opsin.icons.svg.tree import Element
from opsin.icons.svg.values import numbers

LARGEST_SIDE = 100_000
FARTHEST = 1_000_000
MOST_STRETCHED = 100
"""How many times longer than the other a side of the view box may be."""

MOST_FILTERS = 400
MOST_WIDENING = 0.1
"""Radius of feMorphology, as a share of the view box."""

MOST_BLUR = 1.0
"""Deviation of a blur, as a share of the view box."""

MOST_DASHED = 60_000
"""Characters of path data in a drawing with dashes or markers, which multiply what a path is made of."""

SHORTEST_DASH = 1e-3
"""Length of a pattern of dashes, as a share of the view box."""

_SIZES = {"radius": MOST_WIDENING, "stdDeviation": MOST_BLUR}


def check_view_box(left: float, top: float, width: float, height: float) -> None:
    """Check that a view box has a size that an icon may have.

    Raises:
        SvgRefused: it has not.
    """
    if not all(math.isfinite(value) for value in (left, top, width, height)):
        raise SvgRefused("its view box has no size")
    if not (0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE):
        raise SvgRefused("its view box has no size, or too large a one")
    if max(abs(left), abs(top)) > FARTHEST or not 1 / MOST_STRETCHED <= width / height <= MOST_STRETCHED:
        raise SvgRefused("its view box lies too far out, or is too thin")


def check_costs(elements: Sequence[Element], side: float) -> None:
    """Check that elements do not ask for much more work than they are long.

    Args:
        elements: All of the drawing.
        side: The longer side of the view box.

    Raises:
        SvgRefused: they do.
    """
    filters = sum(element.tag == "filter" for element in elements)
    if filters > MOST_FILTERS:
        raise SvgRefused(f"it has more than {MOST_FILTERS} filters")
    asked = [pair for element in elements for pair in _asked(element)]
    for name, value in asked:
        if name in _SIZES and max(map(abs, numbers(value)), default=0) > _SIZES[name] * side:
            raise SvgRefused("a filter reaches too far")
    dashes = [lengths for name, value in asked if name == "stroke-dasharray" and (lengths := numbers(value))]
    if any(0 < sum(map(abs, lengths)) < SHORTEST_DASH * side for lengths in dashes):
        raise SvgRefused("its dashes are too short")
    if dashes or any(element.tag == "marker" for element in elements):
        drawn = sum(len(element.attributes.get(name, "")) for element in elements for name in ("d", "points"))
        if drawn > MOST_DASHED:
            raise SvgRefused("it has dashes or markers on too long a path")


def _asked(element: Element) -> Iterator[tuple[str, str]]:
    """The attributes of an element, and those that it gives to another by animation."""
    yield from element.attributes.items()
    if name := element.attributes.get("attributeName"):
        for source in ("values", "from", "to", "by"):
            for value in element.attributes.get(source, "").split(";"):
                yield name, value
