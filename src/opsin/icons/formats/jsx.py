"""An icon as a React component, in a module of its own."""

import re

from opsin.icons.formats.comment import script_comment
from opsin.icons.formats.names import component_name
from opsin.icons.svg.document import coloured, frame, with_own_ids
from opsin.icons.svg.tree import SVG, Element, SafeBody, quoted
from opsin.icons.svg.values import declarations

_STYLED = frozenset({"mask-type", "transform-origin"})
"""Attributes that React does not know, or not in all of its versions; as properties of a style they say the same."""

_HYPHEN = re.compile(r"-([a-z])")


def jsx_module(
    icon_id: str, body: SafeBody, *, size: int | None = None, color: str | None = None, credit: str = ""
) -> str:
    """Write a module whose default export is the component. Its properties go to the `svg` element.

    Args:
        icon_id: The icon's id; the component is called by it.
        body: Its drawing.
        size: Pixels of its height; None for those of its grid.
        color: A colour of CSS in place of `currentColor`; None leaves that.
        credit: A line that goes into a comment; empty for none.

    Raises:
        InvalidInput: the size or the colour cannot be used.
    """
    drawing = coloured(with_own_ids(body, icon_id), color)
    root = {"xmlns": SVG, **frame(body, size)}
    attributes = " ".join(f"{name}={quoted(value)}" for name, value in root.items())
    comment = script_comment(credit)
    lines = [
        *([comment] if comment else []),
        f"export default function {component_name(icon_id)}(props) {{",
        "  return (",
        f"    <svg {attributes} {{...props}}>",
        *(f"      {_element(child)}" for child in drawing.children),
        "    </svg>",
        "  );",
        "}",
    ]
    return "\n".join(lines) + "\n"


def camel_case(name: str) -> str:
    """The name of an attribute or a property as React spells it: `strokeWidth`."""
    return _HYPHEN.sub(lambda found: found[1].upper(), name)


def _element(element: Element) -> str:
    styles = dict(declarations(element.attributes.get("style", "")))
    parts = [element.tag]
    for name, value in element.attributes.items():
        if name in _STYLED:
            styles.setdefault(name, value)
        elif name != "style":
            parts.append(f"{camel_case(name)}={quoted(value)}")
    if styles:
        pairs = ", ".join(f'{camel_case(name)}: "{value}"' for name, value in styles.items())
        parts.append(f"style={{{{ {pairs} }}}}")
    start = " ".join(parts)
    if not element.children:
        return f"<{start} />"
    return f"<{start}>{''.join(map(_element, element.children))}</{element.tag}>"
