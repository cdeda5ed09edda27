"""One icon, its set, and its drawing, in the words of Iconify's data (iconify.design/docs/types/iconify-json.html)."""

from dataclasses import dataclass, field
from enum import StrEnum


class Style(StrEnum):
    """How an icon is drawn, by the attributes of its body."""

    STROKE = "stroke"
    FILL = "fill"
    BOTH = "both"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class IconSet:
    """A set of icons, as its publisher describes it.

    Attributes:
        prefix: Iconify's short name of it, the first part of every id.
        name: Its title.
        version: Its version, where the data gives one.
        author: Who publishes it.
        author_url: Their page; empty where none is given.
        spdx: The SPDX id or expression, as published; empty where none is given.
        licence_title: The licence's title, as published.
        licence_url: Where the licence stands; empty where no address is given.
        category: Iconify's category, such as "UI 24px" or "Logos"; empty for none.
        palette: Its icons have colours of their own.
        hidden: It is no longer offered; its ids still resolve.
        archived: It is no longer maintained.
        total: Its visible icons.
        order: Its place in Iconify's order, from 0.
        height: Pixels of its grid; 0 where unknown.
        theme_prefixes: What stands before a glyph's name in a variant, such as "outline-".
        theme_suffixes: What stands behind it, such as "-filled".
    """

    prefix: str
    name: str
    version: str = ""
    author: str = ""
    author_url: str = ""
    spdx: str = ""
    licence_title: str = ""
    licence_url: str = ""
    category: str = ""
    palette: bool = False
    hidden: bool = False
    archived: bool = False
    total: int = 0
    order: int = 0
    height: int = 0
    theme_prefixes: tuple[str, ...] = field(default=())
    theme_suffixes: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Icon:
    """One icon of a set.

    Attributes:
        set: Its set.
        name: Its name, the second part of its id.
        aliases: Further names of the same drawing.
        categories: Its categories within the set.
        style: How it is drawn.
        palette: It has colours of its own.
        animated: It moves.
        hidden: It is no longer offered; its id still resolves.
        glyph: What it shows: its name without the words of a theme ("rocket" for "rocket-filled").
    """

    set: IconSet
    name: str
    aliases: tuple[str, ...] = field(default=())
    categories: tuple[str, ...] = field(default=())
    style: Style = Style.NONE
    palette: bool = False
    animated: bool = False
    hidden: bool = False
    glyph: str = ""

    @property
    def id(self) -> str:
        """The id by which it is known everywhere: `lucide:rocket`."""
        return f"{self.set.prefix}:{self.name}"


@dataclass(frozen=True, slots=True)
class Body:
    """An icon's drawing: what stands inside the `svg` element, and its view box.

    `markup` comes from a set's data, so nothing is done with it before it is checked.
    """

    markup: str
    left: float = 0
    top: float = 0
    width: float = 16
    height: float = 16
