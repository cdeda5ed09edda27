"""Build the catalogue of icons out of npm packages, byte for byte the same each time.

    npm install --ignore-scripts $(python scripts/build_catalogue.py --packages)
    python scripts/build_catalogue.py node_modules             # writes into the package
    python scripts/build_catalogue.py node_modules --check     # builds anew and compares the sums

The packages' versions stand in `scripts/catalogue/packages.py`. A folder of links (pnpm) serves as well. The bytes
depend on the version of zstd too, which `catalogue.json` names.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scripts.catalogue.drawn_sets import DRAWN_SETS, DrawnSet
from scripts.catalogue.files import (
    MANIFEST,
    bodies_file,
    catalogue_file,
    manifest,
    read_sets,
)
from scripts.catalogue.notices import NOTICES, notices_file
from scripts.catalogue.packages import EVERY, ICONIFY, Package, check, read_json
from scripts.catalogue.tags import every_tag

from opsin.icons.catalogue.embedded import BODIES, CATALOGUE, DATA


def build(
    modules: Path, drawn_sets: Iterable[DrawnSet] = DRAWN_SETS, packages: Iterable[Package] = EVERY
) -> dict[str, bytes]:
    """All files of the catalogue by their names.

    Raises:
        WrongPackage: A package is missing or has another version.
        Forbidden: A set's drawings may not be carried.
    """
    drawn, used = tuple(drawn_sets), tuple(packages)
    check(modules, used)
    sets, _ = read_sets(modules)
    facts = {one.facts.prefix: one.facts for one in sets}
    version = str(read_json(modules / ICONIFY.name / "package.json")["version"])
    files = {
        CATALOGUE: catalogue_file(sets, version, every_tag(modules, facts)),
        BODIES: bodies_file(modules, sets, drawn),
        NOTICES: notices_file(modules, list(facts.values()), drawn),
    }
    return {**files, MANIFEST: manifest(files, used, sets)}


def main() -> None:
    """Build into a folder, or compare with what is there."""
    parser = argparse.ArgumentParser(description="Build the catalogue of icons.")
    parser.add_argument("modules", type=Path, nargs="?", help="a folder node_modules with the packages")
    parser.add_argument(
        "--out", type=Path, default=DATA, help="where the files go (default: into the package)"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; fail where anything differs")
    parser.add_argument("--packages", action="store_true", help="print the packages for npm install")
    asked = parser.parse_args()
    if asked.packages or asked.modules is None:
        print(" ".join(f"{one.name}@{one.version}" for one in EVERY))
        return
    files = build(asked.modules)
    if asked.check:
        differing = [name for name, data in files.items() if _bytes(asked.out / name) != data]
        if differing:
            raise SystemExit(f"Differ from a new build: {', '.join(differing)}")
        print("The same, byte for byte.")
        return
    asked.out.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (asked.out / name).write_bytes(data)
        print(f"{name}: {len(data):,} bytes")


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


if __name__ == "__main__":
    main()
