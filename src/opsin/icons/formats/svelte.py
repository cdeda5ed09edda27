"""An icon as a component of Svelte."""

from opsin.icons.formats.comment import markup_comment
from opsin.icons.svg.document import document
from opsin.icons.svg.tree import SafeBody


def svelte_component(
    icon_id: str, body: SafeBody, *, size: int | None = None, color: str | None = None, credit: str = ""
) -> str:
    """Write a component, for Svelte 4 and 5. Attributes that it is given go to the `svg` element.

    Raises:
        InvalidInput: the size or the colour cannot be used.
    """
    text = document(body, size=size, color=color, ids=icon_id)
    start, _, rest = text.partition(">")
    comment = markup_comment(credit)
    lines = [*([comment] if comment else []), f"{start} {{...$$restProps}}>{rest}"]
    return "\n".join(lines) + "\n"
