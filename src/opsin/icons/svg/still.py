"""A moving drawing as its movements leave it, for renderers that draw no movement.

Many an animated icon begins with nothing and draws itself; at rest it shows what it is of. So where an animation stays
at its end (`fill="freeze"`), its last value is set; one that goes round for ever leaves what is there without it
(www.w3.org/TR/SMIL3, "animate").
"""

import re
from collections.abc import Mapping, Sequence

from opsin.icons.svg.tree import Element, SafeBody
from opsin.icons.svg.vocabulary import ANIMATIONS

_CLOCK = re.compile(r"(?:([\w:-]+)\.(begin|end))?\s*([+-]?)\s*([0-9.]*)(ms|min|h|s|)", re.ASCII)
_FIGURE = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_UNITS = {"ms": 0.001, "s": 1.0, "": 1.0, "min": 60.0, "h": 3600.0}
_DEEPEST = 32


def still(body: SafeBody, *, halfway: bool = False) -> SafeBody:
    """Give the drawing without animations, with what those leave behind that stay at their end.

    Args:
        body: The drawing.
        halfway: Stop those that do not stay on their way, where most is to be seen, instead of leaving them out: for
            drawings that show nothing at rest.
    """
    clocks = {
        name: element
        for element in body.walk()
        if element.tag in ANIMATIONS and (name := element.attributes.get("id"))
    }
    children = tuple(_still(child, clocks, halfway) for child in body.children if child.tag not in ANIMATIONS)
    return SafeBody(children, body.left, body.top, body.width, body.height)


def _still(element: Element, clocks: Mapping[str, Element], halfway: bool) -> Element:
    moving = [child for child in element.children if child.tag in ANIMATIONS]
    children = tuple(
        _still(child, clocks, halfway) for child in element.children if child.tag not in ANIMATIONS
    )
    return Element(element.tag, _at_rest(element.attributes, moving, clocks, halfway), children)


def _at_rest(
    attributes: Mapping[str, str],
    moving: Sequence[Element],
    clocks: Mapping[str, Element],
    halfway: bool,
) -> Mapping[str, str]:
    rest = dict(attributes)
    for one in sorted(moving, key=lambda one: _begin(one, clocks, 0)):
        name = one.attributes.get("attributeName", "")
        values = _values(one)
        if one.attributes.get("fill") == "freeze":
            value = values[-1] if values else ""
        else:
            value = _on_the_way(name, values) if halfway else ""
        if value and one.tag == "animateTransform":
            value = f"{one.attributes.get('type', 'translate')}({value})"
            if one.attributes.get("additive") == "sum" and name in rest:
                value = f"{rest[name]} {value}"
        if name and value:
            rest[name] = value
    return rest


def _values(animation: Element) -> list[str]:
    told = animation.attributes.get("values", "").split(";")
    ends = (animation.attributes.get("from", ""), animation.attributes.get("to", ""))
    return [part.strip() for part in told if part.strip()] or [part.strip() for part in ends if part.strip()]


def _on_the_way(name: str, values: Sequence[str]) -> str:
    """The largest of single numbers, such as sizes and opacities; else the value in the middle."""
    figures = [_FIGURE.fullmatch(value) for value in values]
    if values and name != "stroke-dashoffset" and all(figures):
        return max(values, key=float)
    return values[len(values) // 2] if values else ""


def _begin(animation: Element, clocks: Mapping[str, Element], depth: int) -> float:
    """Seconds until it begins; of several times the first that is given."""
    first = animation.attributes.get("begin", "0").split(";")[0].strip()
    found = _CLOCK.fullmatch(first)
    if found is None or depth > _DEEPEST:
        return 0.0
    offset = _seconds(found[4], found[5]) * (-1 if found[3] == "-" else 1)
    other = clocks.get(found[1] or "")
    if other is None:
        return offset
    start = _begin(other, clocks, depth + 1)
    return start + offset + (_duration(other) if found[2] == "end" else 0.0)


def _duration(animation: Element) -> float:
    found = _CLOCK.fullmatch(animation.attributes.get("dur", "0").strip())
    return _seconds(found[4], found[5]) if found else 0.0


def _seconds(digits: str, unit: str) -> float:
    try:
        return float(digits or "0") * _UNITS[unit]
    except ValueError:
        return 0.0
