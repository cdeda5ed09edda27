"""What is asked for: one search for icons, checked once at the door."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, TypeVar

from opsin.errors import InvalidInput
from opsin.icons.licences.lists import Policy
from opsin.number_range import check_whole
from opsin.text import clean

_Choice = TypeVar("_Choice", bound=StrEnum)

MOST_KEYWORDS = 5
MAX_KEYWORD_CHARACTERS = 100
MAX_LIMIT = 64
MOST_SETS = 32
_PREFIX = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class StyleFilter(StrEnum):
    """How the icons are drawn: by lines, by surfaces, or either."""

    ANY = "any"
    STROKE = "stroke"
    FILL = "fill"


class Wish(StrEnum):
    """Whether the icons may, must or must not be so."""

    ANY = "any"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class IconQuery:
    """One search. Use `IconQuery.checked` for values that come from outside.

    Attributes:
        keywords: 1 to 5 words or whole phrases, the most relevant first, as given but cleaned.
        limit: The most icons to give, 1 to 64.
        policy: What their licences may ask.
        sets: Prefixes of the sets to look in; all where empty.
        style: How they are drawn.
        palette: Whether they have colours of their own.
        animated: Whether they move.
        exclude_logos: Leave out brands even where a keyword names one.
        same_set: The keywords are different things; give sets that have them all.
    """

    keywords: tuple[str, ...]
    limit: int = 12
    policy: Policy = Policy.PERMISSIVE
    sets: tuple[str, ...] = ()
    style: StyleFilter = StyleFilter.ANY
    palette: Wish = Wish.ANY
    animated: Wish = Wish.ANY
    exclude_logos: bool = False
    same_set: bool = False

    @classmethod
    def checked(
        cls,
        keywords: str | Sequence[str],
        *,
        limit: int = 12,
        policy: str = "permissive",
        sets: Sequence[str] = (),
        style: str = "any",
        palette: str = "any",
        animated: str = "any",
        exclude_logos: bool = False,
        same_set: bool = False,
    ) -> "IconQuery":
        """Check every value and say in one sentence which one cannot be used.

        A text in place of a list is one keyword. Keywords that say the same but for case count once.

        Raises:
            InvalidInput: a value is out of its range; the sentence names it and what is allowed.
        """
        check_whole("limit", limit, 1, MAX_LIMIT)
        return cls(
            keywords=_keywords([keywords] if isinstance(keywords, str) else keywords),
            limit=limit,
            policy=_one_of("license_policy", policy, Policy.PERMISSIVE),
            sets=_prefixes([sets] if isinstance(sets, str) else sets),
            style=_one_of("style", style, StyleFilter.ANY),
            palette=_one_of("palette", palette, Wish.ANY),
            animated=_one_of("animated", animated, Wish.ANY),
            exclude_logos=exclude_logos,
            same_set=same_set,
        )

    def to_json(self) -> dict[str, Any]:
        """The query as JSON values, for the store and the sidecar."""
        return asdict(self)


def check_sets(asked: Iterable[str], known: Collection[str]) -> None:
    """Make sure that every set asked for is there.

    Raises:
        InvalidInput: One is not; the hint names the nearest that are.
    """
    for prefix in asked:
        if prefix not in known:
            near = _nearest(prefix, known)
            raise InvalidInput(
                f"There is no icon set with the prefix {prefix!r}.",
                hint=f"Did you mean {' or '.join(near)}?"
                if near
                else "Leave sets out to search all of them.",
            )


def _nearest(prefix: str, known: Collection[str], count: int = 3) -> list[str]:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    # Of a short word, two letters are half of it.
    far = min(2, len(prefix) // 3)
    near = process.extract(prefix, sorted(known), scorer=OSA.distance, score_cutoff=far, limit=count)
    begun = sorted((one for one in known if one.startswith(prefix) or prefix.startswith(f"{one}-")), key=len)
    return list(dict.fromkeys([*(one for one, _, _ in near), *begun]))[:count]


def _keywords(given: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for one in given:
        word = clean(str(one), 10 * MAX_KEYWORD_CHARACTERS)
        if len(word) > MAX_KEYWORD_CHARACTERS:
            raise InvalidInput(
                f"A keyword has {len(word)} characters; at most {MAX_KEYWORD_CHARACTERS} are allowed.",
                hint="Give a word, or a short phrase.",
            )
        if word:
            found.setdefault(word.casefold(), word)
    if not found:
        raise InvalidInput(
            "No keyword is given.",
            hint=f"Give 1 to {MOST_KEYWORDS} words or phrases, such as rocket or undo.",
        )
    if len(found) > MOST_KEYWORDS:
        raise InvalidInput(
            f"{len(found)} keywords are given; at most {MOST_KEYWORDS} are allowed.",
            hint="Keep the ones that matter most.",
        )
    return tuple(found.values())


def _prefixes(given: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for one in given:
        prefix = clean(str(one), MAX_KEYWORD_CHARACTERS).casefold().removesuffix(":")
        if not _PREFIX.fullmatch(prefix):
            raise InvalidInput(
                f"{prefix!r} is no prefix of an icon set.",
                hint="A prefix is the first part of an icon's id, such as lucide in lucide:rocket.",
            )
        found[prefix] = None
    if len(found) > MOST_SETS:
        raise InvalidInput(
            f"{len(found)} sets are given; at most {MOST_SETS} are allowed.", hint="Leave some out."
        )
    return tuple(found)


def _one_of(name: str, value: str, default: _Choice) -> _Choice:
    word = str(value).strip().lower()
    try:
        return type(default)(word) if word else default
    except ValueError:
        names = ", ".join(member.value for member in type(default))
        raise InvalidInput(
            f"{name} is {clean(word, 40)!r}; it may be {names}.", hint="Call again with one of these."
        ) from None
