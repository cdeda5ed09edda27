"""A drawing as a tree of elements that have all been checked, and as the text that such a tree is written as."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True, slots=True)
class Element:
    """One element of SVG, without any text: nothing that icons are drawn with has some.

    Attributes:
        tag: Its name, without a prefix.
        attributes: By their names, without a prefix; `href` is the plain one of SVG 2.
        children: Elements in it, in the order in which they are painted.
    """

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: tuple["Element", ...] = ()

    def walk(self) -> Iterator["Element"]:
        """The element itself, then all in it, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class SafeBody:
    """An icon's drawing that was checked: only `opsin.icons.svg.sanitise` makes one.

    Attributes:
        children: What stands inside the `svg` element.
        left, top, width, height: The view box.
    """

    children: tuple[Element, ...]
    left: float
    top: float
    width: float
    height: float

    @property
    def markup(self) -> str:
        """What stands inside the `svg` element, as text."""
        return written(self.children)

    def walk(self) -> Iterator[Element]:
        """All elements, in the order of the document."""
        for child in self.children:
            yield from child.walk()

    def mapped(self, change: Callable[[Element], Mapping[str, str]]) -> "SafeBody":
        """The same drawing with the attributes that `change` gives for each element."""
        children = tuple(_mapped(child, change) for child in self.children)
        return SafeBody(children, self.left, self.top, self.width, self.height)


def written(elements: tuple[Element, ...]) -> str:
    """Write elements as XML, as short as it goes."""
    return "".join(map(_written, elements))


def quoted(value: str) -> str:
    """Write the value of an attribute, in double quotes."""
    text = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return f'"{text}"'


def number(value: float) -> str:
    """Write a number with at most four digits after the point, as short as it goes: 24, not 24.0000."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _written(element: Element) -> str:
    start = element.tag + "".join(f" {name}={quoted(value)}" for name, value in element.attributes.items())
    if not element.children:
        return f"<{start}/>"
    return f"<{start}>{written(element.children)}</{element.tag}>"


def _mapped(element: Element, change: Callable[[Element], Mapping[str, str]]) -> Element:
    children = tuple(_mapped(child, change) for child in element.children)
    return Element(element.tag, change(element), children)
