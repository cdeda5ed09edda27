from dataclasses import replace
from typing import Any

from opsin.icons.icon import Icon, IconSet

LUCIDE = IconSet(
    "lucide",
    "Lucide",
    author="Lucide Contributors",
    author_url="https://github.com/lucide-icons/lucide",
    spdx="ISC",
    licence_title="ISC",
    licence_url="https://github.com/lucide-icons/lucide/blob/main/LICENSE",
    category="UI 24px",
)


def icon_set(prefix: str = "made", spdx: str = "MIT", **further: Any) -> IconSet:
    """A set as Iconify's data has it; its title of the licence is the id unless another is given."""
    base = IconSet(prefix, prefix.title(), author="Ana Lima", spdx=spdx, licence_title=spdx)
    return replace(base, **further)


def icon(called: str = "rocket", prefix: str = "made", spdx: str = "MIT", **further: Any) -> Icon:
    return Icon(icon_set(prefix, spdx, **further), called)
