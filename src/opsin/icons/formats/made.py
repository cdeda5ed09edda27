"""An icon as a file of any of the formats: its bytes, the ending of its name, and what was changed."""

from dataclasses import dataclass
from enum import StrEnum

from opsin.errors import InvalidInput
from opsin.icons.formats.data_uri import data_uri
from opsin.icons.formats.jsx import jsx_module
from opsin.icons.formats.png import png_file
from opsin.icons.formats.svelte import svelte_component
from opsin.icons.formats.svg import svg_file
from opsin.icons.formats.vue import vue_component
from opsin.icons.icon import Body
from opsin.icons.svg.colours import CURRENT, checked_colour
from opsin.icons.svg.sanitise import sanitise
from opsin.icons.svg.tree import SafeBody
from opsin.number_range import check_whole
from opsin.text import clean
from opsin.threads import ICONS

LEAST_SIZE, LARGEST_SIZE = 8, 1024
PNG_SIZE = 256
"""Pixels of a PNG's height where none are asked for."""


class Format(StrEnum):
    """What an icon is saved as."""

    SVG = "svg"
    PNG = "png"
    JSX = "jsx"
    VUE = "vue"
    SVELTE = "svelte"
    DATA_URI = "data-uri"


_ENDINGS = {Format.DATA_URI: ".uri.txt"}
_CHANGES = {
    Format.PNG: "converted to PNG",
    Format.JSX: "converted to a React component",
    Format.VUE: "converted to a Vue component",
    Format.SVELTE: "converted to a Svelte component",
}


@dataclass(frozen=True, slots=True)
class Look:
    """How icons are to look as files. Use `Look.checked` for values that come from outside.

    Attributes:
        format: The format.
        color: A colour of CSS in place of `currentColor`; None leaves that.
        size: Pixels of the height; None for those of the icon's grid, and 256 for PNG.
    """

    format: Format = Format.SVG
    color: str | None = None
    size: int | None = None

    @classmethod
    def checked(cls, format: str = "svg", color: str = "", size: int = 0) -> "Look":  # noqa: A002
        """Check every value and say in one sentence which one cannot be used.

        Raises:
            InvalidInput: the format is none, the colour is none of CSS, or the size is out of its range.
        """
        word = str(format).strip().lower() or Format.SVG.value
        try:
            known = Format(word)
        except ValueError:
            names = ", ".join(Format)
            raise InvalidInput(
                f"format is {clean(word, 40)!r}; it may be {names}.", hint="Call again with one of these."
            ) from None
        if isinstance(size, bool) or size != 0:
            hint = "Leave it out for the size of the icon's grid, and 256 for PNG."
            check_whole("size", size, LEAST_SIZE, LARGEST_SIZE, hint=hint)
        return cls(known, checked_colour(color) if color.strip() else None, size or None)

    @property
    def ending(self) -> str:
        """The ending of a file's name, with its dot."""
        return _ENDINGS.get(self.format, f".{self.format}")


@dataclass(frozen=True, slots=True)
class Checked:
    """A drawing, and the same after it was checked."""

    body: Body
    safe: SafeBody

    @property
    def takes_colour(self) -> bool:
        """Whether something of it is drawn in the colour of the text around it."""
        return CURRENT.lower() in self.safe.markup.lower()


async def checked(body: Body) -> Checked:
    """Check a drawing.

    Raises:
        SvgRefused: it has what icons are not drawn with.
    """
    return Checked(body, await ICONS.run(sanitise, body))


def changes(look: Look, drawing: Checked) -> str:
    """What is done to the icon, in words of our own; empty where nothing is."""
    other = look.color and look.color != CURRENT
    recoloured = f"recoloured in {look.color}" if other and drawing.takes_colour else ""
    return ", ".join(filter(None, (recoloured, _CHANGES.get(look.format, ""))))


async def made(icon_id: str, drawing: Checked, look: Look, credit: str = "") -> bytes:
    """Make the file.

    Args:
        icon_id: The icon's id.
        drawing: Its drawing.
        look: How it is to look.
        credit: A line that goes into a comment, where the format has such; empty for none.

    Raises:
        InvalidInput: the size is too large for so wide an icon.
        PictureError: it cannot be drawn as PNG, or nothing is to be seen on it.
    """
    if look.format is Format.PNG:
        return await png_file(drawing.body, size=look.size or PNG_SIZE, color=look.color)
    return (await ICONS.run(_text, icon_id, drawing.safe, look, credit)).encode()


def _text(icon_id: str, safe: SafeBody, look: Look, credit: str) -> str:
    if look.format is Format.DATA_URI:
        return f"{data_uri(icon_id, safe, size=look.size, color=look.color)}\n"
    write = {
        Format.SVG: svg_file,
        Format.JSX: jsx_module,
        Format.VUE: vue_component,
        Format.SVELTE: svelte_component,
    }[look.format]
    return write(icon_id, safe, size=look.size, color=look.color, credit=credit)
