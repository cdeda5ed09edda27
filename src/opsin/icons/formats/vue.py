"""An icon as a single-file component of Vue."""

from opsin.icons.formats.comment import markup_comment
from opsin.icons.formats.names import component_name
from opsin.icons.svg.document import document
from opsin.icons.svg.tree import SafeBody


def vue_component(
    icon_id: str, body: SafeBody, *, size: int | None = None, color: str | None = None, credit: str = ""
) -> str:
    """Write a component. Attributes that it is given go to the `svg` element, as Vue has it by itself.

    Raises:
        InvalidInput: the size or the colour cannot be used.
    """
    comment = markup_comment(credit)
    lines = [
        *([comment] if comment else []),
        "<template>",
        f"  {document(body, size=size, color=color, ids=icon_id)}",
        "</template>",
        "",
        "<script>",
        f'export default {{ name: "{component_name(icon_id)}" }};',
        "</script>",
    ]
    return "\n".join(lines) + "\n"
