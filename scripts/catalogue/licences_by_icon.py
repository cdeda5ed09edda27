"""Write the licences that icons have of their own: src/opsin/icons/licences/by_icon.json.

    npm install --prefix FOLDER --ignore-scripts simple-icons@16.33.0 @thesvg/icons@3.3.8
    python scripts/catalogue/licences_by_icon.py FOLDER/node_modules

Two packages state a licence for each of their icons; Iconify gives the set's alone. What is written is what they state,
word for word, with the names under it: "" holds those for which the package states none. Names are Iconify's, which
writes a dash for an underscore.
"""

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[2] / "src" / "opsin" / "icons" / "licences" / "by_icon.json"
_NOT_LINKED = frozenset({"npm"})
"""Brands whose guidelines stand on the host of a package registry, which this project does not name."""

_LICENCE = re.compile(r"^export const license = (\".*\");$", re.MULTILINE)


def simple_icons(folder: Path) -> dict[str, Any]:
    """Read the licences, their addresses and the brand guidelines of simple-icons (its data is CC0-1.0)."""
    icons = json.loads((folder / "simple-icons" / "data" / "simple-icons.json").read_bytes())
    stated = {_name(icon["slug"]): icon.get("license", {}) for icon in icons}
    return {
        **_package(folder / "simple-icons", ["simple-icons"], "https://github.com/simple-icons/simple-icons"),
        "licences": _grouped({name: one.get("type", "") for name, one in stated.items()}),
        "urls": {name: one["url"] for name, one in sorted(stated.items()) if "url" in one},
        "guidelines": {
            _name(icon["slug"]): icon["guidelines"]
            for icon in icons
            if "guidelines" in icon and icon["slug"] not in _NOT_LINKED
        },
    }


def the_svg(folder: Path) -> dict[str, Any]:
    """Read the licences of theSVG, one module of JavaScript an icon."""
    package = folder / "@thesvg" / "icons"
    return {
        **_package(package, ["thesvg", "thesvg-color"], "https://github.com/glincker/thesvg"),
        "licences": _grouped(dict(_modules(package / "dist"))),
        "urls": {},
        "guidelines": {},
    }


def _modules(folder: Path) -> Iterator[tuple[str, str]]:
    for file in folder.glob("*.js"):
        found = _LICENCE.search(file.read_text(encoding="utf-8"))
        if found:
            yield _name(file.stem), json.loads(found[1]) or "Unknown"


def _package(folder: Path, sets: list[str], url: str) -> dict[str, Any]:
    about = json.loads((folder / "package.json").read_bytes())
    return {"package": about["name"], "version": about["version"], "url": url, "sets": sets}


def _grouped(stated: Mapping[str, str]) -> dict[str, str]:
    names = defaultdict(list)
    for name, licence in sorted(stated.items()):
        names[licence].append(name)
    return {licence: " ".join(names[licence]) for licence in sorted(names)}


def _name(slug: str) -> str:
    return slug.replace("_", "-")


def main(folder: Path) -> None:
    """Write the file from the packages in `folder`."""
    sources = [simple_icons(folder), the_svg(folder)]
    text = json.dumps({"sources": sources}, ensure_ascii=False, indent=1) + "\n"
    TARGET.write_text(text, encoding="utf-8", newline="\n")
    for source in sources:
        counts = {licence: len(names.split()) for licence, names in source["licences"].items()}
        print(f"{source['package']} {source['version']}: {sum(counts.values())} icons, {counts}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder node_modules")
    main(parser.parse_args().folder)
