"""An icon as a data URI that stands in CSS between double quotes: `url("data:image/svg+xml,…")`."""

from urllib.parse import quote

from opsin.icons.svg.document import document
from opsin.icons.svg.tree import SafeBody

_KEPT = " !$&'()*+,-./:;=?@_~"
"""What may stand as it is besides letters and digits: all that neither ends a URI in quotes nor means something in it
(www.rfc-editor.org/rfc/rfc3986, 2.2)."""


def data_uri(icon_id: str, body: SafeBody, *, size: int | None = None, color: str | None = None) -> str:
    """Write a data URI, with as little escaped as goes.

    `currentColor` means black there, for the picture does not see the page.

    Raises:
        InvalidInput: the size or the colour cannot be used.
    """
    text = document(body, size=size, color=color, ids=icon_id)
    in_single_quotes = text.replace("'", "&#39;").replace('"', "'")
    return f"data:image/svg+xml,{quote(in_single_quotes, safe=_KEPT)}"
