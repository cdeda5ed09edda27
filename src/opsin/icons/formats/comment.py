"""A credit line as a comment that no text within can end."""

import re

from opsin.text import clean

_MOST = 1_000


def markup_comment(text: str) -> str:
    """Write a text as a comment of XML and HTML; empty for no text.

    It holds no `--`, which XML forbids and HTML may take for the end (www.w3.org/TR/xml, 2.5), and no brackets.
    """
    line = re.sub(r"-{2,}", "\u2013", clean(text, _MOST)).replace("<", "(").replace(">", ")").strip(" -")
    return f"<!-- {line} -->" if line else ""


def script_comment(text: str) -> str:
    """Write a text as a comment of JavaScript; empty for no text."""
    line = clean(text, _MOST).replace("*/", "* /").strip()
    return f"/* {line} */" if line else ""
