"""Record what a provider answers today, and show how its shape differs from the answer that the tests know.

    python scripts/capture.py PROVIDER QUERY [--to FILE]

For people with a network, and a key where the provider needs one: the settings are read as always (`opsin settings`). The
answer is fetched the way opsin fetches it, stripped of secrets (keys, tokens, cookies, IP addresses), and written to a
file. Then follows each path of the answer that is new, missing, or of another type than in the fixture.

Exit code: 0 the shape is the same, 1 it differs, 2 there is no answer to compare.
"""

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from opsin.errors import OpsinError
from opsin.images.outcome import Outcome, ProviderError, words_from_outside
from opsin.images.providers.registry import chain_for, web_provider_names
from opsin.images.query import Query
from opsin.setting_table import TABLE
from opsin.settings import Settings, load_settings
from opsin.text import clean, json_text
from opsin.web.client import Reply, Resolver, Web, resolve
from opsin.web.user_agent import user_agent

SAME, DIFFERENT, NOTHING = 0, 1, 2
WANTED = 9
ANSWERS = Path(__file__).parents[1] / "tests" / "images" / "providers" / "answers"
FIXTURES = {"wikimedia": "wikimedia_v2.json", "mediawiki": "wikimedia_v2.json"}
"""Where the fixture is not named PROVIDER_results.json."""

NAMED_BY_DATA = frozenset({"vqd"})
"""Objects whose keys are data, such as the query itself."""

_TOKEN = re.compile(r"""(\bvqd(?:=|%3D|["']?\s*[:=]\s*["']?))[\w-]{10,}""", re.IGNORECASE)
_IPV4 = re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])")
_IPV6 = re.compile(r"(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}(?::?[0-9a-f]{1,4}){1,4}(?![\w:])", re.IGNORECASE)
_PRIVATE = frozenset({"OPSIN_GOOGLE_CSE_CX", "OPSIN_CONTACT"})

Shape = Mapping[str, "Seen"]


@dataclass(slots=True)
class Seen:
    """What stood at one path: the JSON types, how often, and in how many objects it could have stood."""

    types: set[str]
    times: int = 0
    chances: int = 0

    @property
    def always(self) -> bool:
        """Whether it stood in every object in which it could."""
        return self.times == self.chances


class RecordingWeb(Web):
    """A client that keeps what came back."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.replies: list[Reply] = []

    async def _call(self, *given: Any, **named: Any) -> Reply:
        reply = await super()._call(*given, **named)
        self.replies.append(reply)
        return reply


async def ask(
    settings: Settings, provider: str, words: str, *, resolver: Resolver = resolve
) -> tuple[list[bytes], OpsinError | None]:
    """Ask one provider. Returns the bodies of all that came back, in order, and what went wrong, if anything did.

    Raises:
        InvalidInput: there is no such provider, or it lacks a setting.
    """
    query = Query.checked(words, provider=provider)
    (asked,) = chain_for(query, settings)
    async with RecordingWeb(
        allow=settings.allow_hosts,
        proxy=settings.proxy,
        user_agent=user_agent(settings.contact),
        resolver=resolver,
    ) as web:
        failure = None
        try:
            await asked.search(web, query, wanted=WANTED)
        except OpsinError as why:
            failure = why
    return [reply.body for reply in web.replies], failure


def told(failure: OpsinError) -> str:
    """What went wrong, on one line."""
    outcome = f"{failure.outcome}: " if isinstance(failure, ProviderError) else ""
    return clean(" ".join([f"{outcome}{failure.message}", *words_from_outside(failure)]), 600)


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """The values that must not stand in what is written, as they are and as addresses write them."""
    values = [str(getattr(settings, row.key)) for row in TABLE if row.secret or row.name in _PRIVATE]
    return tuple({form for value in values if value for form in (value, quote(value, safe=""))})


def stripped(value: Any, secrets: Collection[str], *, name: str = "") -> Any:
    """Take secrets out of what JSON holds; the types stay as they are."""
    if isinstance(value, dict):
        inner = {key: stripped(one, secrets, name=key) for key, one in value.items()}
        return dict.fromkeys(inner, "TOKEN") if name in NAMED_BY_DATA else inner
    if isinstance(value, list):
        return [stripped(one, secrets, name=name) for one in value]
    return "TOKEN" if isinstance(value, str) and name in NAMED_BY_DATA else _plain(value, secrets)


def _plain(value: Any, secrets: Collection[str]) -> Any:
    if not isinstance(value, str):
        return value
    for secret in secrets:
        value = value.replace(secret, "SECRET")
    value = _TOKEN.sub(r"\g<1>TOKEN", value)
    return _IPV6.sub("2001:db8::1", _IPV4.sub("192.0.2.1", value))


def shape_of(content: Any) -> dict[str, Seen]:
    """Every path of a JSON value: `.results[].width` and the types that stand there."""
    found: dict[str, Seen] = {}
    holders: dict[str, int] = {}
    for path, kind in _walk(content, "", holders):
        seen = found.setdefault(path, Seen(set()))
        seen.types.add(kind)
        seen.times += 1
    for path, seen in found.items():
        seen.chances = (
            holders.get(path.rpartition(".")[0], seen.times) if not path.endswith("]") else seen.times
        )
    return found


def _walk(value: Any, path: str, holders: dict[str, int]) -> Iterator[tuple[str, str]]:
    yield path or ".", _kind(value)
    if isinstance(value, dict):
        holders[path] = holders.get(path, 0) + 1
        if path.rpartition(".")[2] in NAMED_BY_DATA:
            value = {"*": next(iter(value.values()), None)}
        for name, one in value.items():
            yield from _walk(one, f"{path}.{name}", holders)
    elif isinstance(value, list):
        for one in value:
            yield from _walk(one, f"{path}[]", holders)


def _kind(value: Any) -> str:
    kinds = {dict: "object", list: "list", str: "text", bool: "boolean", int: "number", float: "number"}
    return kinds.get(type(value), "null")


def differences(known: Shape, found: Shape) -> list[str]:
    """What is new, missing, or of another type, one line for each path; what lies below a new path is not listed.

    A path that the fixture has in some of its objects only may be missing, and a type that it does not have is told
    unless it is null.
    """
    lines = [
        f"missing {path} ({', '.join(sorted(seen.types))})"
        for path, seen in sorted(known.items())
        if path not in found and seen.always and _could_stand(path, found)
    ]
    for path, seen in sorted(found.items()):
        if path not in known:
            here = _could_stand(path, known)
            lines += [f"new {path} ({', '.join(sorted(seen.types))})"] if here else []
        elif other := seen.types - known[path].types - {"null"}:
            was = ", ".join(sorted(known[path].types))
            lines.append(f"changed {path} ({was} → {', '.join(sorted(other))})")
    return lines


def _could_stand(path: str, shape: Shape) -> bool:
    """Whether the shape has an object at the place that would hold the path. A list without entries says nothing."""
    if path.endswith("[]") or path == ".":
        return path == "."
    holder = shape.get(path.rpartition(".")[0] or ".")
    return holder is not None and "object" in holder.types


def json_among(bodies: Sequence[bytes]) -> Any:
    """The last of the answers that is a JSON object; None where none is."""
    for body in reversed(bodies):
        try:
            content = json.loads(body)
        except ValueError:
            continue
        if isinstance(content, dict):
            return content
    return None


def fixture_of(provider: str) -> Path:
    """The file with the answer that the tests know."""
    return ANSWERS / FIXTURES.get(provider, f"{provider}_results.json")


def capture(settings: Settings, provider: str, words: str, to: Path, *, resolver: Resolver = resolve) -> int:
    """Do it all, and print it. Returns the exit code."""
    bodies, failure = asyncio.run(ask(settings, provider, words, resolver=resolver))
    secrets = secrets_of(settings)
    if failure is not None:
        print(f"{provider} was not read: {_plain(told(failure), secrets)}")
    content = json_among(bodies)
    if content is None:
        if bodies:
            page = to.with_suffix(".txt")
            page.write_text(_plain(bodies[-1].decode("utf-8", "replace"), secrets), encoding="utf-8")
            print(f"What came back is no JSON; it is in {page}")
        return NOTHING
    to.write_text(json_text(stripped(content, secrets)) + "\n", encoding="utf-8")
    print(f"The answer is in {to}")
    if isinstance(failure, ProviderError) and failure.outcome is not Outcome.CHANGED_PAGE:
        return NOTHING
    fixture = fixture_of(provider)
    lines = differences(shape_of(json.loads(fixture.read_bytes())), shape_of(content))
    print(f"The fixture is {fixture}")
    for line in lines or ["The shape is the same."]:
        print(clean(line, 200))
    return DIFFERENT if lines else SAME


def main(words: Sequence[str] | None = None, *, resolver: Resolver = resolve) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("provider", choices=web_provider_names())
    parser.add_argument("query")
    parser.add_argument(
        "--to", type=Path, metavar="FILE", help="where to write it (./PROVIDER.captured.json)"
    )
    arguments = parser.parse_args(words)
    to = arguments.to or Path(f"{arguments.provider}.captured.json")
    try:
        return capture(load_settings(), arguments.provider, arguments.query, to, resolver=resolver)
    except OpsinError as why:
        print(f"capture: {why}", file=sys.stderr)
        return NOTHING


if __name__ == "__main__":
    sys.exit(main())
