"""Against the real Iconify API on the loopback address, where one runs: see `start_api.py`.

What the older server would have given is worked out here from the API's raw answers, in a way of its own: one query a
keyword, merged, each icon once, those of sets that the policy allows, by the number of keywords and then by place.
"""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from opsin.icons.catalogue.embedded import open_embedded
from opsin.icons.find import find_icons
from opsin.icons.icon_search import IconSearch
from opsin.icons.iconify.api import IconifyApi
from opsin.icons.licences.policy import allowed
from opsin.icons.licences.terms import terms_of
from opsin.icons.query import IconQuery
from opsin.icons.search.search import search
from opsin.services import Services, open_services
from opsin.settings import load_settings

API = os.environ.get("OPSIN_ICONIFY_API", "").rstrip("/")

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not API, reason="OPSIN_ICONIFY_API names no running Iconify API"),
]

Result = TypeVar("Result")

PERMISSIVE = {"MIT", "Apache-2.0", "ISC", "BSD-3-Clause", "CC0-1.0", "Unlicense", "OFL-1.1", "MPL-2.0"}
CREDITED = {"CC-BY-4.0", "CC-BY-3.0"}
POLICIES = ("permissive", "permissive_plus_attribution", "all")

QUERIES = [
    ["rocket"],
    ["rocket", "launch"],
    ["rocket", "deploy", "upload"],
    ["home"],
    ["home", "house", "building"],
    ["search", "magnify", "find"],
    ["settings", "gear", "cog"],
    ["trash", "delete", "remove", "bin"],
    ["user", "person", "account", "profile", "avatar"],
    ["arrow left"],
    ["arrow-left", "chevron-left"],
    ["dragon", "sword"],
    ["cloud upload", "cloud"],
    ["vue", "react"],
    ["github"],
    ["nvidia", "sass"],
    ["wordpress"],
    ["heart", "like", "favorite"],
    ["warning", "alert", "danger"],
    ["calendar", "date"],
    ["folder"],
    ["file", "document"],
    ["lock", "security", "shield"],
    ["qwertyuiop"],
    ["qwertyuiop", "star"],
    ["a"],
    ["1"],
    ["Bell", "BELL "],
    ["play"],
    ["circle"],
]

WORDS = """
    rocket home search settings trash heart calendar folder lock star bell play pause camera cloud download upload
    mail map phone printer shield tag truck user wallet wifi zap anchor apple archive award battery bluetooth book box
"""


def run(folder: Path, work: Callable[[Services], Awaitable[Result]]) -> Result:
    environ = {
        "OPSIN_CONFIG": "",
        "OPSIN_STATE_DIR": str(folder),
        "OPSIN_ICONIFY_URL": API,
        "OPSIN_ICON_SOURCE": "api",
    }

    async def within() -> Result:
        async with open_services(load_settings(environ, folder / "none.toml")) as services:
            return await work(services)

    return asyncio.run(within())


def raw(path: str, **parameters: str) -> Any:
    with urlopen(f"{API}{path}?{urlencode(parameters)}", timeout=30) as reply:
        return json.load(reply)


def is_set_allowed(info: dict[str, Any], policy: str) -> bool:
    spdx = info.get("license", {}).get("spdx", "")
    if spdx in PERMISSIVE:
        return True
    if spdx in CREDITED:
        return policy != "permissive"
    return policy == "all" and spdx.startswith(("GPL-", "CC-BY-SA-"))


def older_method(answers: dict[str, Any], policy: str) -> list[tuple[str, tuple[str, ...]]]:
    """Ids and their keywords, as the older server ranks them."""
    places: dict[str, dict[str, int]] = {}
    sets: dict[str, Any] = {}
    for keyword, answer in answers.items():
        sets |= answer["collections"]
        for place, one in enumerate(answer["icons"]):
            places.setdefault(one, {})[keyword] = place
    keywords = list(answers)

    def rank(one: str) -> tuple[int, int, int]:
        found = places[one]
        return -len(found), min(found.values()), min(map(keywords.index, found))

    fine = [one for one in places if is_set_allowed(sets[one.partition(":")[0]], policy)]
    return [(one, tuple(places[one])) for one in sorted(fine, key=rank)]


def taken_out(one: str, policy: str) -> bool:
    """Whether the icon's own terms forbid it."""
    icon = open_embedded().icon(one)
    assert icon is not None, one
    return bool(allowed(terms_of(icon), policy, prefix=icon.set.prefix))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("keywords", QUERIES, ids=" + ".join)
def test_api_gives_what_the_older_method_gives(tmp_path: Path, keywords: list[str], policy: str) -> None:
    query = IconQuery.checked(keywords, policy=policy)

    async def work(services: Services) -> IconSearch:
        return await find_icons(services, query)

    answers = {word: raw("/search", query=word.lower(), limit="64") for word in query.keywords}
    expected = [row for row in older_method(answers, policy) if not taken_out(row[0], policy)]
    if len(expected) < query.limit:
        full = [word for word, answer in answers.items() if len(answer["icons"]) == 64]
        answers |= {word: raw("/search", query=word.lower(), limit="999") for word in full}
        expected = [row for row in older_method(answers, policy) if not taken_out(row[0], policy)]
    found = run(tmp_path, work)
    got = [(row.icon.id, row.matched_keywords) for row in found.found.rows][: query.limit]
    assert got == expected[: query.limit]
    assert [one.row.icon.id for one in found.rows] + [one.id for one in found.left_out] == [
        one for one, _ in got
    ]
    assert all(one.drawing is not None for one in found.rows)


@pytest.mark.parametrize("word", WORDS.split())
def test_the_embedded_search_agrees_on_exact_names(word: str) -> None:
    """What the API finds under exactly this name, the embedded search finds first in that set; by an alias, it finds it."""
    catalogue = open_embedded()
    listed = raw("/search", query=word, limit="999")["icons"]
    named = [one for one in listed if one.partition(":")[2] == word]
    assert named
    for one in named:
        prefix = one.partition(":")[0]
        icon = catalogue.icon(one)
        assert icon is not None, one
        terms = terms_of(icon)
        if terms.trademark or allowed(terms, "all", prefix=prefix):
            continue
        rows = search(catalogue, IconQuery.checked(word, sets=[prefix], policy="all")).rows
        found = [row.icon.glyph == icon.glyph or icon.id in {row.icon.id, *row.variants} for row in rows]
        assert found[:1] == [True] if icon.name == word else any(found), (one, rows[:1])


def test_the_catalogue_knows_every_set_of_the_api(tmp_path: Path) -> None:
    async def work(services: Services) -> dict[str, Any]:
        return dict((await IconifyApi(services).sets()).value)

    sets = run(tmp_path, work)
    known = open_embedded().sets
    assert sets
    for prefix, one in sets.items():
        ours = known[prefix]
        assert (one.name, one.spdx, one.licence_url, one.author, one.hidden, one.total) == (
            ours.name,
            ours.spdx,
            ours.licence_url,
            ours.author,
            ours.hidden,
            ours.total,
        )


def test_drawings_are_those_of_the_catalogue(tmp_path: Path) -> None:
    ids = [one for word in WORDS.split() for one in raw("/search", query=word, limit="32")["icons"]]

    async def work(services: Services) -> tuple[dict[str, Any], frozenset[str]]:
        drawings = await IconifyApi(services).drawings(ids)
        assert drawings.failed == {}
        return dict(drawings.bodies), drawings.unknown

    bodies, unknown = run(tmp_path, work)
    assert unknown == frozenset()
    inside = {one: body for one in ids if (body := open_embedded().body(one)) is not None}
    assert len(inside) > len(ids) / 10
    assert {one: bodies[one] for one in inside} == inside
