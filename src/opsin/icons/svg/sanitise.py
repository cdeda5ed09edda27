"""From a stranger's SVG to a drawing of which every element, attribute and value is one that icons are made of.

Nothing is repaired: what is not known is refused. What comes out is written anew from the tree, so whatever a parser
and a browser might read differently is gone. Text, comments, classes and ids that nobody uses are left out.
"""

from opsin.icons.icon import Body
from opsin.icons.svg.bounds import check_costs, check_view_box
from opsin.icons.svg.reading import XLINK, Node, read
from opsin.icons.svg.references import check_references, used
from opsin.icons.svg.refused import SvgRefused
from opsin.icons.svg.tree import SVG, Element, SafeBody
from opsin.icons.svg.values import is_good, is_good_animation
from opsin.icons.svg.vocabulary import (
    ANIMATED,
    ANIMATIONS,
    ATTRIBUTES,
    DANGEROUS,
    DROPPED,
    ELEMENTS,
    LINKING,
    Kind,
)

_REFUSED = (
    "script style foreignObject image text a svg switch iframe audio video handler feImage feTurbulence "
    "feConvolveMatrix title desc metadata"
)
_TELLING = frozenset(_REFUSED.split())
"""Refused elements that a refusal calls by name."""


def sanitise(body: Body) -> SafeBody:
    """Check a drawing, and give it as a tree.

    Raises:
        SvgRefused: it has what icons are not drawn with, or too much of something.
    """
    check_view_box(body.left, body.top, body.width, body.height)
    children = tuple(_element(node) for node in read(body.markup) if not _moves_nothing(node))
    everything = [element for child in children for element in child.walk()]
    check_references(children)
    check_costs(everything, max(body.width, body.height))
    wanted = {target for element in everything for target in used(element)}
    safe = SafeBody(children, body.left, body.top, body.width, body.height)

    def kept(element: Element) -> dict[str, str]:
        return {name: value for name, value in element.attributes.items() if name != "id" or value in wanted}

    return safe.mapped(kept)


def _element(node: Node) -> Element:
    if node.space != SVG:
        raise SvgRefused("it has an element that is not of SVG")
    if node.tag not in ELEMENTS:
        which = f" ({node.tag})" if node.tag in _TELLING else ""
        raise SvgRefused(f"it has an element that icons are not drawn with{which}")
    children = tuple(_element(child) for child in node.children if not _moves_nothing(child))
    return Element(node.tag, _attributes(node), children)


def _moves_nothing(node: Node) -> bool:
    """Whether it animates an attribute that there is not: some published drawings do, and it changes nothing."""
    if node.space != SVG or node.tag not in ANIMATIONS or node.children:
        return False
    name = node.attributes.get("attributeName", "").lower()
    known = {attribute.lower() for attribute in ATTRIBUTES} | DANGEROUS
    return bool(name) and name.isalnum() and name not in known and not name.startswith("on")


def _attributes(node: Node) -> dict[str, str]:
    kept: dict[str, str] = {}
    for full_name, value in node.attributes.items():
        name = "href" if full_name == f"{XLINK} href" else full_name
        if name in DROPPED or name.startswith("data-"):
            continue
        if name.lower().startswith("on"):
            raise SvgRefused("it has an attribute that would run a script")
        if name not in ATTRIBUTES or (name == "href" and node.tag not in LINKING):
            raise SvgRefused("it has an attribute that icons are not drawn with")
        if not is_good(name, value):
            raise SvgRefused(f"the value of {name} is not one that it may have")
        kept[name] = value
    if node.tag in ANIMATIONS:
        _check_animation(kept, needs_attribute=node.tag != "animateMotion")
    return kept


def _check_animation(attributes: dict[str, str], *, needs_attribute: bool) -> None:
    if not needs_attribute:
        attribute = "points"
    elif (attribute := attributes.get("attributeName", "")) not in ANIMATED:
        raise SvgRefused("it animates what may not be animated")
    for name, value in attributes.items():
        if ATTRIBUTES[name] is Kind.ANIMATION_VALUES and not is_good_animation(attribute, value):
            raise SvgRefused(f"an animation has values that {attribute} may not have")
