"""The packages that the catalogue of icons is made of, in the versions that it is made of."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class WrongPackage(Exception):
    """A package is missing, or is another version."""


@dataclass(frozen=True, slots=True)
class Package:
    """One npm package.

    Attributes:
        name: Its name.
        version: The version to use.
        licence: The licence that it declares, as an SPDX expression.
        use: What is taken from it.
    """

    name: str
    version: str
    licence: str
    use: str


ICONIFY = Package("@iconify/json", "2.2.535", "MIT", "names, facts and drawings of the sets")
LUCIDE = Package("lucide-static", "1.62.0", "ISC AND MIT", "tags")
TABLER = Package("@tabler/icons", "3.52.0", "MIT", "tags")
CARBON = Package("@carbon/icons", "11.89.0", "Apache-2.0", "tags")
PHOSPHOR = Package("@phosphor-icons/core", "2.1.1", "MIT", "tags")
IONICONS = Package("ionicons", "8.1.0", "MIT", "tags")
EMOJILIB = Package("emojilib", "4.0.3", "MIT", "tags")
MDI = Package("@mdi/svg", "7.4.47", "Apache-2.0", "tags")
CLDR = Package("cldr-annotations-full", "48.2.0", "Unicode-3.0", "tags")
TAG_PACKAGES = (LUCIDE, TABLER, CARBON, PHOSPHOR, IONICONS, EMOJILIB, MDI, CLDR)

_NOTICE = "notice of its set"
NOTICE_PACKAGES = (
    Package("@lucide/lab", "0.7.0", "ISC", _NOTICE),
    Package("@material-symbols/svg-400", "0.48.2", "Apache-2.0", _NOTICE),
    Package("@material-design-icons/svg", "0.14.15", "Apache-2.0", _NOTICE),
    Package("line-md", "2.0.5", "MIT", _NOTICE),
    Package("mingcute_icon", "2.9.72", "Apache-2.0", _NOTICE),
    Package("iconoir", "7.12.1", "MIT", _NOTICE),
    Package("akar-icons", "1.9.31", "MIT", _NOTICE),
    Package("@element-plus/icons-svg", "2.3.2", "MIT", _NOTICE),
    Package("bootstrap-icons", "1.13.2", "MIT", _NOTICE),
    Package("teenyicons", "0.4.1", "MIT", _NOTICE),
    Package("@primer/octicons", "19.42.0", "MIT", _NOTICE),
    Package("@radix-ui/react-icons", "1.3.2", "MIT", _NOTICE),
    Package("heroicons", "2.2.0", "MIT", _NOTICE),
    Package("pixelarticons", "2.4.1", "MIT", _NOTICE),
    Package("@bybas/weather-icons", "2.0.0", "MIT", _NOTICE),
    Package("circle-flags", "2.8.3", "MIT", _NOTICE),
)
EVERY = (ICONIFY, *TAG_PACKAGES, *NOTICE_PACKAGES)


def check(modules: Path, packages: Iterable[Package] = EVERY) -> None:
    """Make sure that a folder `node_modules` holds the packages in their versions.

    Raises:
        WrongPackage: One is missing, or has another version.
    """
    for package in packages:
        try:
            found = read_json(modules / package.name / "package.json").get("version")
        except (OSError, ValueError) as why:
            raise WrongPackage(f"{package.name} {package.version} is not in {modules}: {why}") from why
        if found != package.version:
            raise WrongPackage(f"{package.name} is {found}, and {package.version} is needed.")


def read_json(path: Path) -> Any:
    """A JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))
