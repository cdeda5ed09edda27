"""What is asked for: one search for pictures, checked once at the door."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, TypeVar

from opsin.errors import InvalidInput
from opsin.number_range import check_whole
from opsin.text import clean

_Choice = TypeVar("_Choice", bound=StrEnum)

MAX_COUNT = 16
MOST_IDS = 64
"""Ids that one download takes."""
MAX_QUERY_CHARACTERS = 400


class Safe(StrEnum):
    """How much is filtered that not everybody wants to see."""

    OFF = "off"
    MODERATE = "moderate"
    STRICT = "strict"


class LicenceFilter(StrEnum):
    """What the pictures must allow."""

    ANY = "any"
    COMMERCIAL = "commercial"
    SHARE_ALIKE = "share-alike"


class Orientation(StrEnum):
    """The shape of the picture. Square means a width-to-height ratio of 0.9 to 1.1."""

    ANY = "any"
    SQUARE = "square"
    LANDSCAPE = "landscape"
    PORTRAIT = "portrait"


@dataclass(frozen=True, slots=True)
class Query:
    """One search. Use `Query.checked` for values that come from outside.

    Attributes:
        like: Id of a result; what is found is ordered by likeness to it. Without a text its title gives the words.
        shown_as: What the query is called where `text` is words from outside; empty where the text is the caller's own.
    """

    text: str
    count: int = 9
    page: int = 1
    safe: Safe = Safe.MODERATE
    licence: LicenceFilter = LicenceFilter.ANY
    min_width: int = 0
    orientation: Orientation = Orientation.ANY
    provider: str = "auto"
    like: str = ""
    shown_as: str = ""

    @property
    def called(self) -> str:
        """The query as lines of our own name it."""
        return self.shown_as or self.text

    @classmethod
    def checked(
        cls,
        text: str,
        *,
        count: int = 9,
        page: int = 1,
        safe: str = "moderate",
        licence: str = "any",
        min_width: int = 0,
        orientation: str = "any",
        provider: str = "auto",
        like: str = "",
    ) -> "Query":
        """Check every value and say in one sentence which one cannot be used.

        Raises:
            InvalidInput: a value is out of its range; the sentence names it and what is allowed.
        """
        # What cannot be seen is no word, and would only confuse a provider.
        words = " ".join(clean(text, 10 * MAX_QUERY_CHARACTERS).split())
        if not words and not like.strip():
            raise InvalidInput("The query is empty.", hint="Say in a few words what the picture should show.")
        if len(words) > MAX_QUERY_CHARACTERS:
            raise InvalidInput(
                f"The query has {len(words)} characters; at most {MAX_QUERY_CHARACTERS} are allowed.",
                hint="Shorten it to the words that matter.",
            )
        check_whole("count", count, 1, MAX_COUNT)
        check_whole("page", page, 1, 100)
        check_whole("min_width", min_width, 0, 100_000)
        return cls(
            text=words,
            count=count,
            page=page,
            safe=_one_of("safe", safe, Safe.MODERATE),
            licence=_one_of("license", licence, LicenceFilter.ANY),
            min_width=min_width,
            orientation=_one_of("orientation", orientation, Orientation.ANY),
            provider=provider.strip().lower() or "auto",
            like=like.strip(),
        )

    def to_json(self) -> dict[str, Any]:
        """The query as JSON values, for the store and the sidecar. `text` is what it is called; `words`, what was asked."""
        told = asdict(self) | {"text": self.called}
        shown_as, like = told.pop("shown_as"), told.pop("like")
        return told | ({"like": like} if like else {}) | ({"words": self.text} if shown_as else {})


def _one_of(name: str, value: str, default: _Choice) -> _Choice:
    word = value.strip().lower()
    try:
        return type(default)(word) if word else default
    except ValueError:
        names = ", ".join(member.value for member in type(default))
        raise InvalidInput(
            f"{name} is {value!r}; it may be {names}.", hint="Call again with one of these."
        ) from None
