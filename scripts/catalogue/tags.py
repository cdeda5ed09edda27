"""Reading the tags that sets' authors and others have written, each as (kind, glyph, words)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from scripts.catalogue import packages
from scripts.catalogue.packages import Package, read_json

from opsin.icons.catalogue.glyphs import parts
from opsin.icons.icon import IconSet

Tag = tuple[str, str, list[str]]

LANGUAGES = ("ar", "de", "es", "fr", "hi", "it", "ja", "ko", "pt", "ru", "tr", "zh")
_PHOSPHOR = re.compile(
    r'name:\s*"([a-z0-9-]+)",\s*pascal_name:\s*"[^"]*",(?:\s*alias:\s*\{[^}]*\},)?[^{}]*?tags:\s*\[([^\]]*)\]'
)
_VARIANTS = frozenset({"outline", "sharp", "logo"})
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_GLYPH = re.compile(r"[^a-z0-9]+")


def every_tag(modules: Path, sets: Mapping[str, IconSet]) -> Iterator[Tag]:
    """The tags of all sources.

    Args:
        modules: The folder `node_modules`.
        sets: The sets, whose themes are cut from the names that are tagged.
    """
    for kind, prefix, package, read in (
        ("lucide", "lucide", packages.LUCIDE, lucide),
        ("tabler", "tabler", packages.TABLER, tabler),
        ("carbon", "carbon", packages.CARBON, carbon),
        ("phosphor", "ph", packages.PHOSPHOR, phosphor),
        ("ionicons", "ion", packages.IONICONS, ionicons),
        ("mdi", "mdi", packages.MDI, mdi),
    ):
        yield from _by_glyph(kind, read(modules / package.name), sets.get(prefix))
    emoji = _folder(modules, packages.EMOJILIB)
    yield from (("emojilib", name, words) for name, words in emojilib(emoji))
    yield from cldr(_folder(modules, packages.CLDR))


def lucide(package: Path) -> dict[str, list[str]]:
    """Lucide's tags by name."""
    return dict(read_json(package / "tags.json"))


def tabler(package: Path) -> dict[str, list[str]]:
    """Tabler's tags by name."""
    return {
        name: [str(tag) for tag in one["tags"]] for name, one in read_json(package / "icons.json").items()
    }


def carbon(package: Path) -> dict[str, list[str]]:
    """Carbon's friendly names and aliases by name."""
    return {
        _glyph(str(one["name"])): [str(one.get("friendlyName", "")), *map(str, one.get("aliases", ()))]
        for one in read_json(package / "metadata.json")["icons"]
    }


def phosphor(package: Path) -> dict[str, list[str]]:
    """Phosphor's tags by name, without its marks of new and updated icons."""
    text = (package / "dist" / "index.mjs").read_text(encoding="utf-8")
    return {
        name: [tag for tag in _QUOTED.findall(tags) if not tag.startswith("*")]
        for name, tags in _PHOSPHOR.findall(text)
    }


def ionicons(package: Path) -> dict[str, list[str]]:
    """Ionicons' tags by name, without the words that only name a variant."""
    return {
        str(one["name"]): [str(tag) for tag in one["tags"] if tag not in _VARIANTS]
        for one in read_json(package / "dist" / "ionicons.json")["icons"]
    }


def mdi(package: Path) -> dict[str, list[str]]:
    """The aliases and subjects of Material Design Icons by name."""
    return {str(one["name"]): [*one["aliases"], *one["tags"]] for one in read_json(package / "meta.json")}


def emojilib(package: Path) -> Iterator[tuple[str, list[str]]]:
    """The keywords of emoji, by the emoji's name: the first keyword."""
    for words in read_json(package / "dist" / "emoji-en-US.json").values():
        name, *others = words
        yield _glyph(name), others


def cldr(package: Path) -> Iterator[Tag]:
    """Unicode's keywords of emoji in English and in other languages, by the emoji's English name."""
    english = _annotations(package, "en")
    glyphs = {
        sign: _glyph(one["tts"][0])
        for sign, one in english.items()
        if one.get("tts") and _glyph(one["tts"][0])
    }
    for language in ("en", *LANGUAGES):
        kind = "cldr" if language == "en" else "cldr-other"
        for sign, one in _annotations(package, language).items():
            if sign in glyphs:
                yield kind, glyphs[sign], [*one.get("default", ()), *one.get("tts", ())]


def _annotations(package: Path, language: str) -> dict[str, dict[str, Any]]:
    data = read_json(package / "annotations" / language / "annotations.json")
    return dict(data["annotations"]["annotations"])


def _by_glyph(kind: str, tagged: Mapping[str, Iterable[str]], of: IconSet | None) -> Iterator[Tag]:
    prefixes = of.theme_prefixes if of else ()
    suffixes = of.theme_suffixes if of else ()
    for name, words in tagged.items():
        yield kind, parts(name, prefixes, suffixes, tagged.keys()).glyph, list(words)


def _folder(modules: Path, package: Package) -> Path:
    return modules / package.name


def _glyph(name: str) -> str:
    return _GLYPH.sub("-", name.lower()).strip("-")
