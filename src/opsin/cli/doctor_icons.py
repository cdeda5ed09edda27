"""The checks of `opsin doctor` about icons: their data, who is asked, and the process that draws them."""

from collections.abc import Callable, Iterator

from opsin.cli.findings import Finding, Level
from opsin.errors import OpsinError
from opsin.plural import counted
from opsin.settings import Settings


def check_icons(settings: Settings) -> Iterator[Finding]:
    """The catalogue and its version, the source that the settings choose, and the user's own lists."""
    from opsin.icons.source import API, lists_of

    try:
        lists_of(settings)
    except OpsinError as why:
        yield Finding(Level.FAIL, "icons", why.message, why.hint)
    try:
        yield _catalogue(settings)
    except OpsinError as why:
        level = Level.WARN if settings.icon_source == API else Level.FAIL
        yield Finding(level, "icons", why.message, why.hint)


def _catalogue(settings: Settings) -> Finding:
    import asyncio

    from opsin.icons.iconify.addresses import shown_base
    from opsin.icons.source import API, EMBEDDED, open_catalogue

    catalogue = asyncio.run(open_catalogue(settings))
    total = sum(one.total for one in catalogue.sets.values())
    where = "inside opsin" if catalogue.source == "embedded" else "in the folder of OPSIN_ICONIFY_JSON"
    told = (
        f"Iconify data {catalogue.data_version} {where}: {counted(total, 'icon')} of"
        f" {counted(len(catalogue.sets), 'set')}, drawings of {len(catalogue.bodies)}"
    )
    asked = {
        EMBEDDED: "nobody is asked for others",
        API: f"{shown_base(settings)} searches instead",
    }.get(settings.icon_source, f"{shown_base(settings)} is asked for others")
    return Finding(Level.OK, "icons", f"{told}; {asked}")


def check_drawing(examine: Callable[[], str] | None = None) -> Finding:
    """Whether the process that draws icons can be started.

    Args:
        examine: Starts that process and says how its memory is bounded; opsin's own when None.
    """
    from opsin.icons.rendering.renderer import WORKER
    from opsin.pixels.isolated.process import CannotStart

    try:
        memory = (examine or WORKER.examine)()
    except CannotStart as why:
        hint = "Icons are found and saved as SVG, but not shown. Install resvg-py anew."
        return Finding(Level.WARN, "icon pictures", f"cannot be drawn: {why}", hint)
    return Finding(Level.OK, "icon pictures", f"are drawn in a process of their own; its memory is {memory}")
