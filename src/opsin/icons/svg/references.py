"""What a drawing refers to within itself, and how much is painted when all of it is followed."""

from collections.abc import Iterable, Mapping

from opsin.icons.svg.refused import SvgRefused
from opsin.icons.svg.tree import Element
from opsin.icons.svg.values import targets
from opsin.icons.svg.vocabulary import ATTRIBUTES, Kind

MOST_PAINTED = 50_000
"""Elements, counted as often as they are painted, and once more for every hundred characters of their paths. A `use`
of a `use` of a `use` makes millions out of a few lines."""

_CHARACTERS = 100

MOST_LINKED = 64
"""References that follow one from another. Whoever paints them goes as deep."""


def owners(elements: Iterable[Element]) -> dict[str, Element]:
    """The elements that have an id, by it.

    Raises:
        SvgRefused: two have the same.
    """
    found: dict[str, Element] = {}
    for element in elements:
        if (name := element.attributes.get("id")) is not None:
            if name in found:
                raise SvgRefused("two elements have one id")
            found[name] = element
    return found


def used(element: Element) -> list[str]:
    """The ids that an element refers to by itself."""
    return [target for name, value in element.attributes.items() for target in targets(name, value)]


def check_references(children: tuple[Element, ...]) -> None:
    """Check that what a drawing refers to leads in no circle, and to not too much.

    A reference may lead nowhere, as some in published sets do: it draws nothing.

    Raises:
        SvgRefused: it does, or two elements have one id.
    """
    known = owners(element for child in children for element in child.walk())
    if not known:
        return
    painting = _Painting(known)
    if sum(painting.follow(child)[0] for child in children) > MOST_PAINTED:
        raise SvgRefused(f"it paints more than {MOST_PAINTED:,} elements or pieces of paths")


class _Painting:
    def __init__(self, known: Mapping[str, Element]) -> None:
        self._known = known
        self._followed: dict[str, tuple[int, int]] = {}
        self._following: set[str] = set()

    def follow(self, element: Element) -> tuple[int, int]:
        """How much is painted for this one, and how many references follow one from another for it."""
        painted, links = 1 + len(element.attributes.get("d", "")) // _CHARACTERS, 0
        for child in element.children:
            more, deep = self.follow(child)
            painted, links = painted + more, max(links, deep)
        for name, value in element.attributes.items():
            if ATTRIBUTES[name] is not Kind.TIMES:
                for target in targets(name, value):
                    more, deep = self._follow_to(target)
                    painted, links = painted + more, max(links, deep + 1)
        if links > MOST_LINKED:
            raise SvgRefused(f"more than {MOST_LINKED} references in it follow one from another")
        return painted, links

    def _follow_to(self, target: str) -> tuple[int, int]:
        if target not in self._known:
            return 0, 0
        if target not in self._followed:
            if target in self._following:
                raise SvgRefused("it refers to itself in a circle")
            if len(self._following) > MOST_LINKED:
                raise SvgRefused(f"more than {MOST_LINKED} references in it follow one from another")
            self._following.add(target)
            self._followed[target] = self.follow(self._known[target])
            self._following.discard(target)
        return self._followed[target]
