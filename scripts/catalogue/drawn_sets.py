"""The sets whose drawings opsin carries: leading sets for interfaces, under licences that let them be passed on.

Their licences are MIT, Apache-2.0, ISC and the Unlicense. Sets of logos are not among them, nor any set whose
licence is disputed or has changed since.
"""

from dataclasses import dataclass

PERMISSIVE = frozenset({"MIT", "Apache-2.0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "Unlicense"})


@dataclass(frozen=True, slots=True)
class DrawnSet:
    """One set.

    Attributes:
        prefix: Its prefix.
        notice: The npm package whose licence file is its notice; empty where none has one.
    """

    prefix: str
    notice: str = ""


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
    DrawnSet("ion", "ionicons"),
    DrawnSet("ant-design"),
    DrawnSet("ep", "@element-plus/icons-svg"),
    DrawnSet("bi", "bootstrap-icons"),
    DrawnSet("fluent"),
    DrawnSet("ph", "@phosphor-icons/core"),
    DrawnSet("teenyicons", "teenyicons"),
    DrawnSet("octicon", "@primer/octicons"),
    DrawnSet("radix-icons", "@radix-ui/react-icons"),
    DrawnSet("heroicons", "heroicons"),
)
