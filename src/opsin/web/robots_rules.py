"""What a robots.txt says to one program (RFC 9309), whatever it looks like.

Protego matches paths well: longest match, wildcards, `$`, percent-encoding. Before it stands a pass over the lines
that picks out the group for the program's name, because a name has to match whole (`Example` does not speak to
`ExampleBot`, `ExampleBot/2.0` does), and that keeps the work bounded, because the file comes from anywhere.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from protego import Protego

MOST_BYTES = 512_000
"""How much of a file is read: 500 KiB, the least that RFC 9309, 2.5, wants. What stands beyond counts as not said."""

MOST_RULES = 5_000
MOST_WILDCARDS = 16
MOST_RULE_BYTES = 2_048

_BOM = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_BLANK = b" \t\x00\x0b\x0c"
_NAME = re.compile(rb"[A-Za-z0-9_-]+")
_MARKUP = re.compile(rb"\s*<")
_STARS = re.compile(rb"\*+")
_UNSAFE = re.compile(rb"[^\x20-\x7e]")
_ESCAPE = re.compile(r"%([89A-Fa-f][0-9A-Fa-f]|25)")

# Misspellings that are common enough for large readers of these files to take them.
_FIELDS = {
    b"user-agent": "agent",
    b"useragent": "agent",
    b"user agent": "agent",
    b"allow": "Allow",
    b"disallow": "Disallow",
    b"dissallow": "Disallow",
    b"dissalow": "Disallow",
    b"disalow": "Disallow",
    b"diasllow": "Disallow",
    b"disallaw": "Disallow",
    # These say nothing of paths, but they belong to the agents before them, and end their list.
    b"crawl-delay": "other",
    b"crawl delay": "other",
    b"request-rate": "other",
    b"visit-time": "other",
}


@dataclass(frozen=True, slots=True)
class Rules:
    """What one file says to one program.

    Attributes:
        size: Bytes of the rules that are kept.
    """

    _protego: "Protego | None" = None
    size: int = 0

    def allows(self, url: str) -> bool:
        """Whether an absolute http or https address in ASCII may be asked. Where two rules are equal, it may."""
        return self._protego is None or self._protego.can_fetch(_by_octets(url), "*")


ALLOW_ALL = Rules()
"""What is said where there is no file, or where it cannot be had."""


def parse_rules(body: bytes, product: str) -> Rules:
    """Read a robots.txt. Whatever the bytes are, this gives rules; what cannot be read forbids nothing.

    Args:
        body: The file, or its first `MOST_BYTES`.
        product: The program's name, as in the first word of its User-Agent.
    """
    lines = _lines(body)
    if _MARKUP.match(lines[0]):
        return ALLOW_ALL
    rules = _chosen(lines, product.lower().encode())
    if not rules:
        return ALLOW_ALL
    from protego import Protego

    text = "\n".join(["User-agent: *", *rules])
    return Rules(Protego.parse(text), len(text))


def _chosen(lines: Iterable[bytes], product: bytes) -> list[str]:
    """The rules of all groups for the program; of those for everybody where it has none (RFC 9309, 2.2.1)."""
    own: list[str] = []
    everybody: list[str] = []
    named = to_own = to_everybody = in_names = False
    for field, value in _records(lines):
        if field == "agent":
            if not in_names:
                in_names, to_own, to_everybody = True, False, False
            name = _NAME.match(value)
            if name is not None and name[0].lower() == product:
                named = to_own = True
            to_everybody = to_everybody or (value[:1] == b"*" and not value[1:2].strip(b" \t"))
            continue
        in_names = False
        if field == "other" or not (to_own or to_everybody) or (pattern := _pattern(value)) is None:
            continue
        for wanted, rules in ((to_own, own), (to_everybody, everybody)):
            if wanted and len(rules) < MOST_RULES:
                rules.append(f"{field}: {pattern}")
    return own if named else everybody


def _records(lines: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    """The lines that matter, each as its field and value."""
    for line in lines:
        text = line.partition(b"#")[0].strip(_BLANK)
        if not text:
            continue
        name, _, value = text.partition(b":")
        field = _FIELDS.get(name.strip(_BLANK).lower())
        if field is None:
            # Some leave the colon out.
            name, _, value = text.replace(b"\t", b" ").partition(b" ")
            field = _FIELDS.get(name.lower())
        if field is not None:
            yield field, value.strip(_BLANK)


def _lines(body: bytes) -> list[bytes]:
    cut = len(body) >= MOST_BYTES
    if body.startswith(_UTF_16):
        body = body.decode("utf-16", "replace").encode("utf-8", "replace")
    while body.startswith(_BOM):
        body = body.removeprefix(_BOM)
    lines = _LINE_END.split(body.lstrip())
    # The last line of a file that was cut may be the start of a rule: `/` of `/private`.
    return lines[:-1] or [b""] if cut else lines


def _pattern(value: bytes) -> str | None:
    """A rule's path in ASCII; None where it can match nothing, or would cost too much to match."""
    if not value.startswith((b"/", b"*")) or len(value) > MOST_RULE_BYTES:
        return None
    value = _STARS.sub(b"*", value)
    if value.count(b"*") > MOST_WILDCARDS:
        return None
    return _by_octets(_UNSAFE.sub(lambda found: f"%{found[0][0]:02X}".encode(), value).decode("ascii"))


def _by_octets(text: str) -> str:
    """Keep the octets that are no ASCII apart: Protego would read `%E8` and `%E9` as the same broken character."""
    return _ESCAPE.sub(lambda found: f"%25{found[1].upper()}", text)
