"""An icon as an SVG file."""

from opsin.icons.formats.comment import markup_comment
from opsin.icons.svg.document import document
from opsin.icons.svg.tree import SafeBody


def svg_file(
    icon_id: str, body: SafeBody, *, size: int | None = None, color: str | None = None, credit: str = ""
) -> str:
    """Write a file: minimal, with ids that no other icon's file has.

    Args:
        icon_id: The icon's id, which makes the file's ids its own.
        body: Its drawing.
        size: Pixels of its height; None for those of its grid.
        color: A colour of CSS in place of `currentColor`; None leaves that.
        credit: A line that goes into a comment; empty for none.

    Raises:
        InvalidInput: the size or the colour cannot be used.
    """
    text = document(body, size=size, color=color, ids=icon_id)
    start, end, rest = text.partition(">")
    return f"{start}{end}{markup_comment(credit)}{rest}"
