"""The sets whose drawings opsin carries: leading sets for interfaces and some in colours, which may be passed on.

Their licences are MIT, Apache-2.0, ISC and the Unlicense. Sets of logos are not among them, nor any set whose
licence is disputed or has changed since. Together they take at most eight megabytes; so that those in colours have
room, near copies are left out: sizes and weights of what is there in another.
"""

from collections.abc import Collection
from dataclasses import dataclass

PERMISSIVE = frozenset({"MIT", "Apache-2.0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "Unlicense"})


@dataclass(frozen=True, slots=True)
class DrawnSet:
    """One set.

    Attributes:
        prefix: Its prefix.
        notice: The npm package whose licence file is its notice; empty where none has one.
        near: Endings of names, each with another: an icon is left out where the set has one with the other ending.
    """

    prefix: str
    notice: str = ""
    near: tuple[tuple[str, str], ...] = ()

    def leaves_out(self, name: str, names: Collection[str]) -> bool:
        """Whether a near copy of an icon stands in for it.

        Args:
            name: The icon's name.
            names: All names of the set.
        """
        return any(
            name.endswith(ending) and f"{name.removesuffix(ending)}{other}" in names
            for ending, other in self.near
        )


_LARGE_SIZES = tuple(
    (f"-{size}-{style}", f"-{other}-{style}")
    for size in (28, 32, 48)
    for other in (24, 20)
    for style in ("regular", "filled", "light")
)
_SKIN_TONES = tuple((f"-{tone}", "") for tone in ("medium-light", "medium-dark", "light", "medium", "dark"))

DRAWN_SETS = (
    DrawnSet("material-symbols", "@material-symbols/svg-400"),
    DrawnSet("ic", "@material-design-icons/svg"),
    DrawnSet("mdi", "@mdi/svg"),
    DrawnSet("line-md", "line-md"),
    DrawnSet("tabler", "@tabler/icons"),
    DrawnSet("mingcute", "mingcute_icon"),
    DrawnSet("iconoir", "iconoir"),
    DrawnSet("lucide", "lucide-static"),
    DrawnSet("lucide-lab", "@lucide/lab"),
    DrawnSet("pixelarticons", "pixelarticons"),
    DrawnSet("akar-icons", "akar-icons"),
    DrawnSet("system-uicons"),
    DrawnSet("svg-spinners"),
    DrawnSet("carbon", "@carbon/icons"),
    DrawnSet("ion", "ionicons", (("-sharp", ""),)),
    DrawnSet("ant-design"),
    DrawnSet("ep", "@element-plus/icons-svg"),
    DrawnSet("bi", "bootstrap-icons"),
    DrawnSet("fluent", near=_LARGE_SIZES),
    DrawnSet("ph", "@phosphor-icons/core", (("-thin", ""),)),
    DrawnSet("teenyicons", "teenyicons"),
    DrawnSet("octicon", "@primer/octicons"),
    DrawnSet("radix-icons", "@radix-ui/react-icons"),
    DrawnSet("heroicons", "heroicons"),
    DrawnSet("fluent-color"),
    DrawnSet("flat-color-icons"),
    DrawnSet("meteocons", "@bybas/weather-icons"),
    DrawnSet("circle-flags", "circle-flags"),
    DrawnSet("fluent-emoji-flat", near=_SKIN_TONES),
)
