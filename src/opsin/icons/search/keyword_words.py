"""The words of a keyword, and how much each says: "get rid of this item" is about "rid" and "item"."""

import unicodedata
from dataclasses import dataclass

from opsin.icons.catalogue.words import tokens

_NO_CONTENT = frozenset(
    (  # noqa: SIM905
        "a an the this that these those of for to from at by with and or as is are was were be been being "
        "am i me my mine we us our you your he him his she her it its they them their so such than icon "
        "icons symbol symbols glyph svg pictogram represents representing showing shows means meaning about "
        "just please would should could can may might will shall there here do does did has have had having "
        "if then else not because dont cant wont doesnt didnt isnt arent wasnt couldnt shouldnt let lets im ive ill youre thats whats whos very really also too still"
    ).split()
)
_LITTLE_CONTENT = frozenset(
    (  # noqa: SIM905
        "get gets getting got take takes taking took go goes going went gone use uses using used make makes "
        "making made put puts putting give gives giving gave keep keeps kept want wants wanted need needs "
        "needed see sees seen seeing come comes came leave leaves look looks say says try tries thing "
        "things something anything somebody someone anybody anyone everybody everyone nobody nothing "
        "everything person people way ways item items page pages app apps application screen place places "
        "new one ones old good better best bad big little lot more most less much many some any every all "
        "each both other another again now soon ready already yet back out in on off up down over under "
        "into through after before while during between when where what which who whose why how long short "
        "high low right left first last next only own same different current great nice real part parts "
        "able happen happens happened become becomes turn turns set sets show work works working works "
        "worked feature features button user users developer customer customers business modern simple "
        "style generic"
    ).split()
)
_SIGNS = {
    "@": "at", "#": "hash", "+": "plus", "-": "minus", "*": "asterisk", "/": "slash", "=": "equals", "&": "ampersand",
    "?": "question mark", "!": "exclamation mark", "%": "percent", "$": "dollar", "€": "euro", "£": "pound",
    "×": "close", "✓": "check", "←": "arrow left", "→": "arrow right", "↑": "arrow up", "↓": "arrow down",
    "…": "ellipsis", "♥": "heart", "★": "star", "<": "chevron left", ">": "chevron right",
}  # fmt: skip
_MOST_SIGNS = 3
_WEIGHT = {True: 0.3, False: 1.0}


@dataclass(frozen=True, slots=True)
class KeywordWord:
    """One word of a keyword.

    Attributes:
        text: The word, in the form of the index.
        place: Its place among all words of the keyword.
        weight: How much it says, from 0 to 1.
    """

    text: str
    place: int
    weight: float

    @property
    def is_common(self) -> bool:
        """It is a word of everyday speech, so no slip."""
        return self.text in _LITTLE_CONTENT or self.text in _NO_CONTENT


@dataclass(frozen=True, slots=True)
class KeywordWords:
    """A keyword and its words.

    Attributes:
        keyword: As the caller gave it.
        all: Every word, in order.
        content: The words that are searched for; never empty while `all` is not.
    """

    keyword: str
    all: tuple[str, ...]
    content: tuple[KeywordWord, ...]

    @property
    def is_light(self) -> bool:
        """None of its words says much by itself."""
        return all(word.text in _LITTLE_CONTENT for word in self.content)


def words_of_keyword(keyword: str) -> KeywordWords:
    """Read a keyword. Words without content count only where there are no others; so do signs: "→", "@".

    In a keyword of one or two words each says as much as the other: "arrow up", "new page".
    """
    words = tuple(tokens(keyword)) or _words_of_signs(keyword)
    kept = [(place, word) for place, word in enumerate(words) if word not in _NO_CONTENT]
    if not kept:
        kept = list(enumerate(words))
    is_short = len(words) <= 2  # noqa: PLR2004
    is_light = is_short or all(word in _LITTLE_CONTENT for _, word in kept)
    return KeywordWords(
        keyword,
        words,
        tuple(
            KeywordWord(word, place, _WEIGHT[not is_light and word in _LITTLE_CONTENT])
            for place, word in kept
        ),
    )


def _words_of_signs(keyword: str) -> tuple[str, ...]:
    """What signs and emoji are called, where there is nothing else: usually, or by Unicode's name of them."""
    signs = [sign for sign in keyword if not sign.isspace()][:_MOST_SIGNS]
    names = (_SIGNS.get(sign, "") or unicodedata.name(sign, "") for sign in signs)
    return tuple(tokens(" ".join(names)))
