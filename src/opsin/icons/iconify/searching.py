"""Having Iconify search: one query a keyword, all at once, merged; and what the licences leave of it."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from opsin.icons.icon import Icon, IconSet
from opsin.icons.iconify.answers import SearchAnswer
from opsin.icons.iconify.api import IconifyApi
from opsin.icons.iconify.asking import Answer
from opsin.icons.iconify.merging import Matched, merged
from opsin.icons.iconify.trouble import IconifyError
from opsin.icons.licences.policy import allowed
from opsin.icons.licences.terms import terms_of
from opsin.icons.query import IconQuery, StyleFilter, Wish, check_sets
from opsin.icons.search.found import Found, Row, Suggestion
from opsin.threads import ICONS

USUAL = 64
"""Icons that are asked for a keyword, as the API itself has it where nothing is said."""

ALL = 999
"""Icons that are asked for where the usual number leaves too few: the most that the API gives."""

_WORDS = re.compile(r"[a-z0-9]+(?:[ -][a-z0-9]+)*")

Known = Callable[[str], Icon | None]
"""What another source of data says of an id; None where it knows none."""


@dataclass(frozen=True, slots=True)
class ApiFound:
    """What Iconify found.

    Attributes:
        found: The rows and what was left out. Each icon is a row of its own.
        hosts: The hosts that answered; none where all answers were kept.
        made: When the oldest answer was given, in seconds since 1970.
        stale: An answer is older than the API says it holds, because no host could be asked.
    """

    found: Found
    hosts: tuple[str, ...]
    made: float
    stale: bool


async def api_search(
    api: IconifyApi,
    query: IconQuery,
    *,
    spare: int = 0,
    allow: frozenset[str] = frozenset(),
    deny: frozenset[str] = frozenset(),
    known: Known = lambda _: None,
) -> ApiFound:
    """Search with Iconify's own search, the way that icon-search-mcp does.

    Each keyword is a query of its own; what they find is merged, each icon once, and ranked by the number of keywords
    that found it and then by Iconify's order. Nothing is folded. Icons are left out by their own licences.

    Args:
        api: The API.
        query: What is asked for.
        spare: Rows to give beyond the limit, as far as they are found anyway.
        allow: Licences and sets that are offered whatever the policy.
        deny: Licences and sets that are never offered.
        known: Tells categories and true names of ids, which the API's searches do not tell.

    Raises:
        InvalidInput: the query names a set that the API has not.
        IconifyError: the API does not serve.
    """
    answers, troubles = await _ask(api, query, dict.fromkeys(query.keywords, USUAL))
    if query.sets and not any(answer.value.ids for answer in answers.values()):
        check_sets(query.sets, (await api.sets()).value)
    judged = await ICONS.run(_judge, answers, query, allow, deny, known)
    full = [keyword for keyword, answer in answers.items() if answer.value.full]
    if full and len(judged.rows) < query.limit:
        more, _ = await _ask(api, query, dict.fromkeys(full, ALL), needed=False)
        answers = {keyword: more.get(keyword, answer) for keyword, answer in answers.items()}
        judged = await ICONS.run(_judge, answers, query, allow, deny, known)
    hosts = tuple(dict.fromkeys(answer.host for answer in answers.values() if answer.host))
    notes = (
        *judged.notes,
        *(f"{keyword!r} was not searched for. {why}" for keyword, why in troubles.items()),
    )
    return ApiFound(
        replace(judged, rows=judged.rows[: query.limit + spare], notes=notes),
        hosts,
        min(answer.made for answer in answers.values()),
        any(answer.stale for answer in answers.values()),
    )


def query_words(keyword: str, query: IconQuery) -> str:
    """The text of one query: the keyword, and what the API can be told of style and colours, which stands in the text.

    As parameters of the address the API passes both over in silence.
    """
    words = [keyword.lower()]
    if query.style is not StyleFilter.ANY:
        words.append(f"style:{query.style}")
    if query.palette is not Wish.ANY:
        words.append(f"palette:{'true' if query.palette is Wish.YES else 'false'}")
    return " ".join(words)


async def _ask(
    api: IconifyApi, query: IconQuery, limits: Mapping[str, int], *, needed: bool = True
) -> tuple[dict[str, Answer[SearchAnswer]], dict[str, str]]:
    """Ask for keywords all at once: the answers, and the sentences of those that failed.

    Raises:
        IconifyError: all failed, and an answer is needed.
    """
    results = await asyncio.gather(
        *(api.search(query_words(word, query), limit, query.sets) for word, limit in limits.items()),
        return_exceptions=True,
    )
    answers: dict[str, Answer[SearchAnswer]] = {}
    troubles: dict[str, str] = {}
    for keyword, result in zip(limits, results, strict=True):
        if isinstance(result, IconifyError):
            troubles[keyword] = result.message
        elif isinstance(result, BaseException):
            raise result
        else:
            answers[keyword] = result
    if needed and not answers:
        raise next(result for result in results if isinstance(result, IconifyError))
    return answers, troubles


def _judge(
    answers: Mapping[str, Answer[SearchAnswer]],
    query: IconQuery,
    allow: frozenset[str],
    deny: frozenset[str],
    known: Known,
) -> Found:
    """Merge the answers, and leave out what the licences and the query do not allow."""
    sets = {prefix: one for answer in answers.values() for prefix, one in answer.value.sets.items()}
    rows: list[Row] = []
    hidden: Counter[str] = Counter()
    logos = 0
    for one in merged([(keyword, answer.value.ids) for keyword, answer in answers.items()]):
        icon = _icon(one, sets)
        true = _true(icon, known(one.id))
        terms = terms_of(true)
        if reason := allowed(terms, query.policy, allow, deny, icon.set.prefix):
            hidden[reason] += 1
        elif query.exclude_logos and terms.trademark:
            logos += 1
        else:
            icon = replace(icon, categories=true.categories)
            rows.append(Row(icon, (), 0, one.keywords, ("found by Iconify's own search",), terms))
    return Found(
        rows=tuple(rows),
        total=len(rows),
        hidden_by_policy=dict(hidden.most_common()),
        hidden_by_filters={"exclude_logos": logos} if logos else {},
        suggestions=tuple(
            Suggestion(keyword, keyword, ()) for keyword, answer in answers.items() if not answer.value.ids
        ),
        notes=_notes(query, [keyword for keyword, answer in answers.items() if not answer.value.ids]),
    )


def _icon(one: Matched, sets: Mapping[str, IconSet]) -> Icon:
    """The icon of an id. A set that the API says nothing of has no known licence, so its icons are left out later."""
    prefix, _, name = one.id.partition(":")
    return Icon(sets.get(prefix) or IconSet(prefix, prefix), name, glyph=name)


def _true(icon: Icon, known: Icon | None) -> Icon:
    """The icon under its true name: Iconify also finds it by an alias, and licences are stated for true names."""
    return icon if known is None else replace(icon, name=known.name, categories=known.categories)


def _notes(query: IconQuery, empty: Sequence[str]) -> tuple[str, ...]:
    notes = []
    if any(not _is_searchable(keyword) for keyword in empty):
        notes.append("Iconify's own search knows words of a to z and 0 to 9 only, with single dashes within.")
    if query.animated is not Wish.ANY:
        notes.append("animated was passed over: Iconify's own search cannot tell.")
    if query.palette is not Wish.ANY:
        notes.append("palette was judged by set: Iconify's own search cannot tell it by icon.")
    if query.same_set:
        notes.append("same_set was passed over: Iconify's own search looks for each keyword by itself.")
    return tuple(notes)


def _is_searchable(keyword: str) -> bool:
    return _WORDS.fullmatch(keyword.lower()) is not None
