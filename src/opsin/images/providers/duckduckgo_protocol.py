"""DuckDuckGo's private protocol as data: headers, regions, filter words. There is no contract for any of it.

Clients of this protocol contradict each other about the headers and change their minds from month to month,
so a recipe is a value: the provider takes another one without a change of code.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from opsin.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Recipe:
    """The headers of the two steps. The User-Agent is the same in both: the token is bound to it.

    `{base}` in a value stands for the base address. Where a browser is named, its TLS and HTTP are spoken and its own
    headers sent, the User-Agent among them; those of the recipe stand instead, and an empty one leaves its own out.
    """

    name: str
    user_agent: str
    page: Mapping[str, str]
    results: Mapping[str, str]
    browser: str = ""


_FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
_ENCODINGS = {"Accept-Encoding": "gzip, deflate, br"}
_DOCUMENT = {**_ENCODINGS, "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
_SCRIPT = {**_ENCODINGS, "Accept": "*/*", "Referer": "{base}/", "X-Requested-With": "XMLHttpRequest"}

RECIPES: tuple[Recipe, ...] = (
    Recipe("plain", _FIREFOX, _DOCUMENT, _SCRIPT),
    Recipe(
        "fetch",
        _FIREFOX,
        {**_DOCUMENT, "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none"},
        {**_SCRIPT, "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin"},
    ),
    Recipe(
        "language",
        _FIREFOX,
        {**_DOCUMENT, "Accept-Language": "en-US,en;q=0.5"},
        {**_SCRIPT, "Accept-Language": "en-US,en;q=0.5", "Sec-Fetch-Mode": "cors"},
    ),
)
"""The first is in use; the others are what other clients of 2026 send."""

_NAVIGATES = {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none"}
_FETCHES = {
    "Accept": "*/*",
    "Referer": "{base}/",
    "X-Requested-With": "XMLHttpRequest",
    "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-User": "",
    "Upgrade-Insecure-Requests": "",
    "Cache-Control": "",
}

IMPERSONATED: tuple[Recipe, ...] = tuple(
    Recipe(f"as {browser}", "", _NAVIGATES, _FETCHES, browser) for browser in ("chrome", "firefox", "safari")
)
"""The first is tried where the plain way is turned away. DuckDuckGo judges the TLS hello before any header."""

SAFE = {"off": "-2", "moderate": "", "strict": "1"}
"""The value of `p`; moderate is what DuckDuckGo does when none is sent."""

LAYOUTS = {"any": "", "square": "layout:Square", "landscape": "layout:Wide", "portrait": "layout:Tall"}
LICENCES = {"any": "", "commercial": "license:ShareCommercially", "share-alike": "license:ModifyCommercially"}

LARGE_FROM = 800
"""From this `min_width` on, `size:Large` (500 × 500 at least) leaves out nothing of an ordinary shape."""

_LANGUAGES = {
    "ar": "es",
    "at": "de",
    "au": "en",
    "be": "fr nl",
    "bg": "bg",
    "br": "pt",
    "ca": "en fr",
    "ch": "de fr it",
    "cl": "es",
    "cn": "zh",
    "co": "es",
    "ct": "ca",
    "cz": "cs",
    "de": "de",
    "dk": "da",
    "ee": "et",
    "es": "ca es",
    "fi": "fi",
    "fr": "fr",
    "gr": "el",
    "hk": "tzh",
    "hr": "hr",
    "hu": "hu",
    "id": "en id",
    "ie": "en",
    "il": "en he",
    "in": "en",
    "is": "is",
    "it": "it",
    "jp": "jp",
    "kr": "kr",
    "lt": "lt",
    "lv": "lv",
    "mx": "es",
    "my": "en ms",
    "nl": "nl",
    "no": "no",
    "nz": "en",
    "pe": "es",
    "ph": "en tl",
    "pk": "en",
    "pl": "pl",
    "pt": "pt",
    "ro": "ro",
    "ru": "ru",
    "se": "sv",
    "sg": "en",
    "sk": "sk",
    "sl": "sl",
    "th": "en th",
    "tr": "tr",
    "tw": "tzh",
    "ua": "uk",
    "ue": "es",
    "uk": "en",
    "us": "en es",
    "ve": "es",
    "vn": "en vi",
    "wt": "wt",
    "xa": "ar en",
    "xl": "es",
    "za": "en",
}
REGIONS = frozenset(f"{place}-{language}" for place, all_ in _LANGUAGES.items() for language in all_.split())
"""The regions that DuckDuckGo's own settings page offers, over the years; they are no ISO pairs."""


def checked_region(code: str) -> str:
    """Give the region's code in lower case.

    Raises:
        InvalidInput: DuckDuckGo has no such region, and would quietly search as if in the United States.
    """
    region = code.strip().lower().replace("_", "-")
    if region in REGIONS:
        return region
    turned = "-".join(reversed(region.split("-")))
    near = [turned] if turned in REGIONS else get_close_matches(region, sorted(REGIONS), n=3, cutoff=0.5)
    hint = f"Did you mean {' or '.join(near)}?" if near else "Use one such as us-en, uk-en, de-de or br-pt."
    raise InvalidInput(
        f"OPSIN_REGION is {code[:20]!r}, which is no region of DuckDuckGo.",
        hint=f"{hint} wt-wt means no region.",
    )


def filter_slots(*, min_width: int, orientation: str, licence: str) -> str:
    """Write the value of `f`: six slots for time, size, colour, type, layout and licence; empty when all are."""
    size = "size:Large" if min_width >= LARGE_FROM else ""
    slots = ("", size, "", "", LAYOUTS[orientation], LICENCES[licence])
    return ",".join(slots) if any(slots) else ""
