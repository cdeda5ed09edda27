"""How a line of text with links is written: plain, as Markdown, as HTML. Text from outside cannot become markup."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

# Besides what CommonMark knows, what becomes a link by itself in other dialects: "https:", "www.a.example" and "@".
_SPECIAL = re.compile(r"[\\`*_{}\[\]()<>#|~!&^$@:]")
_HOST_DOT = re.compile(r"(?<=\w)\.(?=[^\W\d])")
_ESCAPED = r"\\\g<0>"
_LEADING = re.compile(r"^([-+=])|^(\d{1,9})(?=[.)])")


@dataclass(frozen=True, slots=True)
class Markup:
    """One way to write a line.

    Attributes:
        text: Takes a text from outside, on one line, and gives it as it must be written to be read as text.
        link: Takes such a text, and an address as `web_link` gives it, and gives a link.
    """

    text: Callable[[str], str]
    link: Callable[[str, str], str]


def markdown_text(text: str) -> str:
    """Escape a text of one line so that CommonMark and GitHub's dialect show it as it is (spec.commonmark.org, 2.4)."""
    escaped = _HOST_DOT.sub(_ESCAPED, _SPECIAL.sub(_ESCAPED, text))
    return _LEADING.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\", escaped)


def markdown_link(text: str, address: str) -> str:
    """Write a link; `address` is one that `web_link` gave, or a percent-encoded file name."""
    # Within the text of a link nothing becomes a link by itself, so that names of files keep their dots.
    shown = _SPECIAL.sub(_ESCAPED, text)
    return f"[{shown}]({address.replace('&', '&amp;')})"


def html_link(text: str, address: str) -> str:
    """Write a link; `address` is one that `web_link` gave."""
    return f'<a href="{html.escape(address)}">{html.escape(text)}</a>'


PLAIN = Markup(text=str, link=lambda text, address: text if text == address else f"{text} ({address})")
MARKDOWN = Markup(text=markdown_text, link=markdown_link)
HTML = Markup(text=html.escape, link=html_link)
